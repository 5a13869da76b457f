import type { ClockContinuity } from '../../../shared/midi-messages.ts';
import { localNowUs } from '../contract/local-time.ts';
import { BeatClock, type TimedClock } from './beat-clock.ts';
import type { BeatSource } from './beat-feed.ts';

const everyMs = 100;
/** How far ahead clock messages are sent: enough for a busy thread, but short enough that a change is not late. */
const aheadUs = 400_000;
/** A longer gap, as after sleep, is skipped; an update repeats no more than this. */
const maxGapUs = 2_000_000;

/** Receives a metronome as MIDI clock. `toLocalUs`: the local clock minus the metronome's. */
export type ClockReceiver = (messages: readonly TimedClock[], continuity: ClockContinuity, toLocalUs: number) => void;

/** Sends a metronome as MIDI clock shortly before it is due, while there is a receiver. */
export class ClockFeed {
  #clock = new BeatClock(0);
  #receiver: ClockReceiver | undefined;
  #source: BeatSource | undefined;
  /** When it last ran, on the metronome's clock. */
  #lastRunUs = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Sets the receiver; undefined for none. */
  setReceiver(receiver: ClockReceiver | undefined): void {
    clearInterval(this.#timer);
    this.#receiver = receiver;
    if (receiver === undefined) return;
    this.#timer = setInterval(() => this.#next('next'), everyMs);
    // A new receiver has not had a Start.
    this.#next('restart');
  }

  /** Follows another metronome, or the same one after it was set. */
  follow(source: BeatSource): void {
    const continuity = source === this.#source ? 'update' : 'restart';
    this.#source = source;
    this.#next(continuity);
  }

  #next(how: ClockContinuity): void {
    const source = this.#source;
    if (source === undefined || this.#receiver === undefined) return;
    const nowUs = source.nowUs();
    const toLocalUs = localNowUs() - nowUs;
    // The machine slept, or the server has another clock.
    const continuity = Math.abs(nowUs - this.#lastRunUs) > maxGapUs ? 'restart' : how;
    this.#lastRunUs = nowUs;
    if (continuity === 'restart') this.#clock = new BeatClock(nowUs);
    if (continuity === 'update') this.#clock.rewind(nowUs - maxGapUs);
    const messages = this.#clock.next(source, nowUs + aheadUs);
    if (messages.length > 0 || continuity !== 'next') this.#receiver(messages, continuity, toLocalUs);
  }
}
