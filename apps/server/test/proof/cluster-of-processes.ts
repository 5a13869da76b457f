import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, findPostgres, startCluster } from '../postgres/cluster.ts';
import { type Balancer, findBalancer, launchBalancer, missingBalancer } from '../redis/balancer-process.ts';
import { findRedis, missingRedis, type RedisServer, startRedis } from '../redis/redis-server.ts';
import { CutLink } from './cut-link.ts';
import { freePort, launch, type ServerProcess } from './server-process.ts';
import { until } from './wait.ts';

const restartMs = 50;

export const jwtKey = Buffer.alloc(32, 9);

/** The programs whose absence keeps a service of several processes from being tried here. */
export function missingForCluster(): string | undefined {
  if (findPostgres() === undefined) return 'needs PostgreSQL: apt-get install postgresql';
  if (findRedis() === undefined) return missingRedis;
  return findBalancer() === undefined ? missingBalancer : undefined;
}

/** Several processes behind a balancer, with PostgreSQL and Redis. Each process is started again whenever it ends. */
export class ClusterOfProcesses {
  readonly postgres: Cluster;
  readonly redis: RedisServer;
  readonly urls: readonly string[];
  /** The way of each process to Redis, if it can be cut. */
  readonly links: readonly CutLink[];
  /** Ends of processes that were ready and that nobody has killed. */
  readonly ownEnds: string[] = [];
  readonly #balancer: Balancer;
  readonly #current: (ServerProcess | undefined)[] = [];
  readonly #kept: Promise<void>[] = [];
  #isWanted = true;

  private constructor(
    parts: Pick<ClusterOfProcesses, 'postgres' | 'redis' | 'urls' | 'links'> & { readonly balancer: Balancer },
  ) {
    this.links = parts.links;
    this.postgres = parts.postgres;
    this.redis = parts.redis;
    this.urls = parts.urls;
    this.#balancer = parts.balancer;
  }

  /** @param options.canBeCut each process has a way of its own to Redis, which can be cut. */
  static async start(count: number, scratch: string, { canBeCut = false } = {}): Promise<ClusterOfProcesses> {
    const bin = findPostgres();
    if (bin === undefined) throw new Error('PostgreSQL is missing.');
    const [postgres, redis] = await Promise.all([startCluster(bin), startRedis()]);
    const ports: number[] = [];
    for (let index = 0; index < count; index++) ports.push(await freePort());
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    mkdirSync(scratch, { recursive: true });
    const balancer = await launchBalancer(urls, scratch);
    const links = await Promise.all(canBeCut ? ports.map(() => CutLink.to(redis.port)) : []);
    const cluster = new ClusterOfProcesses({ postgres, redis, urls, links, balancer });
    const env = {
      ROOMTONE_DATABASE_URL: `${postgres.url}/postgres`,
      ROOMTONE_REDIS_URL: redis.url,
      ROOMTONE_JWT_KEY: jwtKey.toString('base64'),
      ROOMTONE_AVATAR_DIR: join(scratch, 'avatars'),
      ROOMTONE_TRUST_PROXY: '127.0.0.1',
      ROOMTONE_RATE_LIMIT_BILLING: '1000000',
    };
    for (const [index, port] of ports.entries()) {
      const dataDir = join(scratch, `process-${index}`);
      const link = links[index];
      const own = {
        ROOMTONE_PORT: String(port),
        ...(link === undefined ? {} : { ROOMTONE_REDIS_URL: redis.url.replace(`:${redis.port}`, `:${link.port}`) }),
      };
      cluster.#kept.push(cluster.#keep(index, { dataDir, env: { ...env, ...own } }));
    }
    await cluster.ready();
    return cluster;
  }

  /** Of the balancer. */
  get url(): string {
    return this.#balancer.url;
  }

  /** Resolves when every process is ready, and the balancer gives requests to some. @throws if that takes too long. */
  async ready(): Promise<void> {
    for (const url of [...this.urls, this.url]) {
      let last = '';
      const isReady = async () => {
        const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
          () => undefined,
        );
        last = (await answer?.text().catch(() => '')) ?? '';
        return answer?.status === 200;
      };
      if ((await until(60_000, isReady)) === undefined) throw new Error(`${url} does not become ready: ${last}`);
    }
  }

  async kill(index: number): Promise<void> {
    const process = this.#current[index];
    this.#current[index] = undefined;
    await process?.end('SIGKILL');
  }

  /** Ends all connections to PostgreSQL but its own. */
  async endConnections(): Promise<void> {
    await this.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
  }

  async query<Row extends object>(text: string): Promise<readonly Row[]> {
    const client = new pg.Client(`${this.postgres.url}/postgres`);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await Promise.all(this.#current.map((process) => process?.end('SIGKILL')));
    await Promise.all(this.#kept);
    await this.#balancer.stop();
    for (const link of this.links) link.close();
    await Promise.all([this.redis.remove(), this.postgres.remove()]);
  }

  async #keep(index: number, options: Parameters<typeof launch>[0]): Promise<void> {
    while (this.#isWanted) {
      const process = launch(options);
      this.#current[index] = process;
      const wasReady = (await process.ready) !== undefined;
      const end = await process.ended;
      if (this.#isWanted && wasReady && this.#current[index] === process) {
        this.ownEnds.push(`process ${index} ended with ${end}: ${process.said.trim().split('\n').at(-1)}`);
      }
      await delay(restartMs);
    }
  }
}
