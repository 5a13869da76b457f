import type { MidiReport } from '../../../../../shared/midi-messages.ts';
import type { InputSettings } from '../../../contract/midi-mapping.ts';
import { useInput } from './input-store.ts';
import type { MidiPort } from './midi-port.ts';
import { useMidi, useMutedInputs } from './midi-store.ts';

const rememberedKey = 'roomtone.midi';

/** The connection worker, as far as it concerns MIDI keyboards. */
export interface MidiInputClient {
  /** What they play reaches the worker by this port from now on. */
  hearMidiFrom(port: MessagePort): void;
  /** How they are taken, and which of them are not, by name. */
  setMidiIn(settings: InputSettings, muted: readonly string[]): void;
  /** Lets go of all that they hold. */
  releaseMidi(): void;
}

/**
 * Every MIDI keyboard that is plugged in plays, also one that comes later. Their notes go to the connection worker by a
 * port of their own; the page says how they are to be taken.
 */
export class MidiInputs {
  readonly #port: MidiPort;
  readonly #client: MidiInputClient;

  constructor(port: MidiPort, client: MidiInputClient) {
    this.#port = port;
    this.#client = client;
    const set = () => client.setMidiIn(useInput.getState(), useMutedInputs.getState().names);
    useInput.subscribe(set);
    useMutedInputs.subscribe(set);
    set();
    if (!port.supported) useMidi.setState({ status: 'unsupported' });
    // Asked once, remembered: the browser keeps the permission, we keep the wish.
    else if (!port.mustAsk || localStorage.getItem(rememberedKey) === 'on') void this.connect();
  }

  /** Asks for the keyboards; to be called from a gesture. The store tells how it went. */
  async connect(): Promise<void> {
    const { status } = useMidi.getState();
    if (status === 'asking' || status === 'on' || status === 'absent' || status === 'unsupported') return;
    useMidi.setState({ status: 'asking' });
    try {
      await this.#port.open((port) => this.#client.hearMidiFrom(port));
      localStorage.setItem(rememberedKey, 'on');
    } catch (error) {
      const isRefusal = error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name);
      useMidi.setState({ status: isRefusal ? 'denied' : 'failed' });
      localStorage.removeItem(rememberedKey);
    }
  }

  /** Takes what the place of the devices says of them. */
  changed(report: Extract<MidiReport, { kind: 'capabilities' | 'devices' }>): void {
    if (report.kind === 'devices') useMidi.setState({ inputs: report.inputs, outputs: report.outputs });
    else {
      const { hasMidi, hasOutputs, canMakePorts } = report;
      useMidi.setState({ status: hasMidi ? 'on' : 'absent', hasOutputs, canMakePorts, inputs: [], outputs: [] });
    }
  }

  /** Lets go of all that keyboards hold: their key-ups may have got lost. */
  releaseAll(): void {
    this.#client.releaseMidi();
  }
}
