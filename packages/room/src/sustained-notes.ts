import { type HeldNotes, isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';

const channels = 16;
const keys = 128;
/** A pedal is down from this value on (MIDI 1.0). */
const pedalDown = 64;

const noNotes = new Uint8Array(0);

/**
 * The notes of one player that a pedal keeps sounding. The sustain pedal keeps every note whose key is lifted while it
 * is down; the sostenuto pedal keeps those whose keys were down when it was pressed. It is updated by everything that is
 * relayed for the player, each event before HeldNotes does. Taking in allocates nothing after the first pedal.
 */
export class SustainedNotes {
  readonly #down: Pick<HeldNotes, 'velocity'>;
  // Both are empty before the first pedal.
  /** Velocities of notes that still sound although their keys are up. */
  #kept = noNotes;
  /** 1 for a note that the sostenuto pedal has caught. */
  #caught = noNotes;
  readonly #sustain = new Uint8Array(channels);
  readonly #sostenuto = new Uint8Array(channels);

  /** @param down the keys that are down. */
  constructor(down: Pick<HeldNotes, 'velocity'>) {
    this.#down = down;
  }

  /**
   * Appends the raw MIDI with which an instrument whose controllers are set plays the notes that the pedals keep. Keys
   * that are down and not caught are left out. Caught notes are struck before the sostenuto pedal is pressed again.
   */
  appendTo(bytes: number[]): void {
    for (let channel = 0; channel < channels; channel++) {
      this.#appendCaught(bytes, channel);
      this.#eachKept(channel, (key, velocity, index) => {
        if (this.#caught[index] === 0) bytes.push(midiStatus.noteOn | channel, key, velocity);
        bytes.push(midiStatus.noteOff | channel, key, 64);
      });
    }
  }

  /** True if the sostenuto pedal holds this note, with its key down or up: appendTo() includes it. */
  isCaught(channel: number, key: number): boolean {
    return this.#caught[channel * keys + key] === 1;
  }

  /** Takes in one event; `second` is 0 for one of two bytes. */
  take(status: number, first: number, second: number): void {
    const channel = status & 0x0f;
    if ((status & 0xf0) === midiStatus.controlChange) this.#control(channel, first, second);
    else if (this.#kept === noNotes) return;
    else if (isNoteOn(status, second)) this.#kept[channel * keys + first] = 0;
    else if (isNoteOff(status, second)) this.#lift(channel, first);
  }

  #control(channel: number, controller: number, value: number): void {
    if (controller === midiController.sustain) this.#setSustain(channel, value);
    else if (controller === midiController.sostenuto) this.#setSostenuto(channel, value);
    else if (controller === midiController.resetControllers) {
      this.#setSustain(channel, 0);
      this.#setSostenuto(channel, 0);
    } else if (controller === midiController.allSoundOff) {
      for (const notes of [this.#kept, this.#caught]) notes.fill(0, channel * keys, (channel + 1) * keys);
    } else if (controller >= midiController.allNotesOff) {
      // Acts as if every key were lifted: the pedals keep the notes (MIDI 1.0).
      for (let key = 0; key < keys; key++) this.#lift(channel, key);
    }
  }

  #lift(channel: number, key: number): void {
    const velocity = this.#down.velocity(channel, key);
    const index = channel * keys + key;
    if (velocity > 0 && (this.#isSustained(channel) || this.#caught[index] === 1)) this.#kept[index] = velocity;
  }

  #press(): void {
    if (this.#kept !== noNotes) return;
    this.#kept = new Uint8Array(channels * keys);
    this.#caught = new Uint8Array(channels * keys);
  }

  #setSustain(channel: number, value: number): void {
    this.#sustain[channel] = value;
    if (value < pedalDown) this.#dropUnkept(channel);
    else this.#press();
  }

  #setSostenuto(channel: number, value: number): void {
    const wasDown = (this.#sostenuto[channel] ?? 0) >= pedalDown;
    this.#sostenuto[channel] = value;
    if (value < pedalDown) {
      this.#caught.fill(0, channel * keys, (channel + 1) * keys);
      this.#dropUnkept(channel);
    } else if (!wasDown) {
      this.#press();
      for (let key = 0; key < keys; key++) {
        this.#caught[channel * keys + key] = this.#down.velocity(channel, key) > 0 ? 1 : 0;
      }
    }
  }

  /** Drops the notes that no pedal keeps any longer. */
  #dropUnkept(channel: number): void {
    if (this.#isSustained(channel)) return;
    for (let index = channel * keys; index < (channel + 1) * keys; index++) {
      if (this.#caught[index] === 0) this.#kept[index] = 0;
    }
  }

  #isSustained(channel: number): boolean {
    return (this.#sustain[channel] ?? 0) >= pedalDown;
  }

  #appendCaught(bytes: number[], channel: number): void {
    const struck: number[] = [];
    for (let key = 0; key < keys; key++) {
      if (!this.isCaught(channel, key)) continue;
      const index = channel * keys + key;
      const velocity = this.#down.velocity(channel, key) || (this.#kept[index] ?? 0);
      if (velocity > 0) struck.push(midiStatus.noteOn | channel, key, velocity);
    }
    if (struck.length === 0) return;
    const pedal = [midiStatus.controlChange | channel, midiController.sostenuto];
    bytes.push(...pedal, 0, ...struck, ...pedal, this.#sostenuto[channel] ?? 0);
  }

  #eachKept(channel: number, each: (key: number, velocity: number, index: number) => void): void {
    for (let key = 0; key < keys; key++) {
      const index = channel * keys + key;
      const velocity = this.#kept[index] ?? 0;
      if (velocity > 0) each(key, velocity, index);
    }
  }
}
