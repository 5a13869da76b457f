import { describe, expect, onTestFinished, test } from 'vitest';
import { createRedisLeases } from '../../src/adapters/redis/redis-leases.ts';
import { RedisPresence } from '../../src/adapters/redis/redis-presence.ts';
import { RedisProcesses } from '../../src/adapters/redis/redis-processes.ts';
import { SharedClock } from '../../src/adapters/redis/shared-clock.ts';
import type { PresenceOfUser } from '../../src/ports/presence.ts';
import { keysOf, openRedis } from './services.ts';
import './skip-without.ts';

const poll = { interval: 20 };
const quiet = { warn() {} };

async function started(redis: Awaited<ReturnType<typeof openRedis>>) {
  const processes = new RedisProcesses(redis, quiet, { everyMs: 50, deadMs: 5_000 });
  await processes.start();
  onTestFinished(() => processes.stop());
  return processes;
}

describe('S31.5: processes know of each other', () => {
  test('one that ends is gone for each of the others once, and one of them tidies up', async () => {
    const redis = await openRedis();
    const [one, two, three] = [await started(redis), await started(redis), await started(redis)];
    await expect.poll(() => one.isAlive(three.id) && two.isAlive(three.id), poll).toBe(true);
    const heard: string[] = [];
    const tidied: string[] = [];
    for (const processes of [one, two]) {
      processes.onGone((id) => heard.push(id));
      processes.onInheritance(async (id) => void tidied.push(id));
    }
    await three.stop();
    await expect.poll(() => heard, poll).toEqual([three.id, three.id]);
    await expect.poll(() => tidied, poll).toEqual([three.id]);
    expect(one.isAlive(three.id)).toBe(false);
    expect([...(await keysOf(redis)).values()].every((leftMs) => leftMs > 0)).toBe(true);
  });

  test('one without a sign of life is taken for dead, and is told so when it is back', async () => {
    const redis = await openRedis();
    const [one, two] = [await started(redis), await started(redis)];
    await expect.poll(() => one.isAlive(two.id), poll).toBe(true);
    let returned = 0;
    two.onReturn(() => returned++);
    // As if it had been stopped for a while.
    await redis.command('ZADD', redis.key('processes'), 2, two.id);
    await expect.poll(() => returned, poll).toBe(1);
    await expect.poll(() => one.isAlive(two.id), poll).toBe(true);
  });

  test('one that has not beaten yet since Redis lost the list counts as alive', async () => {
    const redis = await openRedis();
    const [one, two] = [await started(redis), new RedisProcesses(redis, quiet, { everyMs: 600_000, deadMs: 5_000 })];
    await two.start();
    onTestFinished(() => two.stop());
    await expect.poll(() => one.isAlive(two.id), poll).toBe(true);
    const key = redis.key('processes');
    await redis.command('DEL', key);
    await expect.poll(() => redis.command('ZSCORE', key, one.id), poll).not.toBe(null);
    // The answer to that beat has arrived before the answer to this.
    await redis.command('PING');
    expect(await redis.command('ZSCORE', key, two.id)).toBe(null);
    expect(one.isAlive(two.id)).toBe(true);
  });
});

test('S31.6: of several processes one does a job, and another only when the lease is over', async () => {
  const redis = await openRedis();
  const [one, two] = [createRedisLeases(redis, 'one'), createRedisLeases(redis, 'two')];
  const done: string[] = [];
  const run = (leases: typeof one, name: string) => leases.runAlone('job', 60_000, async () => void done.push(name));
  expect(await Promise.all([run(one, 'one'), run(two, 'two')])).toEqual([true, false]);
  await redis.command('DEL', redis.key('lease', 'job'));
  expect(await run(two, 'two')).toBe(true);
  expect(done).toEqual(['one', 'two']);
  redis.close();
  expect(await run(two, 'two')).toBe(false);
});

