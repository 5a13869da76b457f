import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';

/** Resources used by a process so far, from /proc. */
export interface Usage {
  /** CPU time of all threads together, µs. */
  readonly cpuUs: number;
  /** Time for which the main thread was ready to run but waited for its core, µs. */
  readonly waitUs: number;
  /** Core time used by the other threads, µs: at most this much of the waiting is due to the process itself. */
  readonly besideUs: number;
}

/** The cores for the servers and the load generator. */
export const cores = { server: 0, load: 1 } as const;
/** Column of the steal time, in ticks of USER_HZ, in a core's line of /proc/stat. */
const stolenColumn = 8;
const tickMs = 10;

/** A server under test. */
export interface MeasuredProcess {
  /** The match in the ready line. */
  readonly ready: string;
  readonly pid: number;
  usage(): Usage;
  /** Resident memory, bytes. */
  residentBytes(): number;
  stop(): Promise<void>;
}

/** Starts Node on this core, or on all; resolves with what `readyLine` matches on standard error. */
export async function startOn(
  core: number | 'all',
  args: readonly string[],
  options: {
    readyLine: RegExp;
    cwd: string;
    env?: Readonly<Record<string, string>>;
    /** A command to run it with that replaces itself with it, such as `ip netns exec other`. */
    through?: readonly string[];
  },
): Promise<MeasuredProcess> {
  const cores = core === 'all' ? `0-${availableParallelism() - 1}` : String(core);
  const [command = '', ...rest] = [...(options.through ?? []), 'taskset', '-c', cores, process.execPath, ...args];
  const child = spawn(command, rest, {
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
  // taskset, and what it runs through, replaces itself with the program: its pid is the server's.
  const folder = `/proc/${child.pid}`;
  return {
    ready,
    pid: Number(child.pid),
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

/** Resources used by a process so far. */
export function usageOf(pid: number): Usage {
  const folder = `/proc/${pid}/task`;
  let besideNs = 0;
  for (const thread of readdirSync(folder)) {
    if (thread !== String(pid)) besideNs += numbersIn(`${folder}/${thread}/schedstat`)[0] ?? 0;
  }
  const [ranNs = 0, waitNs = 0] = numbersIn(`${folder}/${pid}/schedstat`);
  return { cpuUs: (ranNs + besideNs) / 1000, waitUs: waitNs / 1000, besideUs: besideNs / 1000 };
}

/** Steal time of each core so far, from /proc/stat; 0 on real hardware. */
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
