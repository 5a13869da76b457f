import { describe, expect, test } from 'vitest';
import { numbersIn } from './numbers.ts';

const examples = [0, 1, 2, 3, 11, 21, 1_234_567];

describe('numbers in English', () => {
  const { counted, figure, formFor, percent, signed } = numbersIn('en');

  test('the plural follows the number', () => {
    const notes = { one: 'note', other: 'notes' };
    expect(examples.map((count) => counted(count, notes))).toEqual([
      '0 notes',
      '1 note',
      '2 notes',
      '3 notes',
      '11 notes',
      '21 notes',
      '1,234,567 notes',
    ]);
    expect(examples.map((count) => formFor(count, { one: 'is', other: 'are' }))).toEqual([
      'are',
      'is',
      'are',
      'are',
      'are',
      'are',
      'are',
    ]);
  });

  test('figures have the decimals and signs that were asked for', () => {
    expect(figure(1_234.56)).toBe('1,235');
    expect(figure(1_234.56, 1)).toBe('1,234.6');
    expect(figure(2, 1)).toBe('2.0');
    expect([-2, 0, 2].map(signed)).toEqual(['−2', '0', '+2']);
    expect([0, 0.456, 1].map((part) => percent(part))).toEqual(['0%', '46%', '100%']);
  });
});

describe('numbers in German', () => {
  const { counted, figure, percent, signed } = numbersIn('de');

  test('the plural follows the number', () => {
    const notes = { one: 'Ton', other: 'Töne' };
    expect(examples.map((count) => counted(count, notes))).toEqual([
      '0 Töne',
      '1 Ton',
      '2 Töne',
      '3 Töne',
      '11 Töne',
      '21 Töne',
      '1.234.567 Töne',
    ]);
  });

  test('figures have a decimal comma, and a space before the percent sign', () => {
    expect(figure(1_234.56, 1)).toBe('1.234,6');
    expect([-2, 0, 2].map(signed)).toEqual(['−2', '0', '+2']);
    expect(percent(0.456)).toBe('46\u00a0%');
    expect(percent(0.456, 1)).toBe('45,6\u00a0%');
  });
});

test('a word without a form of its own for a number takes the general one', () => {
  expect([1, 2].map((count) => numbersIn('en').counted(count, { other: 'sheep' }))).toEqual(['1 sheep', '2 sheep']);
});
