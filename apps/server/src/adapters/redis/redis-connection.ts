import { createClient } from '@redis/client';
import { redisAddress } from '../../config/redis-address.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import { clientOptions, type RedisOptions, type RedisPlace } from './redis-options.ts';

export type RedisClient = ReturnType<typeof connectable>;

export interface RedisConnectionEvents {
  /** Prepares a new connection before it is used; the connection counts as lost if it rejects. */
  prepare(client: RedisClient): Promise<void>;
  /** The connection is usable: at the start, and again after each loss. */
  ready(): void;
  /** It was usable and is not any more. */
  lost(error: Error): void;
}

/** Ticks in which a connection that owes an answer may be silent. */
const silentTicks = 4;

/**
 * One connection to Redis, which is made again whenever it is lost, with growing pauses. It is watched: a Redis that has stopped
 * answering, or a machine that has lost its power, would otherwise leave every command without an end.
 */
export class RedisConnection {
  readonly #options: RedisOptions;
  readonly #events: RedisConnectionEvents;
  #client: RedisClient | undefined;
  #isClosed = false;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: RedisOptions, events: RedisConnectionEvents) {
    this.#options = options;
    this.#events = events;
  }

  /** Undefined while there is no connection. */
  get client(): RedisClient | undefined {
    return this.#client;
  }

  /** Connects for the first time. @throws if Redis cannot be reached or refuses. */
  async open(): Promise<void> {
    const client = connectable(this.#options, await placeOf(this.#options));
    if (this.#isClosed) return;
    let isUsable = false;
    let stopWatching = () => {};
    const end = (error: Error) => {
      stopWatching();
      client.destroy();
      if (!isUsable) return;
      isUsable = false;
      this.#client = undefined;
      if (this.#isClosed) return;
      this.#events.lost(error);
      this.#tryLater();
    };
    client.on('error', end);
    try {
      await client.connect();
      await this.#events.prepare(client);
    } catch (error) {
      client.destroy();
      throw error;
    }
    if (this.#isClosed) {
      client.destroy();
      return;
    }
    stopWatching = watch(client, this.#options.timeoutMs, end);
    isUsable = true;
    this.#failures = 0;
    this.#client = client;
    this.#events.ready();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    client?.destroy();
  }

  #tryLater(): void {
    if (this.#isClosed) return;
    const { firstPauseMs, longestPauseMs } = serverLimits.redis;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failures);
    this.#failures++;
    // A random part, so that many processes do not all come back at the same moment.
    this.#retry = setTimeout(() => this.open().catch(() => this.#tryLater()), pauseMs * (0.5 + Math.random() / 2));
    this.#retry.unref();
  }
}

function connectable(options: RedisOptions, at: RedisPlace) {
  return createClient(clientOptions(options, at));
}

/** Where Redis is now: of a master that Sentinels watch, the first of them that answers says so. */
async function placeOf(options: RedisOptions): Promise<RedisPlace> {
  const { at } = redisAddress(options.url);
  if (!('sentinels' in at)) return at;
  let failure: unknown;
  for (const sentinel of at.sentinels) {
    try {
      const found = await masterOf(at.master, options, sentinel);
      if (found !== undefined) return found;
      failure = new Error(`its Sentinels know no master "${at.master}"`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function masterOf(master: string, options: RedisOptions, sentinel: RedisPlace): Promise<RedisPlace | undefined> {
  // Sentinels have neither the users nor the databases of Redis.
  const { socket } = clientOptions(options, sentinel);
  const client = createClient({ socket, disableClientInfo: true, maintNotifications: 'disabled' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.sendCommand<[string, string] | null>(['SENTINEL', 'get-master-addr-by-name', master]);
    return found === null ? undefined : { host: found[0], port: Number(found[1]) };
  } finally {
    client.destroy();
  }
}

/** Asks for a sign of life. It counts ticks, not time: a process that was stopped for a while has not heard Redis either. */
function watch(client: RedisClient, timeoutMs: number, lost: (error: Error) => void): () => void {
  let owedTicks = 0;
  const timer = setInterval(() => {
    if (owedTicks === 0) {
      owedTicks = 1;
      client.sendCommand(['PING']).then(
        () => {
          owedTicks = 0;
        },
        () => undefined,
      );
      return;
    }
    owedTicks++;
    if (owedTicks > silentTicks) lost(new Error('Redis does not answer.'));
  }, timeoutMs / silentTicks);
  timer.unref();
  return () => clearInterval(timer);
}