describe('S31.4: presence over processes', () => {
  const nowhere: PresenceOfUser = { status: 'offline', currentRoom: '' };
  const shows = (status: PresenceOfUser['status'], currentRoom = '', isByHand = false) => ({
    status,
    currentRoom,
    isByHand,
  });

  test('joins what all of a user’s connections show', async () => {
    const redis = await openRedis();
    const [a, b] = [new RedisPresence(redis, 'a'), new RedisPresence(redis, 'b')];
    expect(await a.of('ada')).toEqual(nowhere);
    expect(await a.show('ada', shows('away'))).toEqual({ before: nowhere, now: { status: 'away', currentRoom: '' } });
    expect((await b.show('ada', shows('online', 'room-1'))).now).toEqual({ status: 'online', currentRoom: 'room-1' });
    expect((await a.show('ada', shows('busy', '', true))).now).toEqual({ status: 'busy', currentRoom: 'room-1' });
    expect((await a.show('ada', shows('offline'))).now).toEqual({ status: 'online', currentRoom: 'room-1' });
    expect(await b.show('ada', shows('offline'))).toEqual({
      before: { status: 'online', currentRoom: 'room-1' },
      now: nowhere,
    });
    expect([...(await keysOf(redis)).keys()]).toEqual([]);
  });

  test('forgets what a process has shown that is gone', async () => {
    const redis = await openRedis();
    const [a, b] = [new RedisPresence(redis, 'a'), new RedisPresence(redis, 'b')];
    for (const user of ['ada', 'bob']) await a.show(user, shows('online'));
    await b.show('bob', shows('online'));
    const changed: string[] = [];
    await b.forget('a', (userId, { now }) => changed.push(`${userId} ${now.status}`));
    expect(changed).toEqual(['ada offline']);
    expect((await b.of('bob')).status).toBe('online');
    expect([...(await keysOf(redis)).values()].every((leftMs) => leftMs > 0)).toBe(true);
  });
});

describe('S31.7: the service clock of a process', () => {
  /** A monotonic clock of the test's own, and a shared clock that starts at the reference. */
  function atStart() {
    let nowMs = 0;
    const clock = new SharedClock({ referenceUs: 1_000_000_000, monotonicMs: 0, roundTripMs: 0 }, () => nowMs);
    const advance = (ms: number) => {
      nowMs += ms;
    };
    return { clock, advance, nowMs: () => nowMs };
  }

  test('starts at the reference and never steps, however far the reference is ahead or behind', () => {
    for (const leadUs of [5_000_000, -5_000_000]) {
      const { clock, advance, nowMs } = atStart();
      let last = clock.serviceUs();
      expect(last).toBe(1_000_000_000);
      for (let seconds = 0; seconds < 60; seconds++) {
        const referenceUs = 1_000_000_000 + nowMs() * 1000 + leadUs;
        clock.follow({ referenceUs, monotonicMs: nowMs(), roundTripMs: 0 });
        advance(1000);
        const passedUs = clock.serviceUs() - last;
        expect(Math.abs(passedUs - 1_000_000)).toBeLessThanOrEqual(501);
        expect(Math.sign(passedUs - 1_000_000)).toBe(Math.sign(leadUs));
        last = clock.serviceUs();
      }
    }
  });

  test('agrees with the reference after a while, and runs by itself without one', () => {
    const { clock, advance, nowMs } = atStart();
    const reference = () => 1_000_000_000 + nowMs() * 1000 + 3_000;
    for (let seconds = 0; seconds < 30; seconds += 2) {
      clock.follow({ referenceUs: reference(), monotonicMs: nowMs(), roundTripMs: 0 });
      advance(2000);
    }
    expect(Math.abs(clock.serviceUs() - reference())).toBeLessThan(5);
    clock.follow(undefined);
    const before = clock.serviceUs();
    advance(10_000);
    expect(clock.serviceUs() - before).toBe(10_000_000);
  });
});
