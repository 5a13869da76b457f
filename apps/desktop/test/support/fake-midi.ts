import type { MidiSystem } from '../../src/midi/midi-system.ts';

interface Plugged {
  readonly listed: string;
  heard: ((data: readonly number[]) => void) | undefined;
}

/** A machine's MIDI without a machine: devices come and go, and what was sent can be read. */
export class FakeMidi implements MidiSystem {
  readonly canMakePorts = true;
  readonly #inputs: Plugged[] = [];
  readonly #outputs: string[] = [];
  /** What was sent, by the port's name in the system's list. */
  readonly sent: { readonly to: string; readonly data: readonly number[] }[] = [];
  /** Made ports that are there now. */
  readonly made = new Set<string>();

  inputs() {
    return this.#inputs.map(({ listed }) => listed);
  }

  outputs() {
    return [...this.#outputs];
  }

  openInput(index: number, heard: (data: readonly number[]) => void) {
    const device = this.#inputs[index];
    if (device === undefined) throw new Error('no such port');
    device.heard = heard;
    return {
      close: () => {
        device.heard = undefined;
      },
    };
  }

  openOutput(index: number) {
    const listed = this.#outputs[index];
    if (listed === undefined) throw new Error('no such port');
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

  /** Plugs a device in that has an input and an output. */
  plug(listed: string): void {
    this.#inputs.push({ listed, heard: undefined });
    this.#outputs.push(listed);
  }

  unplug(listed: string): void {
    this.#inputs.splice(this.inputs().indexOf(listed), 1);
    this.#outputs.splice(this.#outputs.indexOf(listed), 1);
  }

  /** A device sends something; lost where nobody listens. */
  play(listed: string, ...data: number[]): void {
    this.#inputs.find((device) => device.listed === listed)?.heard?.(data);
  }
}
