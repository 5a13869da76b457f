import { type MidiWords, midiWords } from './midi-words.ts';

/** One message that arrived. */
export interface MonitoredMessage extends MidiWords {
  readonly device: string;
  /** Local µs. */
  readonly timeUs: number;
}

const kept = 64;

/**
 * Keeps the last messages that MIDI keyboards sent, as they sent them, for whoever looks. They are put into words only
 * when somebody does.
 */
export class MidiMonitor {
  readonly #messages: { device: string; data: Uint8Array; timeUs: number }[] = [];
  #next = 0;
  #changed: () => void = () => {};

  /** The latest first. */
  get messages(): MonitoredMessage[] {
    const ordered = [...this.#messages.slice(this.#next), ...this.#messages.slice(0, this.#next)].reverse();
    return ordered.map(({ device, data, timeUs }) => ({ device, timeUs, ...midiWords(data) }));
  }

  heard(device: string, data: Uint8Array, timeUs: number): void {
    this.#messages[this.#next] = { device, data, timeUs };
    this.#next = (this.#next + 1) % kept;
    this.#changed();
  }

  /** Calls back with every message, from one listener at a time; returns what ends it. */
  watch(changed: () => void): () => void {
    this.#changed = changed;
    return () => {
      if (this.#changed === changed) this.#changed = () => {};
    };
  }
}
