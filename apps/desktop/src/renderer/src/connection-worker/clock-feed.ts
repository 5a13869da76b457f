import type { ClockTold } from '../../../shared/midi-messages.ts';
import { localNowUs } from '../contract/local-time.ts';
import { BeatClock, type TimedClock } from './beat-clock.ts';
import type { BeatSource } from './beat-feed.ts';

const everyMs = 100;
/** How far ahead clock messages are sent: enough for a busy thread, but short enough that a change is not late. */
const aheadUs = 400_000;
/** A longer gap, as after sleep, is skipped; an update repeats no more than this. */
const lapseUs = 2_000_000;

/** Receives a metronome as MIDI clock. `toLocalUs`: the local clock minus the metronome's. */
export type ClockEar = (messages: readonly TimedClock[], told: ClockTold, toLocalUs: number) => void;

/** Sends a metronome as MIDI clock shortly before it is due, while there is a receiver. */
export class ClockFeed {
  #clock = new BeatClock(0);
  #tell: ClockEar | undefined;
  #source: BeatSource | undefined;
  /** When it last ran, on the metronome's clock. */
  #toldUs = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Sets the receiver; undefined for none. */
  tellTo(tell: ClockEar | undefined): void {
    clearInterval(this.#timer);
    this.#tell = tell;
    if (tell === undefined) return;
    this.#timer = setInterval(() => this.#next('on'), everyMs);
    // A new receiver has not had a Start.
    this.#next('anew');
  }

  /** Follows another metronome, or the same one after it was set. */
  follow(source: BeatSource): void {
    const told = source === this.#source ? 'again' : 'anew';
    this.#source = source;
    this.#next(told);
  }

  #next(how: ClockTold): void {
    const source = this.#source;
    if (source === undefined || this.#tell === undefined) return;
    const nowUs = source.nowUs();
    const toLocalUs = localNowUs() - nowUs;
    // The machine slept, or the server has another clock.
    const told = Math.abs(nowUs - this.#toldUs) > lapseUs ? 'anew' : how;
    this.#toldUs = nowUs;
    if (told === 'anew') this.#clock = new BeatClock(nowUs);
    if (told === 'again') this.#clock.rewind(nowUs - lapseUs);
    const messages = this.#clock.next(source, nowUs + aheadUs);
    if (messages.length > 0 || told !== 'on') this.#tell(messages, told, toLocalUs);
  }
}
