import { openSocket } from '#socket';
import type { OpenSocket } from './transport/socket.ts';

/** The time as this machine tells it, and waiting. */
export interface Timers {
  /** Whole µs since 1970, monotonic while the program runs. */
  nowUs(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** What the SDK needs from where it runs; tests hand in their own. */
export interface Environment {
  readonly timers: Timers;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly openSocket: OpenSocket;
  /** Calls `wake` when the machine gets its network back; returns what ends that. */
  readonly onOnline: (wake: () => void) => () => void;
}

export const systemEnvironment: Environment = {
  timers: {
    nowUs: () => Math.round((performance.timeOrigin + performance.now()) * 1000),
    setTimeout: (callback, ms) => setTimeout(callback, ms),
    // What setTimeout returned: a number in browsers, an object in Node.
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
  },
  random: Math.random,
  openSocket,
  onOnline: (wake) => {
    // Windows and workers have it, Node has not.
    if (typeof globalThis.addEventListener !== 'function') return () => {};
    globalThis.addEventListener('online', wake);
    return () => globalThis.removeEventListener('online', wake);
  },
};
