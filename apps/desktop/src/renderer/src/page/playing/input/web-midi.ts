import { distinct, nameDevices } from '../../../../../shared/device-names.ts';
import type { MidiReport, MidiRequest } from '../../../../../shared/midi-messages.ts';
import { toLocalUs } from '../../../contract/local-time.ts';
import type { MidiPort } from './midi-port.ts';

/**
 * MIDI keyboards through Web MIDI. Browsers deliver their notes to the page's main thread only, so a busy page forwards
 * notes late; they keep the time at which they were played.
 */
export function webMidi(): MidiPort {
  return {
    supported: 'requestMIDIAccess' in navigator,
    needsPermission: true,
    open: async (take) => {
      const access = await navigator.requestMIDIAccess({ sysex: false });
      const { port1, port2 } = new MessageChannel();
      new WebKeyboards(access, port1);
      take(port2);
    },
  };
}

/** Reports the page's inputs to the connection worker. */
class WebKeyboards {
  readonly #access: MIDIAccess;
  readonly #port: MessagePort;
  readonly #opened = new Map<string, MIDIInput>();
  #names: ReadonlyMap<string, string> = new Map();
  #muted: ReadonlySet<string> = new Set();

  constructor(access: MIDIAccess, port: MessagePort) {
    this.#access = access;
    this.#port = port;
    this.#post({ kind: 'capabilities', hasMidi: true, hasOutputs: false, canMakePorts: false, sharesClock: true });
    port.onmessage = ({ data }: MessageEvent<MidiRequest>) => {
      if (data.kind !== 'mute-inputs') return;
      this.#muted = new Set(data.names);
      this.#update();
    };
    access.onstatechange = () => this.#update();
    this.#update();
  }

  #update(): void {
    const inputs = [...this.#access.inputs.values()].filter((input) => input.state === 'connected');
    const listed = distinct(inputs.map((input) => input.name ?? 'MIDI'));
    this.#names = nameDevices(listed, this.#names);
    const plugged = new Map(inputs.map((input, index) => [this.#names.get(listed[index] ?? '') ?? '', input]));
    for (const [name, input] of this.#opened) {
      if (plugged.get(name) === input && !this.#muted.has(name)) continue;
      input.onmidimessage = null;
      this.#opened.delete(name);
      this.#post({ kind: 'gone', device: name });
    }
    for (const [name, input] of plugged) if (!this.#muted.has(name)) this.#open(name, input);
    this.#post({ kind: 'devices', inputs: [...plugged.keys()], outputs: [], busy: [] });
  }

  #open(device: string, input: MIDIInput): void {
    this.#opened.set(device, input);
    input.onmidimessage = ({ data, timeStamp }) => {
      if (data !== null) this.#post({ kind: 'event', device, data, timeUs: toLocalUs(timeStamp) });
    };
  }

  #post(report: MidiReport): void {
    this.#port.postMessage(report);
  }
}
