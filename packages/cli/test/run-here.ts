import { Readable } from 'node:stream';
import { CommanderError } from 'commander';
import type { Process } from '../src/command.ts';
import { createProgram } from '../src/create-program.ts';
import { noSettings } from './program-run.ts';

export interface HereOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs a command in this process, which takes a tenth of the time that a process of its own takes. */
export async function runHere(args: readonly string[], { env, input = '' }: HereOptions = {}) {
  let output = '';
  const stream = {
    write: (text: string) => {
      output += text;
      return true;
    },
  };
  const process = {
    ...{ stdin: Readable.from([input]), stdout: stream, stderr: stream },
    ...{ env: { ROOMTONE_CONFIG_DIR: noSettings, ROOMTONE_KEYCHAIN: 'off', ...env }, argv: args },
  } as unknown as Process;
  let status = 0;
  const program = createProgram(process, new AbortController().signal, (ended) => {
    status = ended;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    status = error.exitCode === 0 ? 0 : 2;
  }
  return { status, output };
}
