import { expect, test, vi } from 'vitest';
import { createSystemClock } from '../../src/adapters/system-clock.ts';

test('R8.16: the service clock counts µs since 1970 and does not follow a stepped wall clock', () => {
  const clock = createSystemClock();
  expect(Math.abs(clock.serviceUs() / 1000 - Date.now())).toBeLessThan(1000);
  const before = clock.serviceUs();
  vi.spyOn(Date, 'now').mockReturnValue(0);
  expect(clock.nowMs()).toBe(0);
  const after = clock.serviceUs();
  expect(after).toBeGreaterThanOrEqual(before);
  expect(after - before).toBeLessThan(1_000_000);
  expect(Number.isSafeInteger(after)).toBe(true);
  vi.restoreAllMocks();
});

test('the monotonic clock runs evenly, with fractions, while the wall clock is set', () => {
  const clock = createSystemClock();
  const before = clock.monotonicMs();
  const wall = vi.spyOn(Date, 'now');
  for (const now of [0, 4e12, Date.UTC(2026, 0, 1)]) {
    wall.mockReturnValue(now);
    const after = clock.monotonicMs();
    expect(after).toBeGreaterThanOrEqual(before);
    expect(after - before).toBeLessThan(60_000);
  }
  vi.restoreAllMocks();
});
