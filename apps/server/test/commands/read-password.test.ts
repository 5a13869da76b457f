import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { CommandFailure } from '../../src/application/hosting/command-failure.ts';
import { type Input, readNewPassword } from '../../src/commands/read-password.ts';

/** A fake terminal as standard input, which records what it was asked. */
class Terminal extends PassThrough {
  readonly isTTY = true;
  readonly modes: boolean[] = [];
  setRawMode(raw: boolean): this {
    this.modes.push(raw);
    return this;
  }
}

async function read(input: Input & PassThrough, ...typed: readonly string[]) {
  const shown = new PassThrough();
  const password = readNewPassword(input, shown, new AbortController().signal);
  for (const text of typed) input.write(text);
  if (!input.isTTY) input.end();
  const outcome = await password.catch((error: unknown) => error);
  return { outcome, shown: String(shown.read() ?? '') };
}

test.each([
  [['correct horse\n'], 'correct horse'],
  [['correct horse'], 'correct horse'],
  [['correct ', 'horse\r\nmore\n'], 'correct horse'],
  [[' Zwölf € \n'], ' Zwölf € '],
])('S4.4: %j on standard input is the password %j', async (typed, expected) => {
  expect(await read(new PassThrough(), ...typed)).toEqual({ outcome: expected, shown: '' });
});

test.each([[[]], [['\n']], [['\r\nlater\n']]])('S4.4: %j on standard input is not a password', async (typed) => {
  const { outcome } = await read(new PassThrough(), ...typed);
  expect(outcome).toBeInstanceOf(CommandFailure);
});

test('S4.4: at a terminal the command asks twice and does not show the password', async () => {
  const terminal = new Terminal();
  const { outcome, shown } = await read(terminal, 'horsf\u007fe\r', 'horse\r');
  expect(outcome).toBe('horse');
  expect(shown).toBe('New password: \nRepeat password: \n');
  expect(terminal.modes).toEqual([true, false]);
});

test.each([
  ['two that differ', 'one\rtwo\r', /don’t match/],
  ['nothing', '\r', /No password/],
  ['Ctrl+C', 'hor\u0003', /Nothing was changed/],
  ['Ctrl+D', '\u0004', /Nothing was changed/],
])('S4.4: at a terminal %s changes nothing, and the terminal mode is restored', async (_what, typed, words) => {
  const terminal = new Terminal();
  const { outcome } = await read(terminal, typed);
  expect(outcome).toBeInstanceOf(CommandFailure);
  expect(String(outcome)).toMatch(words);
  expect(terminal.modes).toEqual([true, false]);
});
