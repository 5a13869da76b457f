import { describe, expect, test } from 'vitest';
import { numbersIn } from './numbers.ts';

describe('numbers in English', () => {
  const { figure, percent, signed } = numbersIn('en');

  test('figures have the decimals and signs that were asked for', () => {
    expect(figure(1_234.56)).toBe('1,235');
    expect(figure(1_234.56, 1)).toBe('1,234.6');
    expect(figure(2, 1)).toBe('2.0');
    expect([-2, 0, 2].map(signed)).toEqual(['−2', '0', '+2']);
    expect([0, 0.456, 1].map((part) => percent(part))).toEqual(['0%', '46%', '100%']);
  });
});

describe('numbers in German', () => {
  const { figure, percent, signed } = numbersIn('de');

  test('figures have a decimal comma, and a space before the percent sign', () => {
    expect(figure(1_234.56, 1)).toBe('1.234,6');
    expect([-2, 0, 2].map(signed)).toEqual(['−2', '0', '+2']);
    expect(percent(0.456)).toBe('46\u00a0%');
    expect(percent(0.456, 1)).toBe('45,6\u00a0%');
  });
});
