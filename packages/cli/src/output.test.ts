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
    const red = (env: Record<string, string>, isTTY: boolean) => {
      const { output, out } = written(env, isTTY);
      output.result({}, output.styled('red', 'x'));
      return out.join('');
    };
    expect(red({}, true)).toBe('\u001b[31mx\u001b[39m\n');
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) expect(red(env, true)).toBe('x\n');
    expect(red({}, false)).toBe('x\n');
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
    const hostile = '\u001b]0;mine\u0007\u009b2J\u001b[8mno\u202e';
    for (const isJson of [false, true]) {
      const { output, out, err } = written({}, true, isJson);
      output.result({ words: hostile }, `${output.styled('red', hostile)} ${hostile}`);
      output.say(hostile);
      output.problem({ message: hostile }, hostile);
      const all = [...out, ...err].join('').replaceAll('\u001b[31m', '').replaceAll('\u001b[39m', '');
      expect(all).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      if (isJson) expect(JSON.parse(out[0] ?? '')).toEqual({ words: hostile });
    }
  });

  test('keeps the joiners of emoji and of scripts that need them', () => {
    expect(harmless('👩\u200d🎤 می\u200cخواهم')).toBe('👩\u200d🎤 می\u200cخواهم');
  });
});
