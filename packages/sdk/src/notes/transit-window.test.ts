import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TransitWindow } from './transit-window.ts';

const seed = 88;

test(`quantiles cover the last 512 arrivals of the last minute (seed ${seed})`, () => {
  const arrival = fc.record({
    gapUs: fc.integer({ min: 25_000, max: 400_000 }),
    transitUs: fc.integer({ min: -12_000, max: 12_000 }),
  });
  fc.assert(
    fc.property(fc.array(arrival, { minLength: 1, maxLength: 800 }), (arrivals) => {
      const window = new TransitWindow({ maxSamples: 512, windowUs: 60_000_000 });
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

/** The size, the quickest and the slowest of a window with these messages: arrival and transit, µs. */
function added(messages: readonly (readonly [number, number])[]) {
  const window = new TransitWindow({ maxSamples: 8, windowUs: 60_000_000 });
  for (const [atUs, transitUs] of messages) window.add(transitUs, atUs);
  return [window.size, window.quantile(0), window.slowest(0)];
}

test('messages that arrive within 25 ms count as one arrival, with the slowest transit', () => {
  const messages = [
    [0, 500],
    [2_000, 900],
    [24_000, 700],
    [50_000, 100],
  ] as const;
  expect(added(messages)).toEqual([2, 100, 900]);
});

test('messages that wait for the same lost packet count as one arrival, however long they take', () => {
  const stall = [
    [0, 1_000],
    [100_000, 300_000],
    [120_000, 270_000],
    [140_000, 240_000],
    [160_000, 210_000],
  ] as const;
  expect(added(stall)).toEqual([2, 1_000, 300_000]);
  expect(added([...stall, [185_000, 209_000]])).toEqual([3, 1_000, 300_000]);
});

test('the slowest transit apart from some is the shortest if there are no more', () => {
  const window = new TransitWindow({ maxSamples: 8, windowUs: 60_000_000 });
  for (const transitUs of [1, 2, 3]) window.add(transitUs, transitUs * 1e6);
  expect([0, 1, 2, 3].map((apart) => window.slowest(apart))).toEqual([3, 2, 1, 1]);
});

test('every quantile is 0 without arrivals', () => {
  const window = new TransitWindow({ maxSamples: 8, windowUs: 60_000_000 });
  expect([window.quantile(0.99), window.slowest(0)]).toEqual([0, 0]);
});
