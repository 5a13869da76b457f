import { type BorrowedNotes, forEachEvent, forEachEventOf, HeldNotes, midiStatus } from '@roomtone/protocol';
import { ChannelStates } from './channel-states.ts';
import { SustainedNotes } from './sustained-notes.ts';

/**
 * One player's controllers and held notes, from everything relayed for them. Taking in allocates nothing after the
 * first note.
 */
export class PlayedNotes {
  readonly #held = new HeldNotes();
  readonly #sustained = new SustainedNotes(this.#held);
  readonly #channels = new ChannelStates();
  #isUntouched = true;

  /** The number of keys that are down. */
  get keysDown(): number {
    return this.#held.keysDown;
  }

  /** True if any key or pedal is down. */
  get isHolding(): boolean {
    return this.#held.isHolding;
  }

  /** The number of notes played so far. */
  get noteOns(): number {
    return this.#channels.noteOns;
  }

  /** Takes in a valid message. */
  take(midi: BorrowedNotes): void {
    this.#isUntouched = false;
    taking = this;
    forEachEventOf(midi, takeEvent);
  }

  /** Releases all held notes: returns the raw MIDI that ends them, empty if there are none. */
  release(): Uint8Array {
    const data = this.#held.release();
    // The data also lifts the pedals.
    taking = this;
    forEachEvent(data, takeEvent);
    return data;
  }

  /** The raw MIDI that brings a new instrument to the state of this player's; empty if nothing was played. */
  sounding(): Uint8Array {
    if (this.#isUntouched) return nothing;
    const bytes: number[] = [];
    this.#channels.appendTo(bytes);
    this.#sustained.appendTo(bytes);
    this.#held.forEachKey((channel, key, velocity) => {
      if (!this.#sustained.isCaught(channel, key)) bytes.push(midiStatus.noteOn | channel, key, velocity);
    });
    return Uint8Array.from(bytes);
  }

  /** Takes in one event; `second` is 0 for one of two bytes. */
  takeEvent(status: number, first: number, second: number): void {
    this.#sustained.take(status, first, second);
    this.#held.take(status, first, second);
    this.#channels.take(status, first, second);
  }
}

// One function for all players: with one for each, the processor would have to wait for more memory.
let taking: PlayedNotes | undefined;
const takeEvent = (status: number, first: number, second: number): void => taking?.takeEvent(status, first, second);

const nothing = new Uint8Array(0);
