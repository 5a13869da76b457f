import { expect, onTestFinished, test } from 'vitest';
import { Redis } from '../../src/adapters/redis/redis.ts';
import { RedisHealth } from '../../src/adapters/redis/redis-health.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startRedis } from './redis-server.ts';
import { redisOptions } from './services.ts';
import './skip-without.ts';

test('S31.14: Redis is well if it takes writes and passes messages on, and the log says what is wrong with it', async () => {
  const server = await startRedis();
  onTestFinished(() => server.remove());
  const lines: string[] = [];
  const log = {
    info: (_: object, line: string) => lines.push(line),
    warn: (_: object, line: string) => lines.push(line),
  };
  const redis = await Redis.open(redisOptions({ url: server.url }), log);
  onTestFinished(() => redis.close());
  const health = new RedisHealth(redis, { clock: createFakeClock(), log });
  await redis.subscriptionsInForce();
  const set = (...setting: readonly string[]) => redis.command('CONFIG', 'SET', ...setting);
  expect((await health.look()).condition).toBe('ok');
  await set('maxmemory', '100mb');
  await set('maxmemory-policy', 'allkeys-lru');
  expect(await health.look()).toMatchObject({ condition: 'degraded', problem: expect.stringContaining('noeviction') });
  await set('maxmemory-policy', 'noeviction');
  expect((await health.look()).condition).toBe('ok');
  await set('maxmemory', '1');
  expect(await health.look()).toMatchObject({ condition: 'down', problem: expect.stringContaining('maxmemory') });
  await expect(health.probe()).rejects.toThrow('OOM');
  await set('maxmemory', '0');
  expect((await health.look()).condition).toBe('ok');
  await redis.command('REPLICAOF', '127.0.0.1', '1');
  expect(await health.look()).toMatchObject({ condition: 'down', problem: expect.stringContaining('master') });
  await redis.command('REPLICAOF', 'NO', 'ONE');
  // The rights that docs/scaling.md names are enough.
  const rights = ['on', '>limited', '~own:*', '&own:*', '+@all', '-@dangerous', '+info'];
  await redis.command('ACL', 'SETUSER', 'limited', ...rights);
  const url = `redis://limited:limited@127.0.0.1:${server.port}`;
  const limited = await Redis.open(redisOptions({ url, prefix: 'own:' }), log);
  onTestFinished(() => limited.close());
  const ofLimited = new RedisHealth(limited, { clock: createFakeClock(), log });
  await limited.subscriptionsInForce();
  expect((await ofLimited.look()).problem).toBe('');
  await redis.command('ACL', 'SETUSER', 'default', 'resetchannels');
  const { condition } = await health.look();
  expect([condition, health.condition()]).toEqual(['down', 'down']);
  expect(lines.filter((line) => line.startsWith('Redis:')).length).toBeGreaterThanOrEqual(6);
});
