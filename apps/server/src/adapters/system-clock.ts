import { performance } from 'node:perf_hooks';
import type { Clock } from '../ports/clock.ts';

/** The machine's clocks. The service clock is set once, here, and never steps afterwards (R8.16). */
export function createSystemClock(): Clock {
  const startUs = Date.now() * 1000;
  const startMs = performance.now();
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    serviceUs: () => startUs + Math.round((performance.now() - startMs) * 1000),
  };
}
