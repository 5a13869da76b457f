import type { Clock } from '../../src/ports/clock.ts';

/** A clock that moves only when a test advances it. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
  /** Steps the wall clock; no time passes. */
  stepWall(ms: number): void;
  /** Sets the wall clock; no time passes. */
  setWallClock(nowMs: number): void;
}

export function createFakeClock(startMs = Date.UTC(2026, 0, 1)): FakeClock {
  let passedMs = 0;
  // Not 0, which the monotonic clock of a running machine never shows.
  const sinceBootMs = 86_400_000;
  let wallOffsetMs = startMs;
  return {
    nowMs: () => wallOffsetMs + passedMs,
    monotonicMs: () => sinceBootMs + passedMs,
    serviceUs: () => (startMs + passedMs) * 1000,
    advance(ms) {
      passedMs += ms;
    },
    setWallClock(nowMs) {
      wallOffsetMs = nowMs - passedMs;
    },
    stepWall(ms) {
      wallOffsetMs += ms;
    },
  };
}
