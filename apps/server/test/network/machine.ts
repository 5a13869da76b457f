import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { calls } from './machine-program.ts';

type Calls = typeof calls;

/** A program on one of the machines, and the calls that it answers. */
export interface Machine {
  call<Name extends keyof Calls>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('machine-program.ts', import.meta.url));

/** @param through the prefix that runs a command on that machine. */
export function startMachine(through: readonly string[]): Machine {
  const [command = process.execPath, ...args] = [...through, process.execPath, program];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    const waiting = pending.get(id);
    pending.delete(id);
    if (error === undefined) waiting?.resolve(result as never);
    else waiting?.reject(new Error(error));
  });
  const gone = once(child, 'exit');
  gone.then(([code]) => {
    for (const { reject } of pending.values()) reject(new Error(`the machine's program ended with ${code}`));
  });
  let last = 0;
  return {
    call(name, ...given) {
      last++;
      const id = last;
      const answered = new Promise<never>((resolve, reject) => pending.set(id, { resolve, reject }));
      child.stdin.write(`${JSON.stringify({ id, call: name, args: given })}\n`);
      return answered;
    },
    async stop() {
      child.stdin.end();
      await gone;
    },
  };
}
