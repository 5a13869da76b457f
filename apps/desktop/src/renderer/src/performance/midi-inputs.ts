import type { MidiDevice, MidiPort } from '../bridge.ts';
import { toLocalUs } from './local-time.ts';
import { useMidi } from './midi-store.ts';
import type { NoteSource, Performer } from './performer.ts';

const rememberedKey = 'roomtone.midi';

/** Every MIDI keyboard that is plugged in plays, also one that comes later. */
export class MidiInputs {
  readonly #port: MidiPort;
  readonly #performer: Performer;

  constructor(port: MidiPort, performer: Performer) {
    this.#port = port;
    this.#performer = performer;
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
        onMessage: (deviceId, data, timeStampMs) =>
          this.#performer.play(sourceOf(deviceId), data, toLocalUs(timeStampMs)),
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
      if (!devices.some((device) => device.id === before.id)) this.#performer.release(sourceOf(before.id));
    }
    useMidi.setState({ devices });
  }
}

function sourceOf(deviceId: string): NoteSource {
  return `midi:${deviceId}`;
}
