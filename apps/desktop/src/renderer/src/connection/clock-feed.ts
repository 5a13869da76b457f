import { localNowUs } from '../performance/local-time.ts';
import { BeatClock, type TimedClock } from './beat-clock.ts';
import type { BeatSource } from './beat-feed.ts';

const everyMs = 100;
/** How far ahead the clock is told: enough for a thread that is busy, not so much that a change comes too late. */
const aheadUs = 400_000;

/** Tells a metronome as MIDI clock shortly before it is due, with local times, while somebody wants it. */
export class ClockFeed {
  #clock = new BeatClock();
  #tell: ((messages: readonly TimedClock[], isAnew: boolean) => void) | undefined;
  #source: BeatSource | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Tells it there from now on; undefined: to nobody. */
  tellTo(tell: ((messages: readonly TimedClock[], isAnew: boolean) => void) | undefined): void {
    clearInterval(this.#timer);
    this.#tell = tell;
    // Whoever listens from now on has heard no Start.
    this.#clock = new BeatClock();
    if (tell === undefined) return;
    this.#timer = setInterval(() => this.#next(false), everyMs);
    this.#next(true);
  }

  /** Takes another metronome, or the same after it was set. */
  follow(source: BeatSource): void {
    this.#clock.rewind(this.#source?.nowUs() ?? 0);
    this.#source = source;
    this.#next(true);
  }

  #next(isAnew: boolean): void {
    const source = this.#source;
    if (source === undefined || this.#tell === undefined) return;
    const nowUs = source.nowUs();
    const toLocalUs = localNowUs() - nowUs;
    const messages = this.#clock.next(source, nowUs, nowUs + aheadUs);
    if (messages.length === 0 && !isAnew) return;
    this.#tell(
      messages.map(({ timeUs, status }) => ({ timeUs: timeUs + toLocalUs, status })),
      isAnew,
    );
  }
}
