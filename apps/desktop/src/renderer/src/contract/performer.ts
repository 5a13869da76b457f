import { eventLength, HeldNotes, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';
import { localNowUs } from './local-time.ts';

/** The source of a note; held notes are tracked per source. */
export type NoteSource = 'pointer' | 'pedal-button' | 'computer-keys' | 'piano-focus' | 'file' | `midi:${string}`;

/** The receivers of own notes. */
export interface NoteSinks {
  /** Plays it on this machine. */
  sound(data: Uint8Array, timeUs: number): void;
  /** Sends it to the room. */
  send(data: Uint8Array, timeUs: number): void;
  /** Shows it on the page. */
  draw(data: Uint8Array, timeUs: number): void;
  /** Called when a listener pressed a key. */
  refused(): void;
  /** Called with what the user played themselves, not a file. */
  heard?(data: Uint8Array): void;
}

const channels = 16;
/** Pedal up, all sound off, reset all controllers, all notes off: every instrument obeys one of them. */
const ending = [
  midiController.sustain,
  midiController.allSoundOff,
  midiController.resetControllers,
  midiController.allNotesOff,
] as const;

/** The user's own playing from all sources: passes each MIDI event on immediately and tracks held notes. */
export class Performer {
  readonly #sinks: NoteSinks;
  readonly #releaseListeners = new Map<NoteSource, () => void>();
  readonly #held = new Map<NoteSource, HeldNotes>();
  readonly #private = new Set<NoteSource>();
  #allowed = false;
  /** One bit per channel. */
  #usedChannels = 0;

  constructor(sinks: NoteSinks) {
    this.#sinks = sinks;
  }

  /** Sets whether the user may play; listeners may not. Taking it away ends held notes. */
  allow(allowed: boolean): void {
    if (!allowed) this.releaseAll();
    this.#allowed = allowed;
  }

  /**
   * Sets whether a source is heard on this machine only, which needs no permission from the room. Ends what it holds
   * first.
   */
  setPrivate(source: NoteSource, isPrivate: boolean): void {
    if (isPrivate === this.#private.has(source)) return;
    this.release(source);
    if (isPrivate) this.#private.add(source);
    else this.#private.delete(source);
  }

  noteOn(source: NoteSource, note: number, velocity: number, timeUs: number): void {
    this.play(source, Uint8Array.of(midiStatus.noteOn, note, velocity), timeUs);
  }

  noteOff(source: NoteSource, note: number, timeUs: number): void {
    this.play(source, Uint8Array.of(midiStatus.noteOff, note, 64), timeUs);
  }

  /** Plays one raw MIDI message; anything but a channel voice message, such as clock, is ignored. */
  play(source: NoteSource, data: Uint8Array, timeUs: number): void {
    const status = data[0] ?? 0;
    if (data.length === 0 || eventLength(status) !== data.length) return;
    if (!this.#allowed && !this.#private.has(source)) {
      if (isNoteOn(status, data[2] ?? 0)) this.#sinks.refused();
      return;
    }
    let held = this.#held.get(source);
    if (held === undefined) {
      held = new HeldNotes();
      this.#held.set(source, held);
    }
    held.feed(data);
    this.#pass(source, data, timeUs);
  }

  /** Calls a listener when all that a source holds has been released for it; returns a function that ends this. */
  onReleased(source: NoteSource, listener: () => void): () => void {
    this.#releaseListeners.set(source, listener);
    return () => this.#releaseListeners.delete(source);
  }

  /** Releases all keys and pedals that a source holds, because its device is gone or the page lost the focus. */
  release(source: NoteSource): void {
    const data = this.#held.get(source)?.release();
    if (data === undefined) return;
    this.#held.delete(source);
    const timeUs = localNowUs();
    for (let position = 0; position < data.length; ) {
      const length = eventLength(data[position] ?? 0) || data.length;
      this.#pass(source, data.slice(position, position + length), timeUs);
      position += length;
    }
    this.#releaseListeners.get(source)?.();
  }

  /** Ends every own note that may still sound, whether or not it is known to be held. */
  panic(): void {
    this.releaseAll();
    const timeUs = localNowUs();
    for (let channel = 0; channel < channels; channel++) {
      if ((this.#usedChannels & (1 << channel)) === 0) continue;
      for (const controller of ending) {
        const data = Uint8Array.of(midiStatus.controlChange | channel, controller, 0);
        this.#sinks.sound(data, timeUs);
        if (this.#allowed) this.#sinks.send(data, timeUs);
        this.#sinks.draw(data, timeUs);
      }
    }
    this.#usedChannels = 0;
  }

  /** Releases everything. */
  releaseAll(): void {
    for (const source of [...this.#held.keys()]) this.release(source);
  }

  #pass(source: NoteSource, data: Uint8Array, timeUs: number): void {
    this.#usedChannels |= 1 << ((data[0] ?? 0) & 0x0f);
    this.#sinks.sound(data, timeUs);
    if (!this.#private.has(source)) this.#sinks.send(data, timeUs);
    this.#sinks.draw(data, timeUs);
    if (source !== 'file') this.#sinks.heard?.(data);
  }
}
