import { expect, test } from 'vitest';
import { isRenewalDue, needsAttention, pauseAfter, remainingWaitMs } from './certificate-renewal.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const validity = { notBeforeMs: 1_000 * dayMs, notAfterMs: 1_090 * dayMs };

test('S28.5: a certificate is due in the last third of its life', () => {
  const due = 1_060 * dayMs;
  expect([due - 1, due, 2_000 * dayMs].map((nowMs) => isRenewalDue(validity, nowMs))).toEqual([false, true, true]);
});

test('S28.7: a clock that is behind the signature of the certificate needs a look at the authority’s', () => {
  const moments = [validity.notBeforeMs - dayMs - 1, validity.notBeforeMs - dayMs, 1_060 * dayMs - 1, 1_060 * dayMs];
  expect(moments.map((nowMs) => needsAttention(validity, nowMs))).toEqual([true, false, false, true]);
});

test('S28.8: pauses grow from a minute to a day', () => {
  const minutes = Array.from({ length: 12 }, (_, index) => pauseAfter(index + 1, undefined) / 60_000);
  expect(minutes).toEqual([1, 10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440, 1_440]);
  expect(pauseAfter(5_000, undefined)).toBe(dayMs);
});

test('S28.9: what the authority asks for counts up to a week, and never makes a pause shorter', () => {
  expect(pauseAfter(1, 2 * hourMs)).toBe(2 * hourMs);
  expect(pauseAfter(5, 1_000)).toBe(80 * 60_000);
  expect(pauseAfter(1, 7 * dayMs)).toBe(7 * dayMs);
  expect(pauseAfter(1, 7 * dayMs + 1)).toBe(7 * dayMs);
});

test('S28.9: a wait that is left from before a restart counts, unless the clock was set meanwhile', () => {
  expect(remainingWaitMs(undefined, 5 * dayMs)).toBe(0);
  expect(remainingWaitMs(5 * dayMs, 4 * dayMs)).toBe(dayMs);
  expect(remainingWaitMs(5 * dayMs, 6 * dayMs)).toBe(0);
  expect([11, 12].map((days) => remainingWaitMs(days * dayMs, 4 * dayMs) / dayMs)).toEqual([7, 0]);
});
