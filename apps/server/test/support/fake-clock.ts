import type { Clock } from '../../src/ports.ts';

/** Stands still until it is told to go on. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
  /** Somebody sets the wall clock; the service clock goes on as it did. */
  stepWall(ms: number): void;
}

export function createFakeClock(startMs = Date.UTC(2026, 0, 1)): FakeClock {
  let now = startMs;
  let steppedMs = 0;
  return {
    nowMs: () => now + steppedMs,
    serviceUs: () => now * 1000,
    advance(ms) {
      now += ms;
    },
    stepWall(ms) {
      steppedMs += ms;
    },
  };
}
