// Programs of tests that run in a process of their own, such as on another machine, and answer calls: one line of JSON
// each, on standard input and output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

type Calls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** A running program. */
export interface CalledProgram<Answered extends Calls> {
  readonly pid: number | undefined;
  /** Rejects if the call fails in the program, or the program has ended. */
  call<Name extends keyof Answered>(
    name: Name,
    ...args: Parameters<Answered[Name]>
  ): Promise<Awaited<ReturnType<Answered[Name]>>>;
  /** Resolves when the program has ended. */
  stop(): Promise<void>;
}

/** @param through the prefix that runs a command on the program's machine. */
export function startProgram<Answered extends Calls>(
  path: string,
  through: readonly string[],
): CalledProgram<Answered> {
  const [command = '', ...args] = [...through, process.execPath, path];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    const waiting = pending.get(id);
    pending.delete(id);
    if (error === undefined) waiting?.resolve(result as never);
    else waiting?.reject(new Error(error));
  });
  // A call of a program that has ended is rejected below.
  child.stdin.on('error', () => {});
  const gone = once(child, 'exit');
  let ended: Error | undefined;
  gone.then(([code]) => {
    ended = new Error(`the program ended with ${code}`);
    for (const { reject } of pending.values()) reject(ended);
  });
  let last = 0;
  return {
    pid: child.pid,
    call(name, ...given) {
      if (ended !== undefined) return Promise.reject(ended);
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

/** The program's half: answers calls until there are no more. */
export async function answerCalls(calls: Calls): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, call, args } = JSON.parse(line);
    const answer = (content: object) => process.stdout.write(`${JSON.stringify({ id, ...content })}\n`);
    // The caller's types are derived from `calls`.
    (calls as Record<string, (...args: unknown[]) => Promise<unknown>>)[call]?.(...args).then(
      (result) => answer({ result }),
      (error) => answer({ error: String(error?.stack ?? error) }),
    );
  }
}
