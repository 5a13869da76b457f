import { type HeldNotes, isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';

const channels = 16;
const keys = 128;
/** From here on a pedal is down (MIDI 1.0). */
const pedalDown = 64;

const noNotes = new Uint8Array(0);

/**
 * The notes of one player that a pedal keeps: the sustain pedal every note that is lifted while it is down, the sostenuto
 * pedal those whose keys were down when it came. Fed with everything that was relayed for the player, before the keys that
 * are down are. Feeding allocates nothing after the first pedal.
 */
export class SustainedNotes {
  readonly #down: Pick<HeldNotes, 'velocity'>;
  // Neither of the two before the first pedal.
  /** Velocities of notes whose keys are up and that go on sounding. */
  #kept = noNotes;
  /** 1 where the sostenuto pedal caught the note. */
  #caught = noNotes;
  readonly #sustain = new Uint8Array(channels);
  readonly #sostenuto = new Uint8Array(channels);

  /** @param down the keys that are down. */
  constructor(down: Pick<HeldNotes, 'velocity'>) {
    this.#down = down;
  }

  /**
   * Appends the raw MIDI that makes an instrument, with its controllers set, sound and go on sounding as this one does but
   * for keys that are down and not caught: caught notes are struck before the sostenuto pedal is pressed anew.
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

  /** Whether the sostenuto pedal holds this note, its key down or up: then appendTo() has struck it. */
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
      // As if every key were lifted: the pedals keep them (MIDI 1.0).
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
    if (value < pedalDown) this.#letGo(channel);
    else this.#press();
  }

  #setSostenuto(channel: number, value: number): void {
    const wasDown = (this.#sostenuto[channel] ?? 0) >= pedalDown;
    this.#sostenuto[channel] = value;
    if (value < pedalDown) {
      this.#caught.fill(0, channel * keys, (channel + 1) * keys);
      this.#letGo(channel);
    } else if (!wasDown) {
      this.#press();
      for (let key = 0; key < keys; key++) {
        this.#caught[channel * keys + key] = this.#down.velocity(channel, key) > 0 ? 1 : 0;
      }
    }
  }

  /** Forgets what no pedal keeps any longer. */
  #letGo(channel: number): void {
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
