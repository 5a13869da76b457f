import { midiController, midiStatus, type TimedEvent } from '@roomtone/protocol';

/** 100 values per second for each controller (R5.11). */
const spacingUs = 10_000;
/** How far a controller may get ahead of that rate when a note would otherwise overtake its value. */
const advanceUs = 100_000;
const channels = 16;
const keys = 128;
/** The thinned values of one channel: its controllers, the pressure of each key, channel pressure, and bend. */
const perChannel = 2 * keys + 2;
/** Data increment and decrement and the parameter numbers: controllers 96 to 101. */
const dataIncrement = 96;

/**
 * Thins the values of a player's wheels, pedals and pressure to 100 per second for each controller and channel; the last
 * value is always sent. Notes and everything else pass immediately and in order. A waiting value goes before the next note
 * of its channel, so that the note sounds as intended. Times are µs on one clock.
 */
export class Thinning {
  readonly #send: (event: TimedEvent) => void;
  /** For each value, when it may be sent again. */
  readonly #freeUs = new Float64Array(channels * perChannel);
  /** The latest waiting value of each controller, by index. */
  readonly #waiting = new Map<number, TimedEvent>();
  #sentUs = Number.NEGATIVE_INFINITY;

  /** @param send gets the events that pass, in order. */
  constructor(send: (event: TimedEvent) => void) {
    this.#send = send;
  }

  /** When the first waiting value is due; undefined if none waits. */
  get dueUs(): number | undefined {
    let dueUs: number | undefined;
    for (const index of this.#waiting.keys())
      dueUs = Math.min(dueUs ?? Number.POSITIVE_INFINITY, this.#freeUs[index] ?? 0);
    return dueUs;
  }

  /** Passes a valid event on, or lets it wait. */
  take(event: TimedEvent): void {
    if (this.#waiting.size > 0) this.release(event.timeUs);
    const [status = 0, first = 0, second = 0] = event.data;
    const index = thinnedIndex(status, first);
    if (index === undefined) {
      if (this.#waiting.size > 0) this.#sendAhead(status & 0x0f, event.timeUs);
      this.#pass(event);
    } else if (this.#isFree(index, event.timeUs) || isPedalUp(status, first, second)) {
      this.#waiting.delete(index);
      this.#freeUs[index] = event.timeUs + spacingUs;
      this.#pass(event);
    } else this.#waiting.set(index, event);
  }

  /** Sends the values that are due. */
  release(nowUs: number): void {
    for (const [index, event] of this.#waiting) {
      const freeUs = this.#freeUs[index] ?? 0;
      if (freeUs > nowUs) continue;
      this.#waiting.delete(index);
      this.#freeUs[index] = freeUs + spacingUs;
      this.#sendWaiting(event);
    }
  }

  /** Drops waiting values: nobody would hear them. */
  clear(): void {
    this.#waiting.clear();
  }

  #sendAhead(channel: number, nowUs: number): void {
    for (const [index, event] of this.#waiting) {
      const freeUs = this.#freeUs[index] ?? 0;
      if (Math.floor(index / perChannel) !== channel || freeUs - nowUs > advanceUs) continue;
      this.#waiting.delete(index);
      this.#freeUs[index] = freeUs + spacingUs;
      this.#sendWaiting(event);
    }
  }

  #isFree(index: number, timeUs: number): boolean {
    const waitUs = (this.#freeUs[index] ?? 0) - timeUs;
    // A wait this long means that time went back: another piece began at an earlier time.
    return waitUs <= 0 || waitUs > advanceUs + spacingUs;
  }

  #pass(event: TimedEvent): void {
    this.#sentUs = event.timeUs;
    this.#send(event);
  }

  /** A value that waited gets a time no earlier than the events sent meanwhile. */
  #sendWaiting({ timeUs, data }: TimedEvent): void {
    this.#pass({ timeUs: Math.max(timeUs, this.#sentUs), data });
  }
}

/** The index of the thinned value that an event sets; undefined if every event counts. */
function thinnedIndex(status: number, first: number): number | undefined {
  const base = (status & 0x0f) * perChannel;
  switch (status & 0xf0) {
    case midiStatus.controlChange:
      return isContinuous(first) ? base + first : undefined;
    case midiStatus.polyPressure:
      return base + keys + first;
    case midiStatus.channelPressure:
      return base + 2 * keys;
    case midiStatus.pitchBend:
      return base + 2 * keys + 1;
    default:
      return undefined;
  }
}

/**
 * Bank, parameter numbers and data entry form sequences that must stay whole; from 120 up they are not values (MIDI
 * 1.0).
 */
function isContinuous(controller: number): boolean {
  switch (controller) {
    case midiController.bankMsb:
    case midiController.bankLsb:
    case midiController.dataEntryMsb:
    case midiController.dataEntryLsb:
      return false;
    default:
      return (
        controller < dataIncrement || (controller > midiController.rpnMsb && controller < midiController.allSoundOff)
      );
  }
}

/** A pedal-up never waits, because notes ring until it. */
function isPedalUp(status: number, first: number, second: number): boolean {
  if ((status & 0xf0) !== midiStatus.controlChange || second >= 64) return false;
  return first === midiController.sustain || first === midiController.sostenuto || first === midiController.soft;
}
