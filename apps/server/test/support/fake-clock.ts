import type { Clock } from '../../src/ports.ts';

/** Stands still until it is told to go on. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
}

export function createFakeClock(startMs = Date.UTC(2026, 0, 1)): FakeClock {
  let now = startMs;
  return {
    nowMs: () => now,
    serviceUs: () => now * 1000,
    advance(ms) {
      now += ms;
    },
  };
}
