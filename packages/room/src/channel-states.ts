import { isNoteOn, midiController, midiStatus } from '@roomtone/protocol';

const channels = 16;
const unset = 0xff;
/** The controllers in the snapshot for a newcomer, besides banks (R5.6). */
const reported = [1, 7, 10, 11, 64, 66, 67] as const;
/** The controllers that reset-all-controllers resets, with their values (MIDI 1.0, RP-015). Volume and pan stay. */
const afterReset = new Map<number, number>([
  [1, 0],
  [11, 127],
  [64, 0],
  [66, 0],
  [67, 0],
]);
/** Positions in a channel's row of bytes. A byte is `unset` until the player sets it. */
const field = {
  bankMsb: 0,
  bankLsb: 1,
  program: 2,
  bendLow: 3,
  bendHigh: 4,
  rangeMsb: 5,
  rangeLsb: 6,
  reported: 7,
} as const;
const rowBytes = field.reported + reported.length;
const bendCentre = 0x40;

/**
 * The settings that one player has on each channel: bank, program, controllers, pitch bend and its range. It is updated by everything
 * that is relayed for the player, sets a newcomer's instrument to the same state, and counts the notes. Taking in
 * allocates nothing.
 */
export class ChannelStates {
  readonly #rows = new Uint8Array(channels * rowBytes).fill(unset);
  /** The parameter that data entry sets: 0 for RPN 0, the pitch bend range. Others are not tracked. */
  readonly #parameterMsb = new Uint8Array(channels).fill(unset);
  readonly #parameterLsb = new Uint8Array(channels).fill(unset);
  #noteOns = 0;

  /** The number of notes played so far. */
  get noteOns(): number {
    return this.#noteOns;
  }

  /** Appends to `bytes` the raw MIDI that sets a new instrument to this state; nothing for unused channels. */
  appendTo(bytes: number[]): void {
    for (let channel = 0; channel < channels; channel++) this.#appendChannel(bytes, channel);
  }

  /** Takes in one event; `second` is 0 for one of two bytes. */
  take(status: number, first: number, second: number): void {
    const channel = status & 0x0f;
    const kind = status & 0xf0;
    if (isNoteOn(status, second)) this.#noteOns++;
    else if (kind === midiStatus.controlChange) this.#control(channel, first, second);
    else if (kind === midiStatus.programChange) this.#set(channel, field.program, first);
    else if (kind === midiStatus.pitchBend) {
      this.#set(channel, field.bendLow, first);
      this.#set(channel, field.bendHigh, second);
    }
  }

  #control(channel: number, controller: number, value: number): void {
    switch (controller) {
      case midiController.bankMsb:
        this.#set(channel, field.bankMsb, value);
        break;
      case midiController.bankLsb:
        this.#set(channel, field.bankLsb, value);
        break;
      case midiController.rpnMsb:
        this.#parameterMsb[channel] = value;
        break;
      case midiController.rpnLsb:
        this.#parameterLsb[channel] = value;
        break;
      // Data entry now sets a non-registered parameter, which is not tracked.
      case midiController.nrpnLsb:
      case midiController.nrpnMsb:
        this.#forgetParameter(channel);
        break;
      case midiController.dataEntryMsb:
        if (this.#isBendRange(channel)) this.#set(channel, field.rangeMsb, value);
        break;
      case midiController.dataEntryLsb:
        if (this.#isBendRange(channel)) this.#set(channel, field.rangeLsb, value);
        break;
      case midiController.resetControllers:
        this.#reset(channel);
        break;
      default: {
        const index = (reported as readonly number[]).indexOf(controller);
        if (index >= 0) this.#set(channel, field.reported + index, value);
      }
    }
  }

  #reset(channel: number): void {
    for (const [controller, value] of afterReset) {
      const at = field.reported + (reported as readonly number[]).indexOf(controller);
      if (this.#get(channel, at) !== unset) this.#set(channel, at, value);
    }
    if (this.#get(channel, field.bendHigh) !== unset) {
      this.#set(channel, field.bendLow, 0);
      this.#set(channel, field.bendHigh, bendCentre);
    }
    this.#forgetParameter(channel);
  }

  #appendChannel(bytes: number[], channel: number): void {
    const control = midiStatus.controlChange | channel;
    const push = (controller: number, at: number) => {
      const value = this.#get(channel, at);
      if (value !== unset) bytes.push(control, controller, value);
    };
    push(midiController.bankMsb, field.bankMsb);
    push(midiController.bankLsb, field.bankLsb);
    const program = this.#get(channel, field.program);
    if (program !== unset) bytes.push(midiStatus.programChange | channel, program);
    for (let index = 0; index < reported.length; index++) push(reported[index] ?? 0, field.reported + index);
    if (this.#get(channel, field.rangeMsb) !== unset || this.#get(channel, field.rangeLsb) !== unset) {
      bytes.push(control, midiController.rpnMsb, 0, control, midiController.rpnLsb, 0);
      push(midiController.dataEntryMsb, field.rangeMsb);
      push(midiController.dataEntryLsb, field.rangeLsb);
      // Selects no parameter, so that stray data entry changes nothing.
      bytes.push(control, midiController.rpnMsb, 127, control, midiController.rpnLsb, 127);
    }
    const bendHigh = this.#get(channel, field.bendHigh);
    if (bendHigh !== unset) bytes.push(midiStatus.pitchBend | channel, this.#get(channel, field.bendLow), bendHigh);
  }

  #isBendRange(channel: number): boolean {
    return this.#parameterMsb[channel] === 0 && this.#parameterLsb[channel] === 0;
  }

  #forgetParameter(channel: number): void {
    this.#parameterMsb[channel] = unset;
    this.#parameterLsb[channel] = unset;
  }

  #get(channel: number, at: number): number {
    return this.#rows[channel * rowBytes + at] ?? unset;
  }

  #set(channel: number, at: number, value: number): void {
    this.#rows[channel * rowBytes + at] = value;
  }
}
