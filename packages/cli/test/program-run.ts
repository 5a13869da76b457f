import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const programPath = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The command line program, running. */
export interface ProgramRun {
  /** Resolves when the program has printed this text; rejects if it ends before that. */
  untilPrinted(words: string): Promise<void>;
  /** Resolves with the exit status and everything the program wrote. */
  readonly ended: Promise<{ readonly status: number | null; readonly output: string }>;
  /** Types a line into its standard input. */
  type(line: string): void;
  interrupt(): void;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input; undefined for one that stays open. */
  readonly input?: string | undefined;
}

/** A settings folder without sign-ins. */
export const noSettings = mkdtempSync(join(tmpdir(), 'roomtone-cli-'));

/** Starts the built program as a process, without this machine's keychain and with settings of its own. */
export function runProgram(args: readonly string[], { env = {}, ...options }: RunOptions = {}): ProgramRun {
  const kept = { ROOMTONE_CONFIG_DIR: noSettings, ROOMTONE_KEYCHAIN: 'off' };
  const child = spawn(process.execPath, [programPath, ...args], { env: { ...process.env, ...kept, ...env } });
  let output = '';
  const waiting: { words: string; resolve: () => void; reject: (error: Error) => void }[] = [];
  const check = () => {
    for (const each of waiting) if (output.includes(each.words)) each.resolve();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      check();
    });
  }
  const input = 'input' in options ? options.input : '';
  if (input !== undefined) child.stdin.end(input);
  const ended = once(child, 'close').then(([status]) => {
    for (const { words, reject } of waiting) reject(new Error(`${args[0]} never printed “${words}”, but:\n${output}`));
    return { status: status as number | null, output };
  });
  return {
    untilPrinted: (words) =>
      new Promise((resolve, reject) => {
        waiting.push({ words, resolve, reject });
        check();
      }),
    ended,
    type: (line) => child.stdin.write(`${line}\n`),
    interrupt: () => child.kill('SIGINT'),
  };
}
