import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TransitWindow } from './transit-window.ts';

const seed = 88;

test(`quantiles cover the last 512 arrivals of the last minute (seed ${seed})`, () => {
  const arrival = fc.record({
    gapUs: fc.integer({ min: 10_000, max: 400_000 }),
    transitUs: fc.integer({ max: 1e6, min: -1e6 }),
  });
  fc.assert(
    fc.property(fc.array(arrival, { minLength: 1, maxLength: 800 }), (arrivals) => {
      const window = new TransitWindow();
      const model: { atUs: number; transitUs: number }[] = [];
      let atUs = 0;
      for (const { gapUs, transitUs } of arrivals) {
        atUs += gapUs;
        window.add(transitUs, atUs);
        model.push({ atUs, transitUs });
      }
      const kept = model.filter((each) => atUs - each.atUs <= 60e6).slice(-512);
      const sorted = kept.map((each) => each.transitUs).sort((one, other) => one - other);
      expect(window.size).toBe(sorted.length);
      for (const share of [0, 0.5, 0.99, 1]) {
        expect(window.quantile(share)).toBe(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]);
      }
    }),
    { seed, numRuns: 60 },
  );
});

test('arrivals within 10 ms count as one, with the slowest transit', () => {
  const window = new TransitWindow();
  for (const [atUs, transitUs] of [
    [0, 500],
    [2_000, 900],
    [3_000, 700],
    [50_000, 100],
  ] as const) {
    window.add(transitUs, atUs);
  }
  expect([window.size, window.quantile(0), window.quantile(1)]).toEqual([2, 100, 900]);
});

test('every quantile is 0 without arrivals', () => {
  expect(new TransitWindow().quantile(0.99)).toBe(0);
});
