import { RoomtoneError } from '@roomtone/protocol';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral, WindowCount } from '../../ports/ephemeral.ts';

const windowMs = 60_000;

/** The state of a counter after a request was counted. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  readonly isExceeded: boolean;
  /** The end of the window: Unix time in whole seconds. */
  readonly reset: number;
}

export interface RateCounterDeps {
  readonly ephemeral: Pick<Ephemeral, 'increment'>;
  readonly log: { warn(o: object, msg: string): void };
}

/** Counts in fixed windows of 60 s that start with their first request (S10.1). */
export interface RateCounter {
  /**
   * Counts a request, whatever its outcome; without a promise if the counters are in this process. Undefined while they
   * cannot be reached.
   * @param key the full one: `rate:`, the group and who is counted in it.
   */
  count(key: string, limit: number): Standing | undefined | Promise<Standing | undefined>;
}

export function createRateCounter({ ephemeral, log }: RateCounterDeps): RateCounter {
  const pass = (error: unknown) => {
    // Requests are served even if they cannot be counted.
    log.warn({ err: error }, 'a request could not be counted');
    return undefined;
  };
  return {
    count(key, limit) {
      const counted = ephemeral.increment(key, windowMs);
      if (!(counted instanceof Promise)) return standingOf(counted, limit);
      return counted.then((count) => standingOf(count, limit)).catch(pass);
    },
  };
}

function standingOf({ count, resetAt }: WindowCount, limit: number): Standing {
  return { limit, remaining: Math.max(0, limit - count), isExceeded: count > limit, reset: Math.ceil(resetAt / 1000) };
}

/** The headers of a counted answer (S10.6). */
export function standingHeaders({ limit, remaining, reset }: Standing): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  };
}

/** The error of status 429; its answer also needs `Retry-After`. */
export function tooManyRequests({ limit, reset }: Pick<Standing, 'limit' | 'reset'>): RoomtoneError {
  return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many requests. Try again later.', { limit, reset });
}

/** Seconds until the `reset` in a 429's details, at least 1; undefined for any other error. */
export function retryAfter(error: unknown, clock: Pick<Clock, 'nowMs'>): number | undefined {
  if (!(error instanceof RoomtoneError) || error.code !== 'RATE_LIMIT_EXCEEDED') return undefined;
  const { reset } = error.details;
  return typeof reset === 'number' ? Math.max(1, Math.ceil(reset - clock.nowMs() / 1000)) : undefined;
}
