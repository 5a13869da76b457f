import { describe, expect, test } from 'vitest';
import { harmless, Output } from './output.ts';

function written(env: Record<string, string>, isTTY: boolean, json = false) {
  const [out, err]: [string[], string[]] = [[], []];
  const stdout = { isTTY, write: (text: string) => out.push(text) };
  const stderr = { write: (text: string) => err.push(text) };
  return { output: new Output({ stdout, stderr, env }, json), out, err };
}

describe('output', () => {
  test('has colour at a terminal alone, and none with NO_COLOR or on a dumb one', () => {
    expect(written({}, true).output.styled('red', 'x')).toBe('\u001b[31mx\u001b[39m');
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      expect(written(env, true).output.styled('red', 'x')).toBe('x');
    expect(written({}, false).output.styled('red', 'x')).toBe('x');
    expect(written({}, true, true).output.styled('red', 'x')).toBe('x');
  });

  test('is one object a line for programs, and says nothing beside it', () => {
    const { output, out, err } = written({}, false, true);
    output.say('words');
    output.result({ room: 'Loft' }, 'Loft');
    expect([out, err]).toEqual([['{"room":"Loft"}\n'], []]);
  });

  test('shows no characters of others that would move the cursor', () => {
    expect(harmless('a\u001b[2Jb\u202ec\nd ')).toBe('a[2Jbc d');
  });
});
