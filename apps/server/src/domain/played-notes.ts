import { forEachEvent, forEachEventOf, HeldNotes, type MidiMessage, midiStatus } from '@roomtone/protocol';
import { ChannelStates } from './channel-states.ts';
import { SustainedNotes } from './sustained-notes.ts';

/** What one player has set and holds, by all that was relayed for them. Taking in allocates nothing after the first note. */
export class PlayedNotes {
  readonly #held = new HeldNotes();
  readonly #sustained = new SustainedNotes();
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
    forEachEventOf(midi, this.#event);
  }

  /** The raw MIDI that ends all that is held; empty when nothing is. Forgets what was held. */
  release(): Uint8Array {
    const data = this.#held.release();
    forEachEvent(data, this.#event);
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

  readonly #event = (status: number, first: number, second: number): void => {
    this.#held.take(status, first, second);
    this.#sustained.take(status, first, second);
    this.#channels.take(status, first, second);
  };
}

const nothing = new Uint8Array(0);
