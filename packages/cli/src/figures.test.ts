import { expect, test } from 'vitest';
import { figuresOf, msText, plot } from './figures.ts';

test('figures name the best, the usual, the slow and the worst', () => {
  const times = Array.from({ length: 100 }, (_, index) => (index + 1) * 1_000);
  expect(figuresOf(times.toReversed())).toEqual({
    ...{ count: 100, min: 1_000, median: 51_000, p95: 96_000, p99: 100_000, max: 100_000, jitter: 45_000 },
  });
  expect(figuresOf([])).toBeUndefined();
});

test('a plot begins at nothing, and shows the worst where several share a column', () => {
  expect(plot([0, 4_000, 8_000], 10)).toBe('▁▅█');
  expect(plot([1_000, 8_000, 1_000, 1_000], 2)).toBe('█▂');
  expect(plot([], 10)).toBe('');
});

test('times have as many places as are heard', () => {
  expect([msText(1_234), msText(28_400), msText(-600)]).toEqual(['1.2 ms', '28 ms', '-0.6 ms']);
});
