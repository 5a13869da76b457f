import { describeMidi, type MidiDescription } from './midi-description.ts';

export interface MonitoredMessage extends MidiDescription {
  readonly device: string;
  /** Local µs. */
  readonly timeUs: number;
}

const kept = 64;

/**
 * Keeps the last messages from MIDI keyboards, as they were sent. They are only turned into text when somebody looks at
 * them.
 */
export class MidiMonitor {
  readonly #messages: { device: string; data: Uint8Array; timeUs: number }[] = [];
  #next = 0;
  #onMessage: () => void = () => {};

  /** Newest first. */
  get messages(): MonitoredMessage[] {
    const ordered = [...this.#messages.slice(this.#next), ...this.#messages.slice(0, this.#next)].reverse();
    return ordered.map(({ device, data, timeUs }) => ({ device, timeUs, ...describeMidi(data) }));
  }

  receive(device: string, data: Uint8Array, timeUs: number): void {
    this.#messages[this.#next] = { device, data, timeUs };
    this.#next = (this.#next + 1) % kept;
    this.#onMessage();
  }

  /** Calls back with every message. There is one listener at a time; the returned function removes it. */
  watch(onMessage: () => void): () => void {
    this.#onMessage = onMessage;
    return () => {
      if (this.#onMessage === onMessage) this.#onMessage = () => {};
    };
  }
}
