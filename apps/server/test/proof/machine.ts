import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

export const kib = 1024;
export const mib = 1024 * 1024;

/** The reason why lines about the network cannot be run here; undefined if they can. */
export function needsLinux(): string | undefined {
  return process.platform === 'linux' ? undefined : 'needs Linux, whose /proc shows memory and connections';
}

/**
 * @throws if a process may not have this many files open. Node raises its soft limit to the hard one by itself.
 */
export function requireFiles(count: number): void {
  const allowed = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  if (allowed !== 'unlimited' && Number(allowed) < count) {
    throw new Error(`a process may have only ${allowed} files open, but this needs ${count}: raise \`ulimit -Hn\``);
  }
}

/** The server gets a core to itself, as if its clients were on other machines. */
const cores = { server: '0', clients: '1', all: `0-${availableParallelism() - 1}` } as const;

/** Pins all threads of a process to the server's core or the clients', or unpins them. Does nothing without taskset. */
export function keepTo(which: keyof typeof cores, pid: number | undefined): void {
  if (pid === undefined || availableParallelism() < 2) return;
  spawnSync('taskset', ['-apc', cores[which], String(pid)], { stdio: 'ignore' });
}

/**
 * Lets a process run only where no other wants to, as if it were on another machine than the others of its core. Does nothing
 * without chrt.
 */
export function yieldToOthers(pid: number | undefined): void {
  if (pid !== undefined) spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(pid)], { stdio: 'ignore' });
}

/** A loopback address for client `index`, shared by 250 clients, and never the server's. */
export function addressOf(index: number): string {
  return `127.0.1.${1 + Math.floor(index / 250)}`;
}

/** Reads a value until it is good or the time is up; resolves with the last value and the time it took. */
export async function until<T>(
  read: () => T,
  isGood: (value: T) => boolean,
  withinMs: number,
): Promise<{ readonly value: T; readonly tookMs: number }> {
  const startMs = performance.now();
  for (;;) {
    const value = read();
    const tookMs = performance.now() - startMs;
    if (isGood(value) || tookMs >= withinMs) return { value, tookMs };
    await delay(100);
  }
}

/** The number of connections to this port that the server has open, by client address. */
export function connectionsTo(port: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const established = '01';
  const server = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const [, local, remote = '', state] = line.trim().split(/\s+/);
    if (local !== server || state !== established) continue;
    const address = addressIn(remote);
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

/** Parses an IPv4 address with its port as /proc writes it, which is in reverse byte order. */
function addressIn(field: string): string {
  return [6, 4, 2, 0].map((at) => Number.parseInt(field.slice(at, at + 2), 16)).join('.');
}
