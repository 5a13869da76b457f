import { midiController } from '@roomtone/protocol';

const noParameter = 0x3fff;

/** The state of one participant's MIDI channel. */
export class Channel {
  readonly id: number;
  readonly participant: number;
  sustain = false;
  sostenuto = false;
  soft = false;
  /** Semitones. */
  bend = 0;
  #volume = 100;
  #expression = 127;
  #bendRange = 2;
  #bendValue = 8192;
  #rpn = noParameter;

  constructor(id: number, participant: number) {
    this.id = id;
    this.participant = participant;
  }

  /** 1 for a channel with default controllers. */
  get gain(): number {
    return (this.#volume / 100) ** 2 * (this.#expression / 127) ** 2;
  }

  /** The brightness of new notes; the soft pedal lowers it. */
  get brightness(): number {
    return this.soft ? 0.6 : 1;
  }

  /** The volume of new notes of recorded instruments; the soft pedal lowers it. */
  get softness(): number {
    return this.soft ? 0.7 : 1;
  }

  /** Sets the pitch bend from its two data bytes. */
  setBend(low: number, high: number): void {
    this.#bendValue = low | (high << 7);
    this.bend = ((this.#bendValue - 8192) / 8192) * this.#bendRange;
  }

  /** Handles controllers that affect only the channel; Polyphony handles pedals that end notes. */
  control(controller: number, value: number): void {
    switch (controller) {
      case midiController.volume:
        this.#volume = value;
        break;
      case midiController.expression:
        this.#expression = value;
        break;
      case midiController.soft:
        this.soft = value >= 64;
        break;
      case midiController.rpnMsb:
        this.#rpn = (this.#rpn & 0x7f) | (value << 7);
        break;
      case midiController.rpnLsb:
        this.#rpn = (this.#rpn & 0x3f80) | value;
        break;
      // Data entry sets a parameter of the instrument's maker, which is not known here.
      case midiController.nrpnMsb:
      case midiController.nrpnLsb:
        this.#rpn = noParameter;
        break;
      case midiController.dataEntryMsb:
        // RPN 0 is the bend range.
        if (this.#rpn === 0) {
          this.#bendRange = Math.min(value, 24);
          this.setBend(this.#bendValue & 0x7f, this.#bendValue >> 7);
        }
        break;
      case midiController.resetControllers:
        this.#expression = 127;
        this.#rpn = noParameter;
        this.soft = false;
        this.setBend(0, 64);
        break;
    }
  }
}
