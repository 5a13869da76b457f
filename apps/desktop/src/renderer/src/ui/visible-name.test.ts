import { expect, test } from 'vitest';
import { visibleName } from './visible-name.ts';

test('a name that cannot be seen has words in its place', () => {
  for (const name of ['', '\u200b\u200d', '\u3164', ' \u00a0', '\u0301'])
    expect(visibleName(name, 'no name')).toBe('no name');
  for (const name of ['Trio', 'مقام', '\u200bx', '♪']) expect(visibleName(name, 'no name')).toBe(name);
});
