import { describe, expect, test } from 'vitest';
import type { Redis } from '../../src/adapters/redis/redis.ts';
import { createRedisEphemeral } from '../../src/adapters/redis/redis-ephemeral.ts';
import { ephemeralContract } from '../contracts/ephemeral.contract.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { keysOf, openRedis } from './services.ts';
import './skip-without.ts';

/** As if time had passed: every key of the test ends sooner. */
async function age(redis: Redis, ms: number): Promise<void> {
  for (const [key, leftMs] of await keysOf(redis)) await redis.command('PEXPIRE', redis.key(key), leftMs - ms);
}

describe('Redis', () => {
  ephemeralContract(async () => {
    const redis = await openRedis();
    const clock = createFakeClock();
    return {
      ...clock,
      ephemeral: createRedisEphemeral(redis, clock),
      async advance(ms) {
        clock.advance(ms);
        await age(redis, ms);
      },
      grainMs: 20_000,
    };
  });

  test('S31.3: without Redis, each process counts by itself, and everything else fails', async () => {
    const redis = await openRedis();
    const clock = createFakeClock();
    const ephemeral = createRedisEphemeral(redis, clock);
    expect(await ephemeral.increment('count', 60_000)).toMatchObject({ count: 1 });
    redis.close();
    expect(await ephemeral.increment('count', 60_000)).toMatchObject({ count: 1 });
    expect(await ephemeral.increment('count', 60_000)).toMatchObject({ count: 2 });
    await expect(ephemeral.setIfAbsent('ticket', '1', 60_000)).rejects.toThrow('Redis cannot be reached');
    await expect(ephemeral.get('lock')).rejects.toThrow('Redis cannot be reached');
  });
});
