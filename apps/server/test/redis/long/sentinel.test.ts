import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Redis } from '../../../src/adapters/redis/redis.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { findRedis, freePort, startRedis } from '../redis-server.ts';
import { redisOptions } from '../services.ts';
import '../skip-without.ts';

const patience = { timeout: 30_000, interval: 50 };

/** A Sentinel that watches one master under the name `evening`. */
async function startSentinel(master: { readonly port: number; readonly password: string }): Promise<number> {
  const port = await freePort();
  const folder = temporaryDirectory();
  const settings = join(folder, 'sentinel.conf');
  const lines = [
    ...[`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, 'logfile ""'],
    `sentinel monitor evening 127.0.0.1 ${master.port} 1`,
    `sentinel auth-pass evening ${master.password}`,
    ...['sentinel down-after-milliseconds evening 500', 'sentinel failover-timeout evening 5000'],
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  const child = spawn(findRedis() ?? '', [settings, '--sentinel'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return port;
}

test('S31.15: behind Sentinels, the process finds the master, and after a failover the new one, by any Sentinel that answers', async () => {
  const master = await startRedis();
  onTestFinished(() => master.remove());
  const replica = await startRedis({
    settings: ['--replicaof', '127.0.0.1', String(master.port), '--masterauth', master.password],
  });
  onTestFinished(() => replica.remove());
  const port = await startSentinel(master);
  const silent = await freePort();
  const url = `redis-sentinel://:${master.password}@127.0.0.1:${silent},127.0.0.1:${port}/evening`;
  const lines: string[] = [];
  const log = {
    info: (_: object, line: string) => lines.push(line),
    warn: (_: object, line: string) => lines.push(line),
  };
  let redis: Redis | undefined;
  // The Sentinel has to have started, and to know the replica.
  await expect
    .poll(async () => {
      redis ??= await Redis.open(redisOptions({ url }), log).catch(() => undefined);
      return redis === undefined ? '' : redis.command<string>('INFO', 'replication');
    }, patience)
    .toContain('state=online');
  onTestFinished(() => redis?.close());
  const roleOf = async () => (await redis?.command<string[]>('ROLE').catch(() => []))?.[0];
  expect(await roleOf()).toBe('master');
  const portOf = async () =>
    /tcp_port:(\d+)/.exec((await redis?.command<string>('INFO', 'server').catch(() => '')) ?? '')?.[1];
  expect(await portOf()).toBe(String(master.port));
  await expect.poll(() => sentinelKnowsReplica(port), patience).toBe(true);
  await master.kill();
  await expect.poll(portOf, patience).toBe(String(replica.port));
  await expect.poll(roleOf, patience).toBe('master');
  await redis?.command('SET', 'song', 'reel');
  expect(await redis?.command('GET', 'song')).toBe('reel');
});

async function sentinelKnowsReplica(port: number): Promise<boolean> {
  const sentinel = await Redis.open(redisOptions({ url: `redis://127.0.0.1:${port}` }), { info() {}, warn() {} });
  try {
    return (await sentinel.command<unknown[]>('SENTINEL', 'replicas', 'evening')).length === 1;
  } finally {
    await sentinel.close();
  }
}
