import { forEachEvent, isNoteOff, isNoteOn, midiController, midiStatus } from './midi-events.ts';

const channels = 16;
const keys = 128;
/** The pedals that hold notes or change their colour: down from 64 up. */
const pedals = [midiController.sustain, midiController.sostenuto, midiController.soft] as const;

const noNotes = new Uint8Array(0);

/**
 * Tracks the keys and pedals that one player holds, per channel. Feed it everything that was relayed for the player,
 * and it knows what to release when the player leaves. Feeding allocates nothing after the first note.
 */
export class HeldNotes {
  /** Allocated at the first note, since most participants of a large room only listen. */
  #velocities = noNotes;
  readonly #pedals = new Uint8Array(channels * pedals.length);
  #keysDown = 0;

  /** Number of keys down on all channels together. */
  get keysDown(): number {
    return this.#keysDown;
  }

  /** True if any key or pedal is down. */
  get isHolding(): boolean {
    return this.#keysDown > 0 || this.#pedals.some(Boolean);
  }

  /** Feeds valid raw MIDI. */
  feed(data: Uint8Array): void {
    forEachEvent(data, this.#event);
  }

  /** Feeds one event; `second` is 0 for a two-byte event. */
  take(status: number, first: number, second: number): void {
    const channel = status & 0x0f;
    if (isNoteOn(status, second)) this.#set(channel, first, second);
    else if (isNoteOff(status, second)) this.#set(channel, first, 0);
    else if ((status & 0xf0) === midiStatus.controlChange) this.#control(channel, first, second);
  }

  /** The velocity of a key that is down, 0 if it is up. */
  velocity(channel: number, key: number): number {
    return this.#velocities[channel * keys + key] ?? 0;
  }

  /** Calls back for every key that is down. */
  forEachKey(each: (channel: number, key: number, velocity: number) => void): void {
    if (this.#keysDown === 0) return;
    for (let index = 0; index < this.#velocities.length; index++) {
      const velocity = this.#velocities[index] ?? 0;
      if (velocity > 0) each(index >> 7, index & 0x7f, velocity);
    }
  }

  /**
   * Returns the note-offs and pedal-ups that end everything held, as raw MIDI, and forgets it; empty if nothing is
   * held.
   */
  release(): Uint8Array {
    const bytes: number[] = [];
    this.forEachKey((channel, key) => {
      bytes.push(midiStatus.noteOff | channel, key, 64);
    });
    for (let index = 0; index < this.#pedals.length; index++) {
      if ((this.#pedals[index] ?? 0) > 0) {
        bytes.push(
          midiStatus.controlChange | Math.floor(index / pedals.length),
          pedals[index % pedals.length] ?? 64,
          0,
        );
      }
    }
    this.#velocities.fill(0);
    this.#pedals.fill(0);
    this.#keysDown = 0;
    return Uint8Array.from(bytes);
  }

  readonly #event = (status: number, first: number, second: number): void => this.take(status, first, second);

  #set(channel: number, key: number, velocity: number): void {
    const index = channel * keys + key;
    if ((this.#velocities[index] ?? 0) > 0) this.#keysDown--;
    if (velocity > 0) {
      this.#keysDown++;
      if (this.#velocities === noNotes) this.#velocities = new Uint8Array(channels * keys);
    }
    this.#velocities[index] = velocity;
  }

  #control(channel: number, controller: number, value: number): void {
    const pedal = (pedals as readonly number[]).indexOf(controller);
    if (pedal >= 0) this.#pedals[channel * pedals.length + pedal] = value;
    else if (controller === midiController.resetControllers) {
      this.#pedals.fill(0, channel * pedals.length, (channel + 1) * pedals.length);
    } else if (controller === midiController.allSoundOff || controller >= midiController.allNotesOff) {
      // 124 to 127 change the channel's mode and also end all notes (MIDI 1.0).
      for (let key = 0; key < keys; key++) this.#set(channel, key, 0);
    }
  }
}
