import { randomUUID } from 'node:crypto';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { type Redis, RedisUnavailable } from './redis.ts';

/** `degraded`: it works, and may soon lose something or refuse it. */
export type RedisCondition = 'ok' | 'degraded' | 'down';

interface Finding {
  readonly condition: RedisCondition;
  /** For the host; "" if nothing is wrong. */
  readonly problem: string;
}

const well: Finding = { condition: 'ok', problem: '' };
const channel = 'health';

/**
 * Tries what the service needs of Redis: to write, to publish and to hear of it. A connection and an answer to PING say nothing about a
 * replica that only reads, a full memory, or a user who lacks rights.
 */
export class RedisHealth {
  readonly #redis: Redis;
  readonly #deps: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly log: Pick<Log, 'info' | 'warn'> };
  readonly #awaited = new Map<string, () => void>();
  readonly #stops: readonly (() => void)[];
  #found: Finding = well;
  #nextLookMs = 0;

  constructor(
    redis: Redis,
    deps: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly log: Pick<Log, 'info' | 'warn'> },
  ) {
    this.#redis = redis;
    this.#deps = deps;
    this.#stops = [
      redis.subscribe(channel, (message) => this.#awaited.get(Buffer.from(message).toString())?.()),
      redis.onReconnect(() => void this.look()),
    ];
  }

  /** As it was found last; asking has it looked at again, after a while. */
  condition(): RedisCondition {
    if (this.#deps.clock.monotonicMs() >= this.#nextLookMs) void this.look();
    return this.#found.condition;
  }

  /** Rejects if something does not work. */
  async probe(): Promise<void> {
    const { condition, problem } = await this.look();
    if (condition === 'down') throw new Error(problem);
  }

  async look(): Promise<Finding> {
    const { lookMs } = serverLimits.redis;
    this.#nextLookMs = this.#deps.clock.monotonicMs() + lookMs;
    const found = await this.#find();
    const before = this.#found.problem;
    this.#found = found;
    const { log } = this.#deps;
    if (found.problem !== '' && found.problem !== before) log.warn({}, `Redis: ${found.problem}`);
    if (found.problem === '' && before !== '') log.info({}, 'Redis: everything works again');
    return found;
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  async #find(): Promise<Finding> {
    try {
      await this.#redis.command('SET', this.#redis.key(channel), '1', 'PX', 60_000);
      await this.#hear();
      return this.#warning(await this.#redis.command<string>('INFO', 'all').catch(() => ''));
    } catch (error) {
      // The loss of a connection is said where it is noticed.
      if (error instanceof RedisUnavailable && !this.#redis.isReady) return { condition: 'down', problem: '' };
      const cause = error instanceof RedisUnavailable && error.cause instanceof Error ? error.cause : (error as Error);
      return { condition: 'down', problem: `${cause.message.slice(0, 200)}. ${adviceOn(cause.message)}` };
    }
  }

  /** Publishes a message and waits for it. */
  async #hear(): Promise<void> {
    const name = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    const heard = new Promise<void>((resolve, reject) => {
      this.#awaited.set(name, resolve);
      timer = setTimeout(() => reject(new Error('Messages do not arrive')), serverLimits.redis.hearMs);
    });
    try {
      await this.#redis.command('PUBLISH', this.#redis.key(channel), Buffer.from(name));
      await heard;
    } finally {
      clearTimeout(timer);
      heard.catch(() => undefined);
      this.#awaited.delete(name);
    }
  }

  #warning(info: string): Finding {
    const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    const [used, most] = [Number(field('used_memory')), Number(field('maxmemory'))];
    const policy = field('maxmemory_policy');
    if (field('role') === 'slave') return degraded('This is a replica. Name the master in ROOMTONE_REDIS_URL');
    if (most > 0 && policy !== 'noeviction') {
      return degraded(
        `It deletes what others need when its memory is full (${policy}). Set maxmemory-policy noeviction`,
      );
    }
    const { fullShare } = serverLimits.redis;
    return most > 0 && used > most * fullShare ? degraded('Its memory is almost full. Raise maxmemory') : well;
  }
}

function degraded(problem: string): Finding {
  return { condition: 'degraded', problem: `${problem}.` };
}

function adviceOn(message: string): string {
  if (message.startsWith('READONLY')) return 'Name the master in ROOMTONE_REDIS_URL.';
  if (message.startsWith('OOM')) return 'Raise maxmemory.';
  if (/^(NOPERM|NOAUTH)/.test(message)) return 'Its user needs all commands, keys and channels with the prefix.';
  return 'Its user needs all channels with the prefix (resetchannels &roomtone:*).';
}
