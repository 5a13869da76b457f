import { createHash } from 'node:crypto';
import { RESP_TYPES } from '@redis/client';
import { shownRedis } from '../../config/redis-address.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import { RedisConnection } from './redis-connection.ts';
import type { RedisOptions } from './redis-options.ts';

export type Argument = string | number | Uint8Array;

/** A Lua script, which Redis runs in one step. */
export interface Script {
  readonly source: string;
  readonly sha: string;
}

/** Redis cannot be reached at the moment. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';

  constructor(cause?: unknown) {
    super('Redis cannot be reached at the moment.', { cause });
  }
}

const inBytes = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } as const;

export function script(source: string): Script {
  return { source, sha: createHash('sha1').update(source).digest('hex') };
}

/**
 * Redis, on two connections: one for commands, one for what other processes publish. While a connection is lost, commands fail
 * at once and messages are dropped, so that nothing here waits for Redis.
 */
export class Redis implements Bus {
  readonly prefix: string;
  readonly #commands: RedisConnection;
  readonly #messages: RedisConnection;
  readonly #listeners = new Map<string, Set<(message: Uint8Array) => void>>();
  /** The channels that the current connection has subscribed to. */
  readonly #subscribed = new Set<string>();
  readonly #onReconnect = new Set<() => void>();
  #wasReady = false;

