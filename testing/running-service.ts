import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startCluster } from '../apps/server/test/postgres/cluster.ts';
import { findRedis, startRedis } from '../apps/server/test/redis/redis-server.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** Several real, built servers as one service, with a PostgreSQL and a Redis of its own. */
export interface RunningService {
  readonly servers: readonly RunningServer[];
  stop(): Promise<void>;
}

/** Undefined where PostgreSQL or Redis is not installed. */
export async function startService(processes: number): Promise<RunningService | undefined> {
  const bin = findPostgres();
  if (bin === undefined || findRedis() === undefined) return undefined;
  const [postgres, redis] = await Promise.all([startCluster(bin), startRedis()]);
  const avatars = await mkdtemp(join(tmpdir(), 'roomtone-test-avatars-'));
  const env = {
    ROOMTONE_DATABASE_URL: `${postgres.url}/postgres`,
    ROOMTONE_REDIS_URL: redis.url,
    ROOMTONE_JWT_KEY: randomBytes(32).toString('base64'),
    ROOMTONE_AVATAR_DIR: avatars,
  };
  const servers: RunningServer[] = [];
  for (let index = 0; index < processes; index++) servers.push(await startServer(env));
  return {
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all([redis.remove(), postgres.remove(), rm(avatars, { recursive: true, force: true })]);
    },
  };
}
