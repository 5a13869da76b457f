import { expect, test } from 'vitest';
import { visibleName } from './visible-name.ts';

test('a name that cannot be seen has words in its place', () => {
  for (const name of ['', '\u200b\u200d', '\u3164', ' \u00a0', '\u0301', '\u202e\u2066'])
    expect(visibleName(name, 'no name')).toBe('no name');
  for (const name of ['Trio', 'مقام', '♪', '👩‍🎤', 'می‌نوازیم']) expect(visibleName(name, 'no name')).toBe(name);
});

test('what takes no room or turns the words around it is left out', () => {
  expect(visibleName('\u200bTr\u00adio\u2060\ufeff', '')).toBe('Trio');
  expect(visibleName('Trio \u202e3pm\u202c', '')).toBe('Trio 3pm');
});
