import { eventLength } from '@roomtone/protocol';
import type { MidiDevice, MidiPort } from '../bridge.ts';
import { useInput } from './input-store.ts';
import { toLocalUs } from './local-time.ts';
import { MidiMapping } from './midi-mapping.ts';
import type { MidiMonitor } from './midi-monitor.ts';
import { useMidi } from './midi-store.ts';
import type { NoteSource, Performer } from './performer.ts';

const rememberedKey = 'roomtone.midi';

/** Every MIDI keyboard that is plugged in plays, also one that comes later. */
export class MidiInputs {
  readonly #port: MidiPort;
  readonly #performer: Performer;
  readonly #monitor: MidiMonitor;
  readonly #mappings = new Map<string, MidiMapping>();

  constructor(port: MidiPort, performer: Performer, monitor: MidiMonitor) {
    this.#port = port;
    this.#performer = performer;
    this.#monitor = monitor;
    useInput.subscribe((settings, before) => {
      for (const [deviceId, mapping] of this.#mappings) {
        mapping.settings = settings;
        // The second sound's pedals would not come up any more.
        if (settings.mode !== before.mode) this.#release(deviceId);
      }
    });
    if (!port.supported) useMidi.setState({ status: 'unsupported' });
    // Asked once, remembered: the browser keeps the permission, we keep the wish.
    else if (localStorage.getItem(rememberedKey) === 'on') void this.connect();
  }

  /** Asks for the keyboards; to be called from a gesture. The store tells how it went. */
  async connect(): Promise<void> {
    const { status } = useMidi.getState();
    if (status === 'asking' || status === 'on' || status === 'unsupported') return;
    useMidi.setState({ status: 'asking' });
    try {
      await this.#port.open({
        onDevices: (devices) => this.#devices(devices),
        onMessage: (deviceId, data, timeStampMs) => this.#message(deviceId, data, toLocalUs(timeStampMs)),
      });
      useMidi.setState({ status: 'on' });
      localStorage.setItem(rememberedKey, 'on');
    } catch (error) {
      const isRefusal = error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name);
      useMidi.setState({ status: isRefusal ? 'denied' : 'failed' });
      localStorage.removeItem(rememberedKey);
    }
  }

  #devices(devices: readonly MidiDevice[]): void {
    for (const before of useMidi.getState().devices) {
      // Who unplugs a keyboard cannot let go of its keys any more.
      if (!devices.some((device) => device.id === before.id)) this.#release(before.id);
    }
    useMidi.setState({ devices });
  }

  /** Lets go of all that keyboards hold: their key-ups may have got lost. */
  releaseAll(): void {
    for (const deviceId of this.#mappings.keys()) this.#release(deviceId);
  }

  #message(deviceId: string, data: Uint8Array, timeUs: number): void {
    const device = useMidi.getState().devices.find(({ id }) => id === deviceId)?.name ?? '';
    this.#monitor.heard(device, data, timeUs);
    if (eventLength(data[0] ?? 0) !== data.length) return;
    let mapping = this.#mappings.get(deviceId);
    if (mapping === undefined) {
      mapping = new MidiMapping(useInput.getState());
      this.#mappings.set(deviceId, mapping);
    }
    const source = sourceOf(deviceId);
    mapping.map(data, (mapped) => this.#performer.play(source, mapped, timeUs));
  }

  #release(deviceId: string): void {
    this.#mappings.get(deviceId)?.forget();
    this.#performer.release(sourceOf(deviceId));
  }
}

function sourceOf(deviceId: string): NoteSource {
  return `midi:${deviceId}`;
}
