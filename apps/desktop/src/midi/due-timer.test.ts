import { expect, it, vi } from 'vitest';
import { DueTimer, timersLateUsOn } from './due-timer.ts';

/**
 * The time between a due moment and the call, ms, on a system whose timers fire only at multiples of this interval, ms.
 * Turns of the event loop take 0.1 ms.
 */
function lateBy(intervalMs: number, platform: NodeJS.Platform): number {
  let nowMs = 3;
  const pending: { atMs: number; call: () => void }[] = [];
  vi.stubGlobal('setTimeout', (call: () => void, afterMs: number) =>
    pending.push({ atMs: Math.ceil((nowMs + Math.max(1, afterMs)) / intervalMs) * intervalMs, call }),
  );
  vi.stubGlobal('setImmediate', (call: () => void) => pending.push({ atMs: nowMs + 0.1, call }));
  let calledMs = Number.NaN;
  const timer = new DueTimer(
    () => nowMs * 1_000,
    () => {
      calledMs = nowMs;
    },
    timersLateUsOn(platform),
  );
  timer.set(50_000);
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    nowMs = next.atMs;
    next.call();
  }
  vi.unstubAllGlobals();
  return calledMs - 50;
}

it.each([
  ['linux', 1],
  ['win32', 15.625],
] as const)(
  'what is due is done within a turn of the event loop on %s, whose timers tick every %f ms',
  (platform, intervalMs) => {
    const lateMs = lateBy(intervalMs, platform);
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(0.11);
  },
);
