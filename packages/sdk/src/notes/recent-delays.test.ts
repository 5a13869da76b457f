import { expect, test } from 'vitest';
import { RecentDelays } from './recent-delays.ts';

test('percentiles are measured delays of the last minute only', () => {
  const delays = new RecentDelays();
  expect(delays.percentiles(0)).toBeUndefined();
  delays.add(9e9, 0);
  for (let number = 1; number <= 100; number++) delays.add(number * 10, 30e6 + number);
  const figures = { p50Us: 500, p95Us: 950, p99Us: 990, samples: 100, windowMs: 60_000 };
  expect(delays.percentiles(61e6)).toEqual(figures);
  expect(delays.percentiles(95e6)).toBeUndefined();
});

test('with more than 2,048 delays in a minute, the window tells how far back it reaches', () => {
  const delays = new RecentDelays();
  for (let ms = 0; ms < 10_000; ms++) delays.add(ms, ms * 1000);
  expect(delays.percentiles(10e6)).toMatchObject({ samples: 2_048, windowMs: 2_048, p50Us: 7_952 + 1_023 });
});
