import { distinct, isLoop, nameDevices } from '../shared/device-names.ts';
import type { MidiReport } from '../shared/midi-messages.ts';
import type { MidiSystem, OpenPort } from './midi-system.ts';

interface OpenInput {
  /** The system's name for it. A changed name means another device, or the same one plugged in again. */
  readonly listed: string;
  readonly port: OpenPort;
}

/** Listens to every MIDI keyboard that is plugged in, except those that are switched off. */
export class DeviceInputs {
  readonly #system: Pick<MidiSystem, 'inputs' | 'openInput'>;
  readonly #nowUs: () => number;
  readonly #report: (report: MidiReport) => void;
  readonly #open = new Map<string, OpenInput>();
  /** Names of devices that could not be opened in the last scan. */
  readonly #busy = new Set<string>();
  #names: ReadonlyMap<string, string> = new Map();
  #muted: ReadonlySet<string> = new Set();
  #outputs: ReadonlySet<string> = new Set();

  constructor(
    system: Pick<MidiSystem, 'inputs' | 'openInput'>,
    nowUs: () => number,
    report: (report: MidiReport) => void,
  ) {
    this.#system = system;
    this.#nowUs = nowUs;
    this.#report = report;
  }

  /** The stable names. */
  get names(): readonly string[] {
    return [...this.#names.values()];
  }

  /** The names of those that another program uses. */
  get busy(): readonly string[] {
    return [...this.#busy];
  }

  /** Scans for plugged-in devices. A device that returns is heard as before. */
  scan(): void {
    const listed = distinct(this.#system.inputs());
    this.#names = nameDevices(listed, this.#names);
    const heard = new Map(
      [...this.#names].filter(([, name]) => this.#isHeard(name)).map(([port, name]) => [name, port]),
    );
    for (const [name, { listed: port }] of this.#open) if (heard.get(name) !== port) this.#close(name);
    this.#busy.clear();
    for (const [name, port] of heard) if (!this.#open.has(name)) this.#hear(name, port, listed.indexOf(port));
  }

  /** Switches devices off, by name. */
  mute(names: readonly string[]): void {
    this.#muted = new Set(names);
    this.scan();
  }

  /** Sets the devices in use as outputs: those that echo everything are not heard in the meantime. */
  setOutputs(names: readonly string[]): void {
    this.#outputs = new Set(names);
    this.scan();
  }

  close(): void {
    for (const name of [...this.#open.keys()]) this.#close(name);
  }

  #isHeard(name: string): boolean {
    return !this.#muted.has(name) && !(isLoop(name) && this.#outputs.has(name));
  }

  #hear(device: string, listed: string, index: number): void {
    try {
      const port = this.#system.openInput(index, (data) => {
        const timeUs = this.#nowUs();
        this.#report({ kind: 'event', device, data: Uint8Array.from(data), timeUs });
      });
      this.#open.set(device, { listed, port });
    } catch {
      // In use by another program, or just unplugged: the next scan retries.
      this.#busy.add(device);
    }
  }

  #close(device: string): void {
    this.#open.get(device)?.port.close();
    this.#open.delete(device);
    this.#report({ kind: 'gone', device });
  }
}
