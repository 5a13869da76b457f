import { openSocket } from '#socket';
import type { OpenSocket } from './transport/socket.ts';

/** The time as this machine tells it, and waiting. */
export interface Timers {
  /** Whole µs since 1970, monotonic while the program runs; on some machines it stands still while they sleep. */
  nowUs(): number;
  /** ms since 1970, as this machine's clock on the wall says. */
  wallMs(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** What the SDK needs from where it runs; tests hand in their own. */
export interface Environment {
  readonly timers: Timers;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly openSocket: OpenSocket;
  /** Tells of the machine's network from now on; returns what ends that. */
  readonly watchNetwork: (watcher: NetworkWatcher) => () => void;
}

/** Hears when the machine gets its network back, when it loses it, and when it may have lost what there was. */
export interface NetworkWatcher {
  readonly woke: () => void;
  readonly online: () => void;
  readonly offline: () => void;
}

export const systemEnvironment: Environment = {
  timers: {
    nowUs: () => Math.round((performance.timeOrigin + performance.now()) * 1000),
    wallMs: Date.now,
    setTimeout: (callback, ms) => setTimeout(callback, ms),
    // What setTimeout returned: a number in browsers, an object in Node.
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
  },
  random: Math.random,
  openSocket,
  watchNetwork: ({ online, offline }) => {
    // Windows and workers have it, Node has not.
    if (typeof globalThis.addEventListener !== 'function') return () => {};
    globalThis.addEventListener('online', online);
    globalThis.addEventListener('offline', offline);
    return () => {
      globalThis.removeEventListener('online', online);
      globalThis.removeEventListener('offline', offline);
    };
  },
};
