import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import pg from 'pg';

/** How to reach the database, and how long to wait for it. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; a secret. `?host=/directory` names a Unix socket instead. */
  readonly url: string;
  /** Connections that read; one more writes. */
  readonly poolSize: number;
  /** `auto` verifies the certificate except on this machine; `verify` always does; a path names the authority to trust. */
  readonly tls: 'auto' | 'off' | 'verify' | { readonly authority: string };
  readonly connectTimeoutMs: number;
  /** The database ends a statement that takes longer. */
  readonly statementTimeoutMs: number;
  /** A reading connection is closed after this long without work. */
  readonly idleTimeoutMs: number;
}

const bigintType = 20;

/** The settings of one connection, for pg. */
export function clientOptions(options: PostgresOptions): pg.ClientConfig {
  const { host, port, user, password, database } = address(options.url);
  return {
    host,
    port,
    ...(user === '' ? {} : { user }),
    ...(password === '' ? {} : { password }),
    ...(database === '' ? {} : { database }),
    ssl: tlsOptions(options.tls, host),
    connectionTimeoutMillis: options.connectTimeoutMs,
    application_name: 'roomtone',
    keepAlive: true,
    types: {
      // Times and counts are all below 2 ** 53.
      getTypeParser: ((type: number, format?: 'text' | 'binary') =>
        type === bigintType && format !== 'binary'
          ? Number
          : pg.types.getTypeParser(type, format as 'text')) as typeof pg.types.getTypeParser,
    },
  };
}

/**
 * Sets up a connection that was just made. Poolers refuse settings that come with the connection. Without signs of life, a machine
 * that lost its power would count as connected, and so as serving, for two hours.
 */
export async function prepareConnection(client: Pick<pg.ClientBase, 'query'>, options: PostgresOptions): Promise<void> {
  const settings = [
    `statement_timeout = ${Math.ceil(options.statementTimeoutMs)}`,
    'tcp_keepalives_idle = 20',
    'tcp_keepalives_interval = 5',
    'tcp_keepalives_count = 4',
  ];
  await client.query(settings.map((setting) => `set ${setting}`).join(';'));
}

/** Names the database for people: no password, no user. */
export function shownDatabase(url: string): string {
  const { host, port, database } = address(url);
  return `the PostgreSQL database "${database}" on ${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

function address(text: string) {
  const url = new URL(text);
  const named = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  return {
    host: url.searchParams.get('host') ?? (named === '' ? 'localhost' : named),
    port: url.port === '' ? 5432 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  };
}

function tlsOptions(tls: PostgresOptions['tls'], host: string): NonNullable<pg.ClientConfig['ssl']> {
  // pg asks for TLS on a Unix socket, too, where the server never speaks it.
  if (host.startsWith('/') || tls === 'off') return false;
  if (tls === 'auto' && /^(localhost|127\..*|::1)$/.test(host)) return false;
  const verified = { rejectUnauthorized: true, host };
  return typeof tls === 'string' ? verified : { ...verified, ca: readFileSync(tls.authority, 'utf8') };
}
