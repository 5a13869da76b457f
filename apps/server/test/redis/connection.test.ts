import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Redis, RedisUnavailable, script } from '../../src/adapters/redis/redis.ts';
import { createSelfSignedCertificate } from '../../src/adapters/tls/self-signed-certificate.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { openRedis, redisOptions } from './services.ts';
import './skip-without.ts';

const poll = { interval: 10 };

/** A Redis that the test may stop, and a connection to it. */
async function onOwnServer(timeoutMs = 400) {
  const server = await startRedis();
  onTestFinished(() => server.remove());
  const lines: string[] = [];
  const log = {
    info: (_: object, line: string) => lines.push(line),
    warn: (_: object, line: string) => lines.push(line),
  };
  const redis = await Redis.open(redisOptions({ url: server.url, timeoutMs }), log);
  onTestFinished(() => redis.close());
  return { server, redis, lines };
}

test('S31.2: messages reach every subscriber of a channel, as bytes and in their order, and nobody after the end', async () => {
  const [one, other] = [
    await openRedis(redisOptions({ prefix: 'same:' })),
    await openRedis(redisOptions({ prefix: 'same:' })),
  ];
  const stranger = await openRedis();
  const heard: number[] = [];
  const unheard: number[] = [];
  const stop = other.subscribe('channel', (message) => heard.push(...message));
  stranger.subscribe('channel', (message) => unheard.push(...message));
  await expect.poll(() => one.command('PUBSUB', 'NUMSUB', 'same:channel'), poll).toEqual(['same:channel', 1]);
  for (const byte of [0, 255, 10]) one.publish('channel', Uint8Array.of(byte));
  await expect.poll(() => heard, poll).toEqual([0, 255, 10]);
  stop();
  await expect.poll(() => one.command('PUBSUB', 'NUMSUB', 'same:channel'), poll).toEqual(['same:channel', 0]);
  expect(unheard).toEqual([]);
});

test('a script runs also where Redis does not know it yet', async () => {
  const redis = await openRedis();
  const add = script(`return tonumber(ARGV[1]) + ${Math.floor(Math.random() * 1e9)} - ${0}`);
  const sum = await redis.run<number>(add, [], [1]);
  expect(await redis.run<number>(add, [], [2])).toBe(sum + 1);
  await expect(redis.run(script('return redis.error_reply("WRONG it is")'), [])).rejects.toThrow('WRONG it is');
});

describe('S31.3: a Redis that is lost', () => {
  test('fails commands at once, and is found again with its subscriptions', async () => {
    const { server, redis, lines } = await onOwnServer();
    const heard: string[] = [];
    redis.subscribe('before', (message) => heard.push(Buffer.from(message).toString()));
    let times = 0;
    redis.onReconnect(() => times++);
    await server.kill();
    await expect.poll(() => redis.isReady, poll).toBe(false);
    await expect(redis.command('GET', 'x')).rejects.toThrow(RedisUnavailable);
    await expect(redis.probe()).rejects.toThrow(RedisUnavailable);
    redis.subscribe('meanwhile', (message) => heard.push(Buffer.from(message).toString()));
    redis.publish('before', Buffer.from('lost'));
    await server.start();
    await expect.poll(() => redis.isReady, poll).toBe(true);
    expect(times).toBe(1);
    for (const channel of ['before', 'meanwhile']) redis.publish(channel, Buffer.from(channel));
    await expect.poll(() => heard, poll).toEqual(['before', 'meanwhile']);
    expect(lines).toEqual([
      expect.stringMatching(/^connected to Redis on 127/),
      expect.stringMatching(/^Redis on 127.* cannot be reached$/),
      expect.stringMatching(/^connected to Redis on 127/),
    ]);
    expect(lines.join()).not.toContain(server.password);
  });

  test('counts as lost when it does not answer any more', async () => {
    const { server, redis } = await onOwnServer();
    server.pause();
    const asked = redis.command('GET', 'x').catch((error: unknown) => error);
    expect(await asked).toBeInstanceOf(RedisUnavailable);
    await expect.poll(() => redis.isReady, poll).toBe(false);
    server.resume();
    await expect.poll(() => redis.isReady, poll).toBe(true);
    expect(await redis.command('GET', 'x')).toBeNull();
  });
});

describe('S31.1: what the host reads if Redis cannot be used', () => {
  const open = async (server: RedisServer, part: 'password' | 'port', value: string) => {
    const url = new URL(server.url);
    url[part] = value;
    return Redis.open(redisOptions({ url: String(url) }), { info() {}, warn() {} }).catch(
      (error: Error) => error.message,
    );
  };

  test('a wrong password, and a port where nothing answers, without the password', async () => {
    const { server } = await onOwnServer();
    expect(await open(server, 'password', 'wrong-geheim')).toMatch(
      /^Cannot use Redis on 127\.0\.0\.1:\d+: WRONGPASS.*Check user and password in ROOMTONE_REDIS_URL\.$/,
    );
    const refused = await open(server, 'port', '1');
    expect(refused).toMatch(/^Cannot use Redis on 127\.0\.0\.1:1: .*ECONNREFUSED.*Check that|and that Redis runs\.$/);
    expect(refused).not.toContain('geheim');
  });
});

test('S31.1: a Redis Cluster is refused', async () => {
  const server = await startRedis({ settings: ['--cluster-enabled', 'yes'] });
  onTestFinished(() => server.remove());
  const refused = Redis.open(redisOptions({ url: server.url }), { info() {}, warn() {} });
  await expect(refused).rejects.toThrow(/^Redis on .* is part of a Redis Cluster/);
});

test('S31.1: rediss:// verifies the certificate against the authority that the host names', async () => {
  const folder = temporaryDirectory();
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'cert.pem') };
  writeFileSync(files.key, key.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(files.certificate, await createSelfSignedCertificate(key, ['localhost', '127.0.0.1'], Date.now()));
  const server = await startRedis({ tls: files });
  onTestFinished(() => server.remove());
  const redis = await openRedis(redisOptions({ url: server.url, authority: files.certificate }));
  expect(await redis.command('PING')).toBe('PONG');
  await expect(Redis.open(redisOptions({ url: server.url }), { info() {}, warn() {} })).rejects.toThrow(/self-signed/);
});

test('S31.15: Redis may be reached by a Unix socket', async () => {
  const path = join(temporaryDirectory(), 'redis.sock');
  const server = await startRedis({ settings: ['--unixsocket', path] });
  onTestFinished(() => server.remove());
  const lines: string[] = [];
  const log = { info: (_: object, line: string) => lines.push(line), warn() {} };
  const redis = await Redis.open(redisOptions({ url: `unix://:${server.password}@${path}?db=1` }), log);
  onTestFinished(() => redis.close());
  await redis.command('SET', 'song', 'reel');
  expect(await redis.command('GET', 'song')).toBe('reel');
  expect(await redis.command<string>('INFO', 'keyspace')).toContain('db1:keys=1');
  expect(JSON.stringify(lines)).not.toContain(server.password);
});
