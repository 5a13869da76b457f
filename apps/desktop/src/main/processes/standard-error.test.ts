import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { logStandardError } from './standard-error.ts';

function end(code: number, said: readonly string[]): unknown[][] {
  const written: unknown[][] = [];
  const child = Object.assign(new EventEmitter(), { stdout: new PassThrough(), stderr: new EventEmitter() });
  logStandardError(child as never, 'the server', { write: (...entry) => void written.push(entry) });
  for (const chunk of said) child.stderr.emit('data', Buffer.from(chunk));
  child.emit('exit', code);
  return written;
}

it('the last output of a process is logged if it ends badly, and only then', () => {
  expect(end(1, ['a'.repeat(5_000), 'because'])).toEqual([
    ['standard error of the server', `${'a'.repeat(3_993)}because`],
  ]);
  expect(end(0, ['all is well'])).toEqual([]);
  expect(end(9, [])).toEqual([]);
});
