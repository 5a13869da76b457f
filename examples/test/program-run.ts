import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** One of the example programs, running. */
export interface ProgramRun {
  /** Resolves when the program has printed this text; rejects if it ends before that. */
  untilPrinted(words: string): Promise<void>;
  /** Resolves with the exit status and everything the program wrote. */
  readonly ended: Promise<{ readonly status: number | null; readonly output: string }>;
  interrupt(): void;
}

/** Starts a built example as a process. @param input its standard input. */
export function runProgram(
  name: string,
  args: readonly string[],
  { env = {}, input = '' }: { readonly env?: Record<string, string>; readonly input?: string } = {},
): ProgramRun {
  const path = fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, ...env } });
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
  child.stdin.end(input);
  const ended = once(child, 'close').then(([status]) => {
    for (const { words, reject } of waiting) reject(new Error(`${name} never printed “${words}”, but:\n${output}`));
    return { status: status as number | null, output };
  });
  return {
    untilPrinted: (words) =>
      new Promise((resolve, reject) => {
        waiting.push({ words, resolve, reject });
        check();
      }),
    ended,
    interrupt: () => child.kill('SIGINT'),
  };
}
