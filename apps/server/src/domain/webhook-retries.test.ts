import { expect, test } from 'vitest';
import { serverLimits } from './server-limits.ts';
import { nextAttempt } from './webhook-retries.ts';

test('S40.6: attempts follow ever later, the last within a day', () => {
  const { deadMs, retriesMs } = serverLimits.webhooks;
  const pauses: number[] = [];
  let now = 0;
  for (let attempts = 1; ; attempts++) {
    const next = nextAttempt(0, attempts, now);
    if (next === undefined) break;
    pauses.push(next - now);
    now = next;
  }
  expect(pauses.slice(0, retriesMs.length)).toEqual(retriesMs);
  const longest = retriesMs[retriesMs.length - 1];
  expect(pauses.slice(retriesMs.length).every((pause) => pause === longest)).toBe(true);
  expect(now).toBeLessThanOrEqual(deadMs);
  expect(now + (longest ?? 0)).toBeGreaterThan(deadMs);
});

test('S40.6: an attempt exactly a day later is made, one that would be later is not', () => {
  const { deadMs, retriesMs } = serverLimits.webhooks;
  const [first = 0] = retriesMs;
  expect(nextAttempt(1_000, 1, 1_000 + deadMs - first)).toBe(1_000 + deadMs);
  expect(nextAttempt(1_000, 1, 1_001 + deadMs - first)).toBeUndefined();
});
