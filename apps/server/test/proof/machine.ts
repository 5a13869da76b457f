import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

export const kib = 1024;
export const mib = 1024 * 1024;

/** Why the lines of the network cannot be tried here; undefined where they can. */
export function needsLinux(): string | undefined {
  return process.platform === 'linux' ? undefined : 'memory and connections are read from /proc, which Linux has';
}

/**
 * @throws where a process may not have so many files open. Node takes as many as the hard limit lets it by itself.
 */
export function requireFiles(count: number): void {
  const allowed = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  if (allowed !== 'unlimited' && Number(allowed) < count) {
    throw new Error(`a process may have ${allowed} files open here, and this takes ${count}: raise \`ulimit -Hn\``);
  }
}

/** The server has a core of its own, as it would if its clients were on other machines. */
const cores = { server: '0', clients: '1', all: `0-${availableParallelism() - 1}` } as const;

/** Keeps a process, with all its threads, to the server's core, to the clients', or to none. Without taskset it stays where it is. */
export function keepTo(which: keyof typeof cores, pid: number | undefined): void {
  if (pid === undefined || availableParallelism() < 2) return;
  spawnSync('taskset', ['-apc', cores[which], String(pid)], { stdio: 'ignore' });
}

/** An address of this machine for the nth of many clients, 250 to each: none of them is the server's. */
export function addressOf(index: number): string {
  return `127.0.1.${1 + Math.floor(index / 250)}`;
}

/** Reads until it is good or the time is over; the last one read, and how long that took. */
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

/** How many connections to that port are open on the server's side, by the address they come from. */
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

/** As /proc writes an IPv4 address with its port: its bytes from the last one to the first. */
function addressIn(field: string): string {
  return [6, 4, 2, 0].map((at) => Number.parseInt(field.slice(at, at + 2), 16)).join('.');
}
