import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import { createMemoryEphemeral } from '../memory/memory-ephemeral.ts';
import { type Redis, RedisUnavailable, script } from './redis.ts';

/** Counts, and gives the key its end with the first count. Answers with the count and what is left of the window, ms. */
const increment = script(`
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { count, redis.call('PTTL', KEYS[1]) }
`);

/** Adds ARGV[1] to all counts unless one would exceed its limit. Answers with the index of that one, from 1, and what is left of its window, ms. */
const spend = script(`
  local amount = tonumber(ARGV[1])
  for at, key in ipairs(KEYS) do
    local used = tonumber(redis.call('GET', key) or '0')
    if used + amount > tonumber(ARGV[at + 2]) then return { at, redis.call('PTTL', key) } end
  end
  for _, key in ipairs(KEYS) do
    if redis.call('INCRBY', key, amount) == amount then redis.call('PEXPIRE', key, ARGV[2]) end
  end
  return { 0, 0 }
`);

/**
 * Short-lived state that all processes of the service share. Every key ends by Redis's own clock. While Redis cannot be reached,
 * each process counts by itself, so that limits go on to hold, and everything else fails: who may do something once, or is locked
 * out, cannot be decided by one process alone.
 */
export function createRedisEphemeral(redis: Redis, clock: Clock): Ephemeral {
  const alone = createMemoryEphemeral(clock);
  const keyOf = (key: string) => redis.key('e', key);
  return {
    async set(key, value, ttlMs) {
      await redis.command('SET', keyOf(key), value, 'PX', Math.ceil(ttlMs));
    },
    async get(key) {
      return (await redis.command<string | null>('GET', keyOf(key))) ?? undefined;
    },
    async setIfAbsent(key, value, ttlMs) {
      return (await redis.command<string | null>('SET', keyOf(key), value, 'NX', 'PX', Math.ceil(ttlMs))) !== null;
    },
    async take(key) {
      return (await redis.command<string | null>('GETDEL', keyOf(key))) ?? undefined;
    },
    async delete(key) {
      await redis.command('DEL', keyOf(key));
    },
    async spend(counts, amount, windowMs) {
      try {
        const keys = counts.map(({ key }) => keyOf(key));
        const limits = counts.map(({ limit }) => Math.floor(limit));
        const [at, leftMs] = await redis.run<[number, number]>(spend, keys, [amount, Math.ceil(windowMs), ...limits]);
        return at === 0 ? undefined : { index: at - 1, resetAt: clock.nowMs() + Math.max(0, leftMs) };
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        return alone.spend(counts, amount, windowMs);
      }
    },
    async increment(key, windowMs) {
      try {
        const [count, leftMs] = await redis.run<[number, number]>(increment, [keyOf(key)], [Math.ceil(windowMs)]);
        return { count, resetAt: clock.nowMs() + leftMs };
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        return alone.increment(key, windowMs);
      }
    },
  };
}
