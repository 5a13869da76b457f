import { forEachEvent, isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';

const channels = 16;
const keys = 128;
/** From here on a pedal is down (MIDI 1.0). */
const pedalDown = 64;

/**
 * The notes of one player whose keys are up and that the sustain pedal keeps sounding. Fed with everything that was
 * relayed for the player. Feeding allocates nothing.
 */
export class SustainedNotes {
  readonly #down = new Uint8Array(channels * keys);
  readonly #kept = new Uint8Array(channels * keys);
  readonly #pedals = new Uint8Array(channels);

  /** Takes in valid raw MIDI. */
  feed(data: Uint8Array): void {
    forEachEvent(data, this.#event);
  }

  /** Calls back for each note that only the pedal keeps, with the velocity it was struck with. */
  forEach(each: (channel: number, key: number, velocity: number) => void): void {
    for (let index = 0; index < this.#kept.length; index++) {
      const velocity = this.#kept[index] ?? 0;
      if (velocity > 0) each(index >> 7, index & 0x7f, velocity);
    }
  }

  readonly #event = (status: number, first: number, second: number): void => {
    const channel = status & 0x0f;
    const index = channel * keys + first;
    if (isNoteOn(status, second)) {
      this.#down[index] = second;
      this.#kept[index] = 0;
    } else if (isNoteOff(status, second)) this.#lift(index, channel);
    else if ((status & 0xf0) === midiStatus.controlChange) this.#control(channel, first, second);
  };

  #control(channel: number, controller: number, value: number): void {
    if (controller === midiController.sustain) this.#setPedal(channel, value);
    else if (controller === midiController.resetControllers) this.#setPedal(channel, 0);
    else if (controller === midiController.allSoundOff) {
      this.#down.fill(0, channel * keys, (channel + 1) * keys);
      this.#forgetKept(channel);
    } else if (controller >= midiController.allNotesOff) {
      // As if every key were lifted: the pedal keeps them (MIDI 1.0).
      for (let key = 0; key < keys; key++) this.#lift(channel * keys + key, channel);
    }
  }

  #lift(index: number, channel: number): void {
    const velocity = this.#down[index] ?? 0;
    this.#down[index] = 0;
    if (velocity > 0 && (this.#pedals[channel] ?? 0) >= pedalDown) this.#kept[index] = velocity;
  }

  #setPedal(channel: number, value: number): void {
    this.#pedals[channel] = value;
    if (value < pedalDown) this.#forgetKept(channel);
  }

  #forgetKept(channel: number): void {
    this.#kept.fill(0, channel * keys, (channel + 1) * keys);
  }
}
