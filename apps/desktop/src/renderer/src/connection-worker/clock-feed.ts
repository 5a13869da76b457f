import type { ClockTold } from '../../../shared/midi-messages.ts';
import { localNowUs } from '../contract/local-time.ts';
import { BeatClock, type TimedClock } from './beat-clock.ts';
import type { BeatSource } from './beat-feed.ts';

const everyMs = 100;
/** How far ahead the clock is told: enough for a thread that is busy, not so much that a change comes too late. */
const aheadUs = 400_000;
/** What was slept through for longer than this is not made up for, and no more than this is told again. */
const lapseUs = 2_000_000;

/** Hears a metronome as MIDI clock. `toLocalUs`: the local clock minus the metronome's. */
export type ClockEar = (messages: readonly TimedClock[], told: ClockTold, toLocalUs: number) => void;

/** Tells a metronome as MIDI clock shortly before it is due, while somebody wants it. */
export class ClockFeed {
  #clock = new BeatClock(0);
  #tell: ClockEar | undefined;
  #source: BeatSource | undefined;
  /** When it told last, on the metronome's clock. */
  #toldUs = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Tells it there from now on; undefined: to nobody. */
  tellTo(tell: ClockEar | undefined): void {
    clearInterval(this.#timer);
    this.#tell = tell;
    if (tell === undefined) return;
    this.#timer = setInterval(() => this.#next('on'), everyMs);
    // Whoever listens from now on has heard no Start.
    this.#next('anew');
  }

  /** Takes another metronome, or the same after it was set. */
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
    // A machine that slept, or a server with another clock.
    const told = Math.abs(nowUs - this.#toldUs) > lapseUs ? 'anew' : how;
    this.#toldUs = nowUs;
    if (told === 'anew') this.#clock = new BeatClock(nowUs);
    if (told === 'again') this.#clock.rewind(nowUs - lapseUs);
    const messages = this.#clock.next(source, nowUs + aheadUs);
    if (messages.length > 0 || told !== 'on') this.#tell(messages, told, toLocalUs);
  }
}
