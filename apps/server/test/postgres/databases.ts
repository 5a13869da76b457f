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
/** One connection of the process, which empties databases and makes new ones. */
let admin: pg.Client | undefined;

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
  const name = free.pop() ?? (await createMigrated());
  onTestFinished(async () => {
    await empty(name);
    free.push(name);
  });
  return urlOf(name);
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
  await (await connection()).query(`create database ${name}`);
  return name;
}

/** Connections that a test has left behind end first. */
async function empty(name: string): Promise<void> {
  const client = new pg.Client(urlOf(name));
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  // What else there is goes with users and rooms.
  await client.query('delete from rooms; delete from users; delete from service_keys; delete from audit_log');
  await client.end();
}

async function connection(): Promise<pg.Client> {
  if (admin === undefined) {
    admin = new pg.Client(urlOf('postgres'));
    await admin.connect();
  }
  return admin;
}

function urlOf(name: string): string {
  return `${inject('postgresUrl')}/${name}`;
}
