import type { Timers } from '../environment.ts';

const quickCount = 8;
const quickMs = 250;
const steadyMs = 2_000;
const silenceUs = 8_000_000;
/** Fewer than these unanswered say nothing: a program that slept has heard nothing, either. */
const leastUnanswered = 3;

/**
 * Sends heartbeats (eight in the first 2 s for the clock, then one every 2 s) and tells when the other side is dead:
 * not one frame for 8 s while heartbeats went out.
 */
export class Heartbeats {
  readonly #timers: Timers;
  readonly #send: () => void;
  readonly #dead: () => void;
  #timer: unknown;
  #sent = 0;
  #unanswered = 0;
  #nextUs = 0;
  #heardUs = 0;

  constructor(timers: Timers, send: () => void, dead: () => void) {
    this.#timers = timers;
    this.#send = send;
    this.#dead = dead;
  }

  start(): void {
    this.#nextUs = this.#timers.nowUs();
    this.#heardUs = this.#nextUs;
    this.#tick();
  }

  /** Any frame shows that the other side lives. */
  heard(): void {
    this.#heardUs = this.#timers.nowUs();
    this.#unanswered = 0;
  }

  stop(): void {
    this.#timers.clearTimeout(this.#timer);
  }

  readonly #tick = (): void => {
    const nowUs = this.#timers.nowUs();
    if (nowUs - this.#heardUs >= silenceUs && this.#unanswered >= leastUnanswered) {
      this.#dead();
      return;
    }
    if (nowUs >= this.#nextUs) {
      this.#sent++;
      this.#unanswered++;
      this.#nextUs = nowUs + (this.#sent < quickCount ? quickMs : steadyMs) * 1000;
      this.#send();
    }
    const deadlineUs = this.#heardUs + silenceUs;
    const wakeUs = deadlineUs > nowUs ? Math.min(this.#nextUs, deadlineUs) : this.#nextUs;
    this.#timer = this.#timers.setTimeout(this.#tick, Math.max(1, Math.ceil((wakeUs - nowUs) / 1000)));
  };
}
