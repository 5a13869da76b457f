import { expect, test } from 'vitest';
import { agoText, listText, priceText } from './formats.ts';

const now = Date.UTC(2026, 10, 21, 20);

test('a time ago is told in the largest unit that fits', () => {
  const ago = (seconds: number) => agoText(now - seconds * 1_000, now);
  expect([0, 59, 60, 7_200, 86_400, 40 * 86_400, 800 * 86_400].map(ago)).toEqual([
    'now',
    '59 seconds ago',
    '1 minute ago',
    '2 hours ago',
    'yesterday',
    'last month',
    '2 years ago',
  ]);
  expect(agoText(new Date(now + 2 * 86_400_000).toISOString(), now)).toBe('in 2 days');
});

test('S19.1: a price is in minor units, as many as the currency has', () => {
  expect(priceText(900, 'usd')).toBe('$9.00');
  expect(priceText(900, 'jpy')).toBe('¥900');
});

test('names are listed as the language lists them', () => {
  expect(listText(['Mara', 'Teo', 'Ines'])).toMatch(/^Mara, Teo,? and Ines$/);
});
