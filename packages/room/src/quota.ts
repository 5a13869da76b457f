import {
  type BorrowedNotes,
  eventLength,
  limits,
  midiController,
  midiStatus,
  type RoomtoneError,
} from '@roomtone/protocol';
import type { Moment } from './moment.ts';
import { isRelease, pickEvents } from './relay.ts';

const { eventsPerSecond, eventBurst, abusePerSecond } = limits.midi;
const secondUs = 1_000_000;
/** At most so many bytes of what is sent are for one held-back value. */
const heldBackBytes = 6;

/** A budget of the bytes that each listener gets because of a participant (service rules S38.4). Times are µs. */
export interface ListenerBudget {
  /** True if this many bytes are within it. */
  has(bytes: number, nowUs: number): boolean;
  /** Counts bytes that were sent, within it or beyond. */
  add(bytes: number, nowUs: number): void;
  /** True for somebody who sends so much of what always arrives that no player does. */
  isAbused(nowUs: number): boolean;
  /** The RATE_LIMIT_EXCEEDED for a command of somebody who has used it up; undefined if they have not. */
  refusal(now: Moment): RoomtoneError | undefined;
  /** The participant has left. */
  leave(): void;
}

/**
 * Limits how many events one participant may send: a token bucket that gains 2,000 events per second up to 4,000 (room rules
 * R6), and as many bytes as S38.4 says. Within the quota everything passes. Above it, note-ons are dropped, and continuous values are held back until the
 * quota allows the latest of each. Events that the sound depends on still pass: releases, programs, banks and parameter
 * numbers.
 *
 * Times are µs on one monotonic clock. Within the quota, admit() allocates nothing.
 */
export class NoteQuota {
  #tokens: number = eventBurst;
  // Initialised with numbers: in a field that started as `undefined`, V8 would allocate an object for every new value.
  #filledUs = 0;
  #secondStartUs = 0;
  #secondEvents = 0;
  #dropped = 0;
  #reportedUs = Number.NEGATIVE_INFINITY;
  /** Held-back values: continuous key → latest value. Usually undefined. */
  #heldBack: Map<number, number> | undefined;
  /** The bytes that listeners get; undefined for those who are connected to another process, which counts them. */
  bytes: ListenerBudget | undefined = undefined;
  /** The bytes of a budget are used up: only what always arrives passes. */
  #lacksBytes = false;

  constructor(nowUs: number) {
    this.#filledUs = nowUs;
    this.#secondStartUs = nowUs;
  }

  /**
   * Returns what may be relayed of a valid message now: the message itself, a part of it, or undefined. `'abuse'` if more than
   * 20,000 events came within a second: then close the connection with 4400.
   */
  admit(midi: BorrowedNotes, nowUs: number): BorrowedNotes | undefined | 'abuse' {
    const count = midi.offsets.length;
    if (nowUs - this.#secondStartUs >= secondUs) {
      this.#secondStartUs = nowUs;
      this.#secondEvents = 0;
    }
    this.#secondEvents += count;
    if (this.#secondEvents > abusePerSecond) return 'abuse';
    this.#fill(nowUs);
    const { bytes } = this;
    this.#lacksBytes = bytes !== undefined && !bytes.has(noteBytes(midi), nowUs);
    if (this.#tokens >= count && this.#heldBack === undefined && !this.#lacksBytes) {
      this.#tokens -= count;
      bytes?.add(noteBytes(midi), nowUs);
      return midi;
    }
    const picked = pickEvents(midi, this.#passes);
    if (picked === undefined || bytes === undefined) return picked;
    bytes.add(noteBytes(picked), nowUs);
    return bytes.isAbused(nowUs) ? 'abuse' : picked;
  }

  /** True while values are held back or dropped events have not been reported. */
  get isExceeded(): boolean {
    return this.#dropped > 0 || this.#heldBack !== undefined;
  }

  /** True while takeHeldBack() may return values. */
  get holdsBack(): boolean {
    return this.#heldBack !== undefined;
  }

  /** Returns the held-back values that the quota allows now, oldest first, as raw MIDI. They count as relayed. */
  takeHeldBack(nowUs: number): Uint8Array {
    this.#fill(nowUs);
    this.#lacksBytes = this.bytes?.has(heldBackBytes, nowUs) === false;
    const midi: number[] = [];
    for (const [key, value] of this.#heldBack ?? []) {
      if (!this.#spend()) break;
      this.#release(key);
      pushContinuous(midi, key, value);
      this.bytes?.add(heldBackBytes, nowUs);
    }
    return Uint8Array.from(midi);
  }

  /** Drops the held-back values without reporting them. */
  forgetHeldBack(): void {
    this.#heldBack = undefined;
  }

  /** Returns how many events were dropped since the last report; 0 if that was less than a second ago. */
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
    if (this.#tokens < 1 || this.#lacksBytes) return false;
    this.#tokens -= 1;
    return true;
  }

  readonly #passes = (status: number, first: number, second: number): boolean => {
    const key = continuousKey(status, first);
    if (alwaysArrives(status, first, second)) {
      // The bucket never goes below zero, or a flood of releases would silence the player for a long time.
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

  /** Removes a held-back value. Returns true if there was one. */
  #release(key: number): boolean {
    const wasHeld = this.#heldBack?.delete(key) ?? false;
    if (this.#heldBack?.size === 0) this.#heldBack = undefined;
    return wasHeld;
  }

  /** Drops the channel's held-back values, which must not arrive after a reset. */
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
 * True for releases, programs, and controllers that have a meaning only together and in order: banks, parameter numbers and
 * data entry (96 to 101). A value without its parameter number would change another parameter.
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

/** Identifies a channel's controller, pitch bend or pressure; undefined for events that are not continuous values. */
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

/** A frame of notes has at most so many bytes besides the events and their offsets. */
const frameBytes = 48;
const offsetBytes = 3;

/** At most how many bytes a message of notes has as a frame, without making one. */
export function noteBytes({ data, offsets }: BorrowedNotes): number {
  return frameBytes + data.length + offsetBytes * offsets.length;
}
