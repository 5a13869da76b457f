import type { Timers } from '../environment.ts';

const quickMs = 20;
/** After so many heartbeats the pause between them doubles, */
const quickCount = 4;
/** until it is as long as this, */
const settlingMs = 1_000;
/** and after so many, when the drift of the clocks is known. */
const settlingCount = 45;
const steadyMs = 2_000;
const silenceUs = 8_000_000;
/** How long the answer to a probe may take. */
const probeUs = 2_000_000;
/** Fewer unanswered heartbeats prove nothing: a program that slept received nothing, either. */
const minUnanswered = 3;

/**
 * Sends heartbeats (at first every 20 ms for the clock, then ever less often, after half a minute one every 2 s, or every
 * second while notes are held) and reports a dead
 * connection: no frame for 8 s while heartbeats were sent, or for 2 s after a probe.
 */
export class Heartbeats {
  readonly #timers: Timers;
  readonly #send: () => void;
  readonly #dead: () => void;
  readonly #isHolding: (() => boolean) | undefined;
  #timer: unknown;
  #sent = 0;
  #unanswered = 0;
  #nextUs = 0;
  #receivedUs = 0;
  /** When a probe without an answer fails. */
  #probeEndsUs: number | undefined;

  /** @param isHolding true while the player holds notes, which end in a silence (room rules R10.11). */
  constructor(timers: Timers, send: () => void, dead: () => void, isHolding: (() => boolean) | undefined) {
    this.#timers = timers;
    this.#send = send;
    this.#dead = dead;
    this.#isHolding = isHolding;
  }

  start(): void {
    this.#nextUs = this.#timers.nowUs();
    this.#receivedUs = this.#nextUs;
    this.#tick();
  }

  /** Call it for every frame: any frame shows that the server is alive. */
  received(): void {
    this.#receivedUs = this.#timers.nowUs();
    this.#unanswered = 0;
    this.#probeEndsUs = undefined;
  }

  /** Asks the server for a sign of life now and measures the clock again: the machine may have slept. */
  probe(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#nextUs = this.#timers.nowUs();
    this.#receivedUs = this.#nextUs;
    this.#probeEndsUs = this.#nextUs + probeUs;
    this.#sent = 0;
    this.#tick();
  }

  stop(): void {
    this.#timers.clearTimeout(this.#timer);
  }

  readonly #tick = (): void => {
    const nowUs = this.#timers.nowUs();
    const isSilent = nowUs - this.#receivedUs >= silenceUs && this.#unanswered >= minUnanswered;
    if (isSilent || nowUs >= (this.#probeEndsUs ?? Number.POSITIVE_INFINITY)) {
      this.#dead();
      return;
    }
    if (nowUs >= this.#nextUs) {
      this.#sent++;
      this.#unanswered++;
      this.#nextUs = nowUs + heartbeatPauseMs(this.#sent, this.#isHolding?.()) * 1000;
      this.#send();
    }
    const deadlineUs = this.#receivedUs + silenceUs;
    const wakeUs = Math.min(
      this.#nextUs,
      this.#probeEndsUs ?? this.#nextUs,
      deadlineUs > nowUs ? deadlineUs : this.#nextUs,
    );
    this.#timer = this.#timers.setTimeout(this.#tick, Math.max(1, Math.ceil((wakeUs - nowUs) / 1000)));
  };
}

/** How long after so many heartbeats the next one is sent. @param isHolding true while the player holds notes. */
export function heartbeatPauseMs(sent: number, isHolding?: boolean): number {
  if (sent < settlingCount) return Math.min(settlingMs, quickMs * 2 ** Math.floor(sent / quickCount));
  return isHolding ? settlingMs : steadyMs;
}
