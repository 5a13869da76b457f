import { on } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { CommandFailure } from '../application/hosting/command-failure.ts';

/** Standard input, possibly a terminal. */
export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };

const lineEnd = /[\r\n]/;
const interrupts = ['\u0003', '\u0004'];
const erasers = ['\u0008', '\u007f'];
/** Longer than any valid password. */
const maxLength = 4096;

/**
 * Reads a new password. At a terminal it asks twice and shows nothing; otherwise the first line of the input is the password.
 * @param signal aborts when the host interrupts.
 * @throws {CommandFailure} if there is no password, the two differ, or the host interrupts at the terminal.
 * @throws {Error} an AbortError when the signal aborts.
 */
export async function readNewPassword(input: Input, prompts: Writable, signal: AbortSignal): Promise<string> {
  input.setEncoding('utf8');
  if (!input.isTTY) return firstLine(addAbortSignal(signal, input));
  // In raw mode the terminal echoes nothing and leaves editing to this program.
  input.setRawMode?.(true);
  const typed = characters(input, signal);
  try {
    const password = await ask(typed, prompts, 'New password: ');
    if ((await ask(typed, prompts, 'Repeat password: ')) !== password) {
      throw new CommandFailure('The passwords don’t match. Nothing was changed.');
    }
    return password;
  } finally {
    await typed.return(undefined);
    input.setRawMode?.(false);
    input.pause();
  }
}

async function firstLine(input: Readable): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += chunk;
    if (lineEnd.test(text) || text.length > maxLength) break;
  }
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line === '') throw new CommandFailure('There was no password on standard input.');
  return line;
}

async function ask(typed: AsyncGenerator<string>, prompts: Writable, question: string): Promise<string> {
  prompts.write(question);
  let line: string[] = [];
  for (;;) {
    const { value: character, done } = await typed.next();
    if (done || interrupts.includes(character) || lineEnd.test(character)) {
      prompts.write('\n');
      if (done || interrupts.includes(character)) throw new CommandFailure('Nothing was changed.');
      if (line.length === 0) throw new CommandFailure('No password was given. Nothing was changed.');
      return line.join('');
    }
    if (erasers.includes(character)) line = line.slice(0, -1);
    else if (line.length < maxLength) line.push(character);
  }
}

async function* characters(input: Readable, signal: AbortSignal): AsyncGenerator<string> {
  for await (const [chunk] of on(input, 'data', { close: ['end', 'close'], signal })) yield* String(chunk);
}
