import { expect, test, vi } from 'vitest';
import { createSystemClock } from '../../src/adapters/system-clock.ts';

test('decisions 7.2: the service clock is µs since 1970 and does not follow a wall clock that is stepped', () => {
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
