import type { MidiSystem } from '../../src/midi/midi-system.ts';

interface Plugged {
  readonly listed: string;
  heard: ((data: readonly number[]) => void) | undefined;
}

/** MIDI without hardware: devices come and go, and tests can read what was sent. */
export class FakeMidi implements MidiSystem {
  readonly canMakePorts = true;
  readonly #inputs: Plugged[] = [];
  readonly #outputs: string[] = [];
  /** Messages sent, by the port's name in the system's list. */
  readonly sent: { readonly to: string; readonly data: readonly number[] }[] = [];
  /** Created ports that are currently open. */
  readonly made = new Set<string>();

  /** Ports that another program has opened for itself alone, as on Windows. */
  readonly held = new Set<string>();

  inputs() {
    return this.#inputs.map(({ listed }) => listed);
  }

  outputs() {
    return [...this.#outputs];
  }

  openInput(index: number, heard: (data: readonly number[]) => void) {
    const device = this.#inputs[index];
    if (device === undefined || this.held.has(device.listed)) throw new Error('no such port');
    device.heard = heard;
    return {
      close: () => {
        device.heard = undefined;
      },
    };
  }

  openOutput(index: number) {
    const listed = this.#outputs[index];
    if (listed === undefined || this.held.has(listed)) throw new Error('no such port');
    return {
      send: (data: readonly number[]) => {
        if (this.#outputs.includes(listed)) this.sent.push({ to: listed, data: [...data] });
      },
      close: () => {},
    };
  }

  makePort(name: string) {
    this.made.add(name);
    return {
      send: (data: readonly number[]) => this.sent.push({ to: name, data: [...data] }),
      close: () => this.made.delete(name),
    };
  }

  /** Plugs in a device with an input and an output. */
  plug(listed: string): void {
    this.#inputs.push({ listed, heard: undefined });
    this.#outputs.push(listed);
  }

  unplug(listed: string): void {
    this.#inputs.splice(this.inputs().indexOf(listed), 1);
    this.#outputs.splice(this.#outputs.indexOf(listed), 1);
  }

  /** Sends a message from a device; it is lost if nothing listens. */
  play(listed: string, ...data: number[]): void {
    this.#inputs.find((device) => device.listed === listed)?.heard?.(data);
  }
}
