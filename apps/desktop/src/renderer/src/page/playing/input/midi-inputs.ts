import type { MidiReport } from '../../../../../shared/midi-messages.ts';
import type { InputSettings } from '../../../contract/midi-mapping.ts';
import { useInput } from './input-store.ts';
import type { MidiPort } from './midi-port.ts';
import { useMidi, useMutedInputs } from './midi-store.ts';

const rememberedKey = 'roomtone.midi';

/** The part of the connection worker that handles MIDI keyboards. */
export interface MidiInputClient {
  /** Sends the port on which keyboards' notes reach the worker. */
  connectMidi(port: MessagePort): void;
  /** Sets how input is mapped, and the names of the keyboards to ignore. */
  setMidiIn(settings: InputSettings, muted: readonly string[]): void;
  /** Releases every note that keyboards hold. */
  releaseMidi(): void;
}

/**
 * Every MIDI keyboard that is plugged in can be played, including those plugged in later. Their notes go to the
 * connection worker on a port of their own; the page sends the settings.
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
    // The browser stores the permission; this key stores that the user wants to use it.
    else if (!port.needsPermission || localStorage.getItem(rememberedKey) === 'on') void this.connect();
  }

  /** Asks for access to the keyboards; call it from a user gesture. The store has the result. */
  async connect(): Promise<void> {
    const { status } = useMidi.getState();
    if (status === 'asking' || status === 'on' || status === 'absent' || status === 'unsupported') return;
    useMidi.setState({ status: 'asking' });
    try {
      await this.#port.open((port) => this.#client.connectMidi(port));
      localStorage.setItem(rememberedKey, 'on');
    } catch (error) {
      const isRefusal = error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name);
      useMidi.setState({ status: isRefusal ? 'denied' : 'failed' });
      localStorage.removeItem(rememberedKey);
    }
  }

  /** Takes a report about the devices. */
  receive(report: Extract<MidiReport, { kind: 'capabilities' | 'devices' }>): void {
    if (report.kind === 'devices') {
      const { inputs, outputs, busy } = report;
      useMidi.setState({ inputs, outputs, busy });
    } else {
      const { hasMidi, hasOutputs, canMakePorts } = report;
      useMidi.setState({
        status: hasMidi ? 'on' : 'absent',
        hasOutputs,
        canMakePorts,
        inputs: [],
        outputs: [],
        busy: [],
      });
    }
  }

  /** Releases every note that keyboards hold, because their note-offs may be lost. */
  releaseAll(): void {
    this.#client.releaseMidi();
  }
}
