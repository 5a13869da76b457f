import { expect, it } from 'vitest';
import { hasSlept } from './page-sleep.ts';

it.each([
  ['an ordinary second', 1_000, 1_001, false],
  ['a hidden page that is checked once a minute', 60_000, 60_000, false],
  ['a clock that was set back', 1_000, -500, false],
  ['a machine whose monotonic clock stopped', 1_000, 600_000, true],
  ['a machine whose monotonic clock continued', 600_000, 600_000, true],
])('sleep is detected correctly for %s', (_name, elapsedMs, elapsedWallMs, slept) => {
  expect(hasSlept(elapsedMs, elapsedWallMs)).toBe(slept);
});
