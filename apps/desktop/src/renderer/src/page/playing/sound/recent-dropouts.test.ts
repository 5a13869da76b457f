import { expect, test } from 'vitest';
import { RecentDropouts } from './recent-dropouts.ts';

test('dropouts count for half a minute, and not those that nobody hears or while sounds load', () => {
  const dropouts = new RecentDropouts();
  expect(dropouts.update(7, 1_000, false)).toBe(0);
  expect(dropouts.update(9, 2_000, true)).toBe(2);
  expect(dropouts.update(10, 20_000, true)).toBe(3);
  expect(dropouts.update(10, 31_999, true)).toBe(3);
  expect(dropouts.update(10, 32_000, true)).toBe(1);
  expect(dropouts.update(10, 50_000, true)).toBe(0);
});
