// Databases of the run's PostgreSQL, for one test each.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { migratePostgres } from '../../src/adapters/postgres/migrate-postgres.ts';
import { openPostgresStorage, type PostgresStorageOptions } from '../../src/adapters/postgres/open-postgres.ts';
import type { PostgresOptions } from '../../src/adapters/postgres/postgres-options.ts';
import { Session } from '../../src/adapters/postgres/session.ts';
import type { ServingStorage } from '../../src/ports/storage.ts';

/** Names this process's databases apart from those of others. */
const prefix = `t_${randomUUID().replaceAll('-', '')}`;
let made = 0;
/** Migrated and empty databases, which earlier tests have used. */
const free: string[] = [];
/** Connections of the process, which make databases and empty them. */
const admins = new Map<string, pg.Client>();

export const missingPostgres = 'needs PostgreSQL: apt-get install postgresql';

export function hasPostgres(): boolean {
  return inject('postgresUrl') !== '';
}

export function optionsFor(url: string, over: Partial<PostgresOptions> = {}): PostgresOptions {
  return {
    url,
    poolSize: 4,
    tls: 'auto',
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 30_000,
    idleTimeoutMs: 30_000,
    ...over,
  };
}

/** The address of a new database without tables. It is deleted with the cluster. */
export async function emptyDatabaseUrl(): Promise<string> {
  return urlOf(await createDatabase());
}

/** The address of a database with the tables of this version and no rows. The test gives it back when it ends. */
export async function migratedDatabaseUrl(): Promise<string> {
  let taken: TakenDatabase | undefined;
  // At once, because a test that does not wait may have ended by then.
  onTestFinished(async () => taken?.giveBack());
  taken = await takeDatabase();
  return taken.url;
}

export interface TakenDatabase {
  readonly url: string;
  giveBack(): Promise<void>;
}

/** A database with the tables of this version and no rows. */
export async function takeDatabase(): Promise<TakenDatabase> {
  const name = free.pop() ?? (await createMigrated());
  const giveBack = async () => {
    await empty(name);
    free.push(name);
  };
  return { url: urlOf(name), giveBack };
}

/** Storage in such a database, which any number of connections may use. */
export async function openTestStorage(
  url: string,
  over: Partial<PostgresStorageOptions> = {},
): Promise<ServingStorage> {
  return openPostgresStorage({
    ...optionsFor(url),
    purpose: 'command',
    onFailure: (error) => {
      throw error;
    },
    ...over,
  });
}

/** A connection of the test's own, which ends with it. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function createMigrated(): Promise<string> {
  const name = await createDatabase();
  const session = await Session.open(optionsFor(urlOf(name)));
  await migratePostgres(session, name);
  await session.end();
  return name;
}

async function createDatabase(): Promise<string> {
  const name = `${prefix}_${++made}`;
  await (await adminOf('postgres')).query(`create database ${name}`);
  return name;
}

/** Connections that a test has left behind end first. */
async function empty(name: string): Promise<void> {
  const client = await adminOf(name);
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  // Everything else goes with users and rooms.
  await client.query(
    'delete from rooms; delete from users; delete from service_keys; delete from audit_log; delete from invitations; delete from webhooks',
  );
}

async function adminOf(name: string): Promise<pg.Client> {
  const known = admins.get(name);
  if (known !== undefined) return known;
  const client = new pg.Client(urlOf(name));
  await client.connect();
  admins.set(name, client);
  return client;
}

function urlOf(name: string): string {
  return `${inject('postgresUrl')}/${name}`;
}
