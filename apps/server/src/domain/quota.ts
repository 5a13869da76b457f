import { eventLength, limits, type MidiMessage, midiController, midiStatus } from '@roomtone/protocol';
import { isRelease, pickEvents } from './relay.ts';

const { eventsPerSecond, eventBurst, abusePerSecond } = limits.midi;
const secondUs = 1_000_000;

/**
 * How much one participant may play: a bucket that fills with 2,000 events a second up to 4,000 (room rules R6). Within
 * it everything passes. Over it note-ons are dropped, continuous values are held back until the quota allows the latest
 * of each, and what the sound depends on passes all the same: releases, programs, banks and parameter numbers.
 *
 * Times are µs of one clock that never goes back. Within the quota admitting allocates nothing.
 */
export class NoteQuota {
  #tokens: number = eventBurst;
  // These begin as numbers: V8 then keeps them where they are, while each value put where `undefined` was is an object.
  #filledUs = 0;
  #secondStartUs = 0;
  #secondEvents = 0;
  #dropped = 0;
  #reportedUs = Number.NEGATIVE_INFINITY;
  /** The latest value of each continuous controller that is held back: what it belongs to → its value. None mostly. */
  #heldBack: Map<number, number> | undefined;

  constructor(nowUs: number) {
    this.#filledUs = nowUs;
    this.#secondStartUs = nowUs;
  }

  /**
   * What of a valid message may be relayed now: the message itself, a part of it, or undefined for nothing of it.
   * `'abuse'` when more than 20,000 events came within a second: close the connection with 4400.
   */
  admit(midi: MidiMessage, nowUs: number): MidiMessage | undefined | 'abuse' {
    const count = midi.offsets.length;
    if (nowUs - this.#secondStartUs >= secondUs) {
      this.#secondStartUs = nowUs;
      this.#secondEvents = 0;
    }
    this.#secondEvents += count;
    if (this.#secondEvents > abusePerSecond) return 'abuse';
    this.#fill(nowUs);
    if (this.#tokens >= count && this.#heldBack === undefined) {
      this.#tokens -= count;
      return midi;
    }
    return pickEvents(midi, this.#passes);
  }

  /** Whether anything waits: values that are held back, or dropped events to report. */
  get isExceeded(): boolean {
    return this.#dropped > 0 || this.#heldBack !== undefined;
  }

  /** Whether values are held back that takeHeldBack() may give out. */
  get holdsBack(): boolean {
    return this.#heldBack !== undefined;
  }

  /** The held-back values that the quota allows by now, oldest first, as raw MIDI; they count as relayed from here on. */
  takeHeldBack(nowUs: number): Uint8Array {
    this.#fill(nowUs);
    const bytes: number[] = [];
    for (const [key, value] of this.#heldBack ?? []) {
      if (!this.#spend()) break;
      this.#release(key);
      pushContinuous(bytes, key, value);
    }
    return Uint8Array.from(bytes);
  }

  /** Nobody waits for the values that are held back any more. */
  forgetHeldBack(): void {
    this.#heldBack = undefined;
  }

  /** How many events were dropped since the last report; 0 when none were or the last report is under a second old. */
  takeReport(nowUs: number): number {
    if (this.#dropped === 0 || nowUs - this.#reportedUs < secondUs) return 0;
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.#reportedUs = nowUs;
    return dropped;
  }

  #fill(nowUs: number): void {
    this.#tokens = Math.min(eventBurst, this.#tokens + ((nowUs - this.#filledUs) * eventsPerSecond) / secondUs);
    this.#filledUs = nowUs;
  }

  #spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  readonly #passes = (status: number, first: number, second: number): boolean => {
    const key = continuousKey(status, first);
    if (alwaysArrives(status, first, second)) {
      // The quota never runs into debt, or a flood of releases would silence the player for long after.
      this.#tokens = Math.max(0, this.#tokens - 1);
      if (isReset(status, first)) this.#supersedeChannel(status & 0x0f);
      else if (key !== undefined) this.#supersede(key);
      return true;
    }
    if (key !== undefined) this.#supersede(key);
    if (this.#spend()) return true;
    if (key === undefined) this.#dropped++;
    else this.#hold(key, isControl(status) ? second : first | (second << 7));
    return false;
  };

  #supersede(key: number): void {
    if (this.#release(key)) this.#dropped++;
  }

  #hold(key: number, value: number): void {
    this.#heldBack ??= new Map();
    this.#heldBack.set(key, value);
  }

  /** Whether this was held back. */
  #release(key: number): boolean {
    const wasHeld = this.#heldBack?.delete(key) ?? false;
    if (this.#heldBack?.size === 0) this.#heldBack = undefined;
    return wasHeld;
  }

  /** A value from before a reset must not come after it. */
  #supersedeChannel(channel: number): void {
    for (const key of this.#heldBack?.keys() ?? []) if (((key >> 7) & 0x0f) === channel) this.#supersede(key);
  }
}

function isControl(status: number): boolean {
  return (status & 0xf0) === midiStatus.controlChange;
}

function isReset(status: number, first: number): boolean {
  return isControl(status) && first === midiController.resetControllers;
}

/**
 * Programs, and the controllers that mean something only together and in order: banks, parameter numbers and data entry
 * (96 to 101). A value without its parameter number would land on another parameter.
 */
function alwaysArrives(status: number, first: number, second: number): boolean {
  if (isRelease(status, first, second)) return true;
  if ((status & 0xf0) === midiStatus.programChange) return true;
  if (!isControl(status)) return false;
  return (
    first === midiController.bankMsb ||
    first === midiController.bankLsb ||
    first === midiController.dataEntryMsb ||
    first === midiController.dataEntryLsb ||
    (first >= 96 && first <= midiController.rpnMsb)
  );
}

/** Names what a value belongs to: a channel's controller, bend or pressure; undefined for what has no latest value. */
function continuousKey(status: number, first: number): number | undefined {
  switch (status & 0xf0) {
    case midiStatus.controlChange:
      return (status << 7) | first;
    case midiStatus.pitchBend:
    case midiStatus.channelPressure:
      return status << 7;
    default:
      return undefined;
  }
}

function pushContinuous(bytes: number[], key: number, value: number): void {
  const status = key >> 7;
  if (isControl(status)) bytes.push(status, key & 0x7f, value);
  else if (eventLength(status) === 3) bytes.push(status, value & 0x7f, value >> 7);
  else bytes.push(status, value);
}
