import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** An example that runs. */
export interface Program {
  /** Resolves when it has printed this text; rejects if it ends before. */
  untilPrinted(words: string): Promise<void>;
  /** Interrupts it as Ctrl-C does; resolves with its exit status and what it has printed. */
  stop(): Promise<{ readonly status: number | null; readonly output: string }>;
  readonly ended: Promise<{ readonly status: number | null; readonly output: string }>;
}

/** Runs a source of examples/src as the README says, with Node alone. */
export function run(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  const path = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, ...env } });
  let output = '';
  let changed = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      changed.resolve();
      changed = Promise.withResolvers();
    });
  }
  let isOver = false;
  const ended = once(child, 'close').then(([status]) => {
    isOver = true;
    changed.resolve();
    return { status: status as number | null, output };
  });
  return {
    async untilPrinted(words) {
      while (!output.includes(words)) {
        if (isOver) throw new Error(`${name} never printed “${words}”, but:\n${output}`);
        await changed.promise;
      }
    },
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
    ended,
  };
}