  private constructor(options: RedisOptions, log: Pick<Log, 'info' | 'warn'>) {
    this.prefix = options.prefix;
    const shown = shownRedis(options.url);
    const lost = (error: Error) => {
      if (this.#wasReady) log.warn({ err: { message: error.message } }, `${shown} cannot be reached`);
      this.#wasReady = false;
    };
    const ready = () => {
      if (!this.isReady || this.#wasReady) return;
      this.#wasReady = true;
      log.info({}, `connected to ${shown}`);
      for (const listener of this.#onReconnect) listener();
    };
    const prepare = async () => {};
    this.#commands = new RedisConnection(options, { prepare, ready, lost });
    this.#messages = new RedisConnection(options, {
      // Former subscriptions are restored before anybody hears that the connection is back.
      prepare: async (client) => {
        this.#subscribed.clear();
        for (const channel of this.#listeners.keys()) {
          this.#subscribed.add(channel);
          await client.subscribe(channel, this.#received, true);
        }
      },
      ready: () => {
        for (const channel of this.#listeners.keys()) this.#subscribe(channel);
        ready();
      },
      lost,
    });
  }

  /**
   * Connects.
   * @throws {Error} whose message is for the host, if Redis cannot be reached or is too old.
   */
  static async open(options: RedisOptions, log: Pick<Log, 'info' | 'warn'>): Promise<Redis> {
    const redis = new Redis(options, log);
    try {
      await Promise.all([redis.#commands.open(), redis.#messages.open()]);
      checkKind(await redis.command<string>('INFO', 'server'), shownRedis(options.url));
      return redis;
    } catch (error) {
      redis.close();
      throw explained(error, shownRedis(options.url));
    }
  }

  /** True while both connections work. */
  get isReady(): boolean {
    return this.#commands.client !== undefined && this.#messages.client !== undefined;
  }

  key(...parts: readonly string[]): string {
    return this.prefix + parts.join(':');
  }

  /** Runs one command. @throws {RedisUnavailable} at once while there is no connection. */
  async command<T>(...args: readonly Argument[]): Promise<T> {
    return this.#send<T>(args, false);
  }

  /** The same, with an answer in bytes. */
  async commandBytes<T>(...args: readonly Argument[]): Promise<T> {
    return this.#send<T>(args, true);
  }

  /** Runs a script in one step. Texts in its answer are bytes if asked for. */
  async run<T>(
    { source, sha }: Script,
    keys: readonly string[],
    args: readonly Argument[] = [],
    bytes = false,
  ): Promise<T> {
    const rest = [keys.length, ...keys, ...args];
    try {
      return await this.#send<T>(['EVALSHA', sha, ...rest], bytes);
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return this.#send<T>(['EVAL', source, ...rest], bytes);
    }
  }

  publish(channel: string, message: Uint8Array): void {
    void this.pass(channel, message);
  }

  async pass(channel: string, message: Uint8Array): Promise<void> {
    await this.#send(['PUBLISH', this.key(channel), message], false).catch(() => undefined);
  }

  subscribe(channel: string, listener: (message: Uint8Array) => void): () => void {
    const name = this.key(channel);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    this.#subscribe(name);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(name) !== listeners) return;
      this.#listeners.delete(name);
      this.#subscribed.delete(name);
      this.#messages.client?.unsubscribe(name).catch(() => undefined);
    };
  }

  /** Resolves when everything that is published from now on reaches the subscriptions so far. */
  async subscriptionsInForce(): Promise<void> {
    const { client } = this.#messages;
    if (client === undefined) throw new RedisUnavailable();
    // One connection carries both, so the answer comes after what was asked before.
    await client.sendCommand(['PING']).catch((error: unknown) => {
      throw new RedisUnavailable(error);
    });
  }

  onReconnect(listener: () => void): () => void {
    this.#onReconnect.add(listener);
    return () => this.#onReconnect.delete(listener);
  }

  /** Rejects if Redis does not answer commands. */
  async probe(): Promise<void> {
    if (!this.isReady) throw new RedisUnavailable();
    await this.#send(['PING'], false);
  }

  close(): void {
    this.#commands.close();
    this.#messages.close();
  }

  #subscribe(channel: string): void {
    const { client } = this.#messages;
    if (client === undefined || this.#subscribed.has(channel)) return;
    this.#subscribed.add(channel);
    // A failure means that the connection is lost; the next one subscribes to everything.
    client.subscribe(channel, this.#received, true).catch(() => undefined);
  }

  readonly #received = (message: Buffer, channel: Buffer): void => {
    for (const listener of this.#listeners.get(channel.toString()) ?? []) listener(message);
  };

  async #send<T>(args: readonly Argument[], bytes: boolean): Promise<T> {
    const { client } = this.#commands;
    if (client === undefined) throw new RedisUnavailable();
    const sent = args.map((arg) => (typeof arg === 'number' ? String(arg) : asSent(arg)));
    try {
      return (await client.sendCommand(sent, bytes ? inBytes : undefined)) as T;
    } catch (error) {
      // A refusal by Redis is this command's own; everything else is about the connection.
      if (isRefusal(error)) throw error;
      throw new RedisUnavailable(error);
    }
  }
}

/** @throws {Error} for the host, if this Redis cannot be used. @param info what it says of itself. */
function checkKind(info: string, shown: string): void {
  const [, major = '0', minor = '0'] = /^redis_version:(\d+)\.(\d+)/m.exec(info) ?? [];
  if (Number(major) < 6 || (major === '6' && Number(minor) < 2)) {
    throw new Error(`${shown} is version ${major}.${minor}. Roomtone needs 6.2 or newer.`);
  }
  if (/^redis_mode:cluster/m.test(info)) {
    throw new Error(`${shown} is part of a Redis Cluster. Roomtone needs a Redis of its own, which may have replicas.`);
  }
}

function asSent(arg: string | Uint8Array): string | Buffer {
  return typeof arg === 'string' ? arg : Buffer.from(arg.buffer, arg.byteOffset, arg.byteLength);
}

/** Refusals of everything, until Redis is well again. */
const unwell = /^(CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY) /;

/** Replies of Redis that are errors begin with a word in capitals. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /^[A-Z]+ /.test(error.message) && !unwell.test(error.message);
}

function explained(error: unknown, shown: string): Error {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  const what = (message === '' ? (code ?? 'no address answers') : message).replace(/\.$/, '');
  if (what.startsWith(shown)) return error as Error;
  const advice = /^(WRONGPASS|NOAUTH|NOPERM)/.test(what)
    ? 'Check user and password in ROOMTONE_REDIS_URL.'
    : 'Check ROOMTONE_REDIS_URL, and that Redis runs.';
  return new Error(`Cannot use ${shown}: ${what}. ${advice}`, { cause: error });
}
