import type { Logger } from './logger.ts';
import type { Exchange } from './transport/exchange.ts';
import { exchange } from './transport/exchange-node.ts';
import type { LoadPeers } from './transport/peer.ts';
import { areDatagramsUsual, loadPeers } from './transport/peer-node.ts';
import type { OpenSocket } from './transport/socket.ts';
import { openSocket } from './transport/socket-node.ts';

// Bundlers for browsers take the modules beside these that package.json names under `browser`.

/** This machine's clocks and timers. */
export interface Timers {
  /** Whole µs since 1970, monotonic while the program runs; on some machines it stands still during sleep. */
  nowUs(): number;
  /** ms since 1970 by this machine's wall clock. */
  wallMs(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The platform functions that the SDK needs; tests pass their own. */
export interface Environment {
  readonly timers: Timers;
  readonly logger?: Logger;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly exchange: Exchange;
  readonly openSocket: OpenSocket;
  /** Data channels for notes; undefined if none are wanted. */
  readonly loadPeers?: LoadPeers | undefined;
  /** True if a client uses datagrams unless told otherwise. */
  readonly areDatagramsUsual?: boolean;
  /** Reports changes of the machine's network from now on; the returned function stops it. */
  readonly watchNetwork: (watcher: NetworkWatcher) => () => void;
}

/** Gets called when the machine gains or loses its network, and when connections may have been lost during sleep. */
export interface NetworkWatcher {
  readonly woke: () => void;
  readonly online: () => void;
  readonly offline: () => void;
}

/** React Native does not say when its clock began. */
const clockOrigin = performance.timeOrigin ?? Date.now() - performance.now();

export const systemEnvironment: Environment = {
  timers: {
    nowUs: () => Math.round((clockOrigin + performance.now()) * 1000),
    wallMs: Date.now,
    setTimeout: (callback, ms) => setTimeout(callback, ms),
    // setTimeout returns a number in browsers and an object in Node.
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
  },
  random: Math.random,
  exchange,
  openSocket,
  loadPeers,
  areDatagramsUsual,
  watchNetwork: ({ online, offline }) => {
    // Windows and workers have it, Node does not.
    if (typeof globalThis.addEventListener !== 'function') return () => {};
    globalThis.addEventListener('online', online);
    globalThis.addEventListener('offline', offline);
    return () => {
      globalThis.removeEventListener('online', online);
      globalThis.removeEventListener('offline', offline);
    };
  },
};
