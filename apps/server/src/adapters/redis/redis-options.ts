import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { redisAddress } from '../../config/redis-address.ts';

/** How to reach Redis, and how long to wait for it. */
export interface RedisOptions {
  /** As redisAddress() reads it; a secret. */
  readonly url: string;
  /** The file with the authority to trust; the system's authorities unless given. For `rediss://` only. */
  readonly authority?: string | undefined;
  /** Begins every key and channel, so that several services can share a Redis. */
  readonly prefix: string;
  readonly connectTimeoutMs: number;
  /** A connection that has not answered for this long counts as lost. */
  readonly timeoutMs: number;
}

/** The settings of one connection, for the client library. @param at where Redis is now. */
export function clientOptions({ url, authority, connectTimeoutMs }: RedisOptions, at: RedisPlace) {
  const { user, password, database, isEncrypted } = redisAddress(url);
  // The connection is made again by RedisConnection.
  const common = { ...at, connectTimeout: connectTimeoutMs, reconnectStrategy: false } as const;
  const ca = authority === undefined ? {} : { ca: readFileSync(authority, 'utf8') };
  const servername = 'host' in at && isIP(at.host) === 0 ? { servername: at.host } : {};
  return {
    ...(user === '' ? {} : { username: user }),
    ...(password === '' ? {} : { password }),
    database,
    name: 'roomtone',
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: isEncrypted && 'host' in at ? { ...common, ...at, tls: true as const, ...ca, ...servername } : common,
  } as const;
}

export type RedisPlace = { readonly host: string; readonly port: number } | { readonly path: string };
