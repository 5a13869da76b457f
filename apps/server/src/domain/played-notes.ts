import { forEachEvent, forEachEventOf, HeldNotes, type MidiMessage, midiStatus } from '@roomtone/protocol';
import { ChannelStates } from './channel-states.ts';
import { SustainedNotes } from './sustained-notes.ts';

/** What one player has set and holds, by all that was relayed for them. Taking in allocates nothing after the first note. */
export class PlayedNotes {
  readonly #held = new HeldNotes();
  readonly #sustained = new SustainedNotes(this.#held);
  readonly #channels = new ChannelStates();
  #isUntouched = true;

  /** How many keys are down. */
  get keysDown(): number {
    return this.#held.keysDown;
  }

  /** How many notes were played so far. */
  get noteOns(): number {
    return this.#channels.noteOns;
  }

  /** Takes in a valid message. */
  take(midi: MidiMessage): void {
    this.#isUntouched = false;
    taking = this;
    forEachEventOf(midi, takeEvent);
  }

  /** The raw MIDI that ends all that is held; empty when nothing is. Forgets what was held. */
  release(): Uint8Array {
    const data = this.#held.release();
    // The pedals come up with it.
    taking = this;
    forEachEvent(data, takeEvent);
    return data;
  }

  /** The raw MIDI that makes a fresh instrument set and sounding as this player's is; empty for nothing. */
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

// One function for all players: one for each would be one more thing that the processor waits for.
let taking: PlayedNotes | undefined;
const takeEvent = (status: number, first: number, second: number): void => taking?.takeEvent(status, first, second);

const nothing = new Uint8Array(0);
