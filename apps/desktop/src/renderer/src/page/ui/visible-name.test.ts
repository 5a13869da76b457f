import { expect, test } from 'vitest';
import { visibleName } from './visible-name.ts';

test('a name without visible characters is replaced', () => {
  for (const name of ['', '\u200b\u200d', '\u3164', ' \u00a0', '\u0301', '\u202e\u2066'])
    expect(visibleName(name, 'no name')).toBe('no name');
  for (const name of ['Trio', 'مقام', '♪', '👩‍🎤', 'می‌نوازیم']) expect(visibleName(name, 'no name')).toBe(name);
});

test('characters that take no space or change the text direction are removed', () => {
  expect(visibleName('\u200bTr\u00adio\u2060\ufeff', '')).toBe('Trio');
  expect(visibleName('Trio \u202e3pm\u202c', '')).toBe('Trio 3pm');
});
