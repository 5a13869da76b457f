import { eventLength, HeldNotes, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';
import { localNowUs } from './local-time.ts';

/** Where a note came from; what is held is known for each apart. */
export type NoteSource = 'pointer' | 'computer-keys' | 'piano-focus' | 'file' | `midi:${string}`;

/** Who gets one's own notes. */
export interface NoteSinks {
  /** Ears: this machine's synth. */
  sound(data: Uint8Array, timeUs: number): void;
  /** The room. */
  send(data: Uint8Array, timeUs: number): void;
  /** Eyes. */
  draw(data: Uint8Array, timeUs: number): void;
  /** Somebody who may only listen struck a key. */
  refused(): void;
}

const channels = 16;
/** Pedal up, all sound off, controllers reset, all notes off: one of them ends it everywhere. */
const ending = [
  midiController.sustain,
  midiController.allSoundOff,
  midiController.resetControllers,
  midiController.allNotesOff,
] as const;

/** One's own playing, from whatever hand it comes: passes each MIDI event on at once and knows what is held. */
export class Performer {
  readonly #sinks: NoteSinks;
  readonly #held = new Map<NoteSource, HeldNotes>();
  readonly #private = new Set<NoteSource>();
  #allowed = false;
  /** A bit a channel. */
  #usedChannels = 0;

  constructor(sinks: NoteSinks) {
    this.#sinks = sinks;
  }

  /** Whether playing is allowed here; guests listen. What is held ends when it is taken away. */
  allow(allowed: boolean): void {
    if (!allowed) this.releaseAll();
    this.#allowed = allowed;
  }

  /** Whether only oneself hears a source; the room is not asked then. What it holds ends first. */
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

  /** Plays one raw MIDI message; what is no channel voice message, such as clock, is left out. */
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

  /** Lets go of all that a source holds, keys and pedals: its device is gone, or the page lost the focus. */
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
  }

  /** Ends whatever of one's own may still sound anywhere, known to be held or not. */
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

  /** Lets go of everything. */
  releaseAll(): void {
    for (const source of [...this.#held.keys()]) this.release(source);
  }

  #pass(source: NoteSource, data: Uint8Array, timeUs: number): void {
    this.#usedChannels |= 1 << ((data[0] ?? 0) & 0x0f);
    this.#sinks.sound(data, timeUs);
    if (!this.#private.has(source)) this.#sinks.send(data, timeUs);
    this.#sinks.draw(data, timeUs);
  }
}
