import { midiController, midiStatus, type TimedEvent } from '@roomtone/protocol';

/** 100 values a second of each controller (R5.11). */
const spacingUs = 10_000;
/** How far ahead of that a controller may get where notes would otherwise overtake its values. */
const advanceUs = 100_000;
const channels = 16;
const keys = 128;
/** Values of one channel that are thinned: the controllers, each key's pressure, channel pressure, bend. */
const perChannel = 2 * keys + 2;
/** Data increment and decrement and the parameter numbers: 96 to 101. */
const dataIncrement = 96;

/**
 * Thins what a player's wheels, pedals and pressure send to 100 values a second of each controller and channel; the last
 * one is always sent. Notes and everything else pass at once and in order: a value that waits goes ahead of the next note
 * of its channel, so that the note sounds as it was meant. Times are µs on one clock.
 */
export class Thinning {
  readonly #send: (event: TimedEvent) => void;
  /** From when on each may be sent again. */
  readonly #freeUs = new Float64Array(channels * perChannel);
  /** The latest value of each that waits, by its index. */
  readonly #held = new Map<number, TimedEvent>();
  #sentUs = Number.NEGATIVE_INFINITY;

  /** @param send gets what passes, in order. */
  constructor(send: (event: TimedEvent) => void) {
    this.#send = send;
  }

  /** When the first of the values that wait may go; undefined when none waits. */
  get dueUs(): number | undefined {
    let dueUs: number | undefined;
    for (const index of this.#held.keys())
      dueUs = Math.min(dueUs ?? Number.POSITIVE_INFINITY, this.#freeUs[index] ?? 0);
    return dueUs;
  }

  /** Takes a valid event in: it passes, or waits. */
  take(event: TimedEvent): void {
    if (this.#held.size > 0) this.release(event.timeUs);
    const [status = 0, first = 0, second = 0] = event.data;
    const index = thinnedIndex(status, first);
    if (index === undefined) {
      if (this.#held.size > 0) this.#sendAhead(status & 0x0f, event.timeUs);
      this.#pass(event);
    } else if (this.#isFree(index, event.timeUs) || isPedalUp(status, first, second)) {
      this.#held.delete(index);
      this.#freeUs[index] = event.timeUs + spacingUs;
      this.#pass(event);
    } else this.#held.set(index, event);
  }

  /** Lets go what is due. */
  release(nowUs: number): void {
    for (const [index, event] of this.#held) {
      const freeUs = this.#freeUs[index] ?? 0;
      if (freeUs > nowUs) continue;
      this.#held.delete(index);
      this.#freeUs[index] = freeUs + spacingUs;
      this.#passHeld(event);
    }
  }

  /** Forgets what waits: nobody is there to hear it. */
  clear(): void {
    this.#held.clear();
  }

  #sendAhead(channel: number, nowUs: number): void {
    for (const [index, event] of this.#held) {
      const freeUs = this.#freeUs[index] ?? 0;
      if (Math.floor(index / perChannel) !== channel || freeUs - nowUs > advanceUs) continue;
      this.#held.delete(index);
      this.#freeUs[index] = freeUs + spacingUs;
      this.#passHeld(event);
    }
  }

  #isFree(index: number, timeUs: number): boolean {
    const waitUs = (this.#freeUs[index] ?? 0) - timeUs;
    // Nothing is as far ahead as that: another piece begins, at an earlier time.
    return waitUs <= 0 || waitUs > advanceUs + spacingUs;
  }

  #pass(event: TimedEvent): void {
    this.#sentUs = event.timeUs;
    this.#send(event);
  }

  /** What waited does not go back behind what was sent meanwhile. */
  #passHeld({ timeUs, data }: TimedEvent): void {
    this.#pass({ timeUs: Math.max(timeUs, this.#sentUs), data });
  }
}

/** Which of the thinned values an event sets; undefined where every single one counts. */
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

/** Bank, parameter numbers and data entry belong together in their order; from 120 on they are no values (MIDI 1.0). */
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

/** The end of a pedal waits for nothing: notes hang on it. */
function isPedalUp(status: number, first: number, second: number): boolean {
  if ((status & 0xf0) !== midiStatus.controlChange || second >= 64) return false;
  return first === midiController.sustain || first === midiController.sostenuto || first === midiController.soft;
}
