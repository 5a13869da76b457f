import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** How to reach Redis, and how long to wait for it. */
export interface RedisOptions {
  /** `redis://user:password@host:port/number` or `rediss://…` with TLS; a secret. */
  readonly url: string;
  /** The file with the authority to trust; the system's authorities unless given. For `rediss://` only. */
  readonly authority?: string | undefined;
  /** Begins every key and channel, so that several services can share a Redis. */
  readonly prefix: string;
  readonly connectTimeoutMs: number;
  /** A connection that has not answered for this long counts as lost. */
  readonly timeoutMs: number;
}

/** The settings of one connection, for the client library. */
export function clientOptions({ url, authority, connectTimeoutMs }: RedisOptions) {
  const { host, port, user, password, database, isEncrypted } = address(url);
  // The connection is made again by RedisConnection.
  const common = { host, port, connectTimeout: connectTimeoutMs, reconnectStrategy: false } as const;
  const ca = authority === undefined ? {} : { ca: readFileSync(authority, 'utf8') };
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return {
    ...(user === '' ? {} : { username: user }),
    ...(password === '' ? {} : { password }),
    database,
    name: 'roomtone',
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: isEncrypted ? { ...common, tls: true as const, ...ca, ...servername } : common,
  } as const;
}

/** Names the Redis for people: no password, no user. */
export function shownRedis(url: string): string {
  const { host, port } = address(url);
  return `Redis on ${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

function address(text: string) {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host: host === '' ? 'localhost' : host,
    port: url.port === '' ? 6379 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: Number(url.pathname.slice(1)),
    isEncrypted: url.protocol === 'rediss:',
  };
}
