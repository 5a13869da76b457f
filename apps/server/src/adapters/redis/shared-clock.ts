import { performance } from 'node:perf_hooks';
import type { Clock } from '../../ports/clock.ts';
import type { Redis } from './redis.ts';

/** How often the offset is measured. */
const intervalMs = 2_000;
/** Questions each time: the quickest answer is the most exact one. */
const questions = 4;
/** The service clock runs this much faster or slower at most, S31.7: 500 µs in a second. */
const maxSlew = 500e-6;
/** µs of the service clock in a ms of the monotonic clock. */
const nominalRate = 1000;

/** The time that the reference showed at a moment of the monotonic clock. */
export interface Reading {
  readonly referenceUs: number;
  readonly monotonicMs: number;
  readonly roundTripMs: number;
}

/**
 * The service clock of one process, led to a reference that all processes of the service share. It starts at the reference and
 * never steps afterwards: it only runs a little faster or slower until it agrees.
 */
export class SharedClock implements Clock {
  readonly #monotonicMs: () => number;
  #baseUs: number;
  #baseMs: number;
  #rate = nominalRate;
  #offsetUs = 0;

  constructor(first: Reading, monotonicMs: () => number = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
    this.#baseUs = Math.round(first.referenceUs);
    this.#baseMs = first.monotonicMs;
  }

  /** The reference's lead over this clock at the last reading, µs. */
  get offsetUs(): number {
    return this.#offsetUs;
  }

  nowMs(): number {
    return Date.now();
  }

  monotonicMs(): number {
    return this.#monotonicMs();
  }

  serviceUs(): number {
    return this.#baseUs + Math.round((this.#monotonicMs() - this.#baseMs) * this.#rate);
  }

  /** Leads the clock to the reference until the next reading, or lets it run by itself if there is none. */
  follow(reading: Reading | undefined): void {
    const nowMs = this.#monotonicMs();
    const nowUs = this.serviceUs();
    const offsetUs =
      reading === undefined ? 0 : reading.referenceUs + (nowMs - reading.monotonicMs) * nominalRate - nowUs;
    this.#baseUs = nowUs;
    this.#baseMs = nowMs;
    if (reading !== undefined) this.#offsetUs = offsetUs;
    const slew = offsetUs / (intervalMs * nominalRate);
    this.#rate = nominalRate * (1 + Math.min(maxSlew, Math.max(-maxSlew, slew)));
  }
}

/** Asks Redis for its time, several times; resolves with the most exact answer. @throws {RedisUnavailable} */
async function readRedisTime(redis: Pick<Redis, 'command'>, monotonicMs: () => number): Promise<Reading> {
  let best: Reading | undefined;
  for (let asked = 0; asked < questions; asked++) {
    const sentMs = monotonicMs();
    const [seconds, microseconds] = await redis.command<[string, string]>('TIME');
    const receivedMs = monotonicMs();
    const roundTripMs = receivedMs - sentMs;
    if (best !== undefined && best.roundTripMs <= roundTripMs) continue;
    const referenceUs = Number(seconds) * 1_000_000 + Number(microseconds);
    best = { referenceUs, monotonicMs: (sentMs + receivedMs) / 2, roundTripMs };
  }
  if (best === undefined) throw new Error('Redis was not asked.');
  return best;
}

/** Makes a clock that starts at Redis's time and follows it until it is stopped. */
export async function startSharedClock(
  redis: Redis,
): Promise<{ readonly clock: SharedClock; readonly stop: () => void }> {
  const monotonicMs = () => performance.now();
  const clock = new SharedClock(await readRedisTime(redis, monotonicMs), monotonicMs);
  const timer = setInterval(() => {
    readRedisTime(redis, monotonicMs).then(
      (reading) => clock.follow(reading),
      () => clock.follow(undefined),
    );
  }, intervalMs);
  timer.unref();
  return { clock, stop: () => clearInterval(timer) };
}
