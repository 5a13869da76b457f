import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';

/** What a process has used so far, by /proc. */
export interface Usage {
  /** On a core, all threads together, µs. */
  readonly cpuUs: number;
  /** The main thread ready to run and kept waiting for its core, µs. */
  readonly waitUs: number;
  /** What the other threads used of the core: so much of the waiting is the process's own doing, at most. µs. */
  readonly besideUs: number;
}

/** Where servers and the load run. */
export const cores = { server: 0, load: 1 } as const;
/** Where a core's line in /proc/stat has its steal time, in ticks of USER_HZ. */
const stolenColumn = 8;
const tickMs = 10;

/** A server under test. */
export interface MeasuredProcess {
  /** What the ready line said. */
  readonly ready: string;
  usage(): Usage;
  /** Memory in RAM, bytes. */
  residentBytes(): number;
  stop(): Promise<void>;
}

/** Starts Node on that core, or on all; resolves with what `readyLine` catches on standard error. */
export async function startOn(
  core: number | 'all',
  args: readonly string[],
  options: { readyLine: RegExp; cwd: string; env?: Readonly<Record<string, string>> },
): Promise<MeasuredProcess> {
  const cores = core === 'all' ? `0-${availableParallelism() - 1}` : String(core);
  const child = spawn('taskset', ['-c', cores, process.execPath, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const takeAlong = () => child.kill('SIGKILL');
  process.once('exit', takeAlong);
  child.once('exit', () => process.off('exit', takeAlong));
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const ready = options.readyLine.exec(line)?.[1];
    if (ready !== undefined) return measured(child, ready);
  }
  throw new Error(`${args.join(' ')} did not start:\n${said.join('\n')}`);
}

function measured(child: ChildProcess, ready: string): MeasuredProcess {
  child.stderr?.resume();
  // taskset becomes the program: the pid is the server's.
  const folder = `/proc/${child.pid}`;
  return {
    ready,
    usage: () => usageOf(Number(child.pid)),
    residentBytes() {
      const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1];
      return Number(kib) * 1024;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** What a process has used so far. */
export function usageOf(pid: number): Usage {
  const folder = `/proc/${pid}/task`;
  let besideNs = 0;
  for (const thread of readdirSync(folder)) {
    if (thread !== String(pid)) besideNs += numbersIn(`${folder}/${thread}/schedstat`)[0] ?? 0;
  }
  const [ranNs = 0, waitNs = 0] = numbersIn(`${folder}/${pid}/schedstat`);
  return { cpuUs: (ranNs + besideNs) / 1000, waitUs: waitNs / 1000, besideUs: besideNs / 1000 };
}

/** How long a host has run others on each of our cores so far, by /proc/stat; 0 where nobody does. */
export function stolenMs(): number[] {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n');
  return Object.values(cores).map((core) => {
    const ticks = lines.find((line) => line.startsWith(`cpu${core} `))?.split(' ')[stolenColumn];
    return Number(ticks) * tickMs;
  });
}

function numbersIn(path: string): number[] {
  return readFileSync(path, 'utf8').trim().split(/\s+/).map(Number);
}
