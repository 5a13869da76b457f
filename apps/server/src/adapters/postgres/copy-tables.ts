import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import type { Session } from './session.ts';

type Table = keyof Schema;
type Row = Readonly<Record<string, unknown>>;

/** Every table with its primary key; one that refers to another comes after it. */
const tables: Readonly<Record<Table, readonly string[]>> = {
  users: ['user_id'],
  sessions: ['session_id'],
  rooms: ['room_id'],
  chat: ['room_id', 'position'],
  bans: ['room_id', 'user_id'],
  guest_bans: ['room_id', 'participant'],
  mutes: ['room_id', 'user_id'],
  direct_messages: ['to_id', 'position'],
  friends: ['user_id', 'friend_id'],
  friend_requests: ['from_id', 'to_id'],
  blocks: ['user_id', 'blocked_id'],
  service_keys: ['name'],
  billing_customers: ['provider', 'user_id'],
  billing_accounts: ['user_id'],
  subscriptions: ['provider', 'subscription_id'],
  billing_events: ['provider', 'event_id'],
  totp_secrets: ['user_id'],
  recovery_codes: ['user_id', 'code_hash'],
  passkeys: ['passkey_id'],
  email_tokens: ['token_hash'],
  invitations: ['invitation_id'],
  audit_log: ['entry_id'],
  room_loops: ['room_id', 'slot'],
  room_sheets: ['sheet_id'],
  set_lists: ['room_id'],
  webhooks: ['webhook_id'],
  webhook_deliveries: ['delivery_id'],
};
const tableNames = Object.keys(tables) as readonly Table[];

const rowsAtOnce = 500;
/** How often the progress of a large table is reported. */
const rowsPerReport = 20_000;

export interface CopyOptions {
  /** Makes the tables, in the same transaction: a copy that is cut off leaves the database empty. */
  readonly prepare: () => Promise<unknown>;
  /** Called with a line for the host. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Rows that were copied, or were there already. */
export interface CopiedTables {
  readonly outcome: 'copied' | 'already there';
  readonly rows: number;
}

/** The database to copy into has other data. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty';
}

/** The copy differs from the original. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
}

/**
 * Copies every table of an SQLite database of this version, in one transaction that is committed once counts and checksums of
 * both sides agree. A database that already has exactly these rows is left as it is.
 * @throws {NotEmpty} if it has others.
 * @throws {CopyDiffers} if PostgreSQL has not stored what it was given; then it has stored nothing.
 */
export async function copyTables(from: Kysely<Schema>, to: Session, options: CopyOptions): Promise<CopiedTables> {
  await to.query('begin isolation level repeatable read');
  try {
    await options.prepare();
    await to.query('set local statement_timeout = 0');
    const isEmpty = (await countAll(to)) === 0;
    let rows = 0;
    for (const table of tableNames) rows += await (isEmpty ? copyTable : compareTable)(table, from, to, options);
    options.signal.throwIfAborted();
    await to.query('commit');
    return { outcome: isEmpty ? 'copied' : 'already there', rows };
  } catch (error) {
    await to.query('rollback').catch(() => to.destroy());
    throw error;
  }
}

async function countAll({ db }: Session): Promise<number> {
  let rows = 0;
  for (const table of tableNames) rows += await countOf(db, table);
  return rows;
}

async function countOf(db: Kysely<Schema>, table: Table): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((all) => all.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function copyTable(table: Table, from: Kysely<Schema>, to: Session, options: CopyOptions): Promise<number> {
  const total = await countOf(from, table);
  const original = new Digest();
  let chunk: Row[] = [];
  const insert = async () => {
    options.signal.throwIfAborted();
    // The rows are those of the same table.
    if (chunk.length > 0)
      await to.db
        .insertInto(table)
        .values(chunk as never)
        .execute();
    chunk = [];
  };
  for await (const row of inOrder(from, table).stream(rowsAtOnce)) {
    original.add(row);
    chunk.push(row);
    if (chunk.length === rowsAtOnce) await insert();
    if (original.count % rowsPerReport === 0) options.report(`${table}: ${original.count} of ${total}`);
  }
  await insert();
  const copy = await digestOf(to, table);
  if (!original.equals(copy)) {
    throw new CopyDiffers(
      `The copy of the table "${table}" differs: ${original} became ${copy}. Nothing was stored. A text that PostgreSQL ` +
        'cannot hold may be the reason.',
    );
  }
  options.report(`${table}: ${original}, copied and verified`);
  return original.count;
}

async function compareTable(table: Table, from: Kysely<Schema>, to: Session, options: CopyOptions): Promise<number> {
  options.signal.throwIfAborted();
  const original = new Digest();
  for await (const row of inOrder(from, table).stream(rowsAtOnce)) original.add(row);
  const copy = await digestOf(to, table);
  if (!original.equals(copy)) throw new NotEmpty(`its table "${table}" has ${copy} instead of ${original}`);
  return original.count;
}

function inOrder(db: Kysely<Schema>, table: Table) {
  let query = db.selectFrom(table).selectAll();
  // Each table's own columns.
  for (const column of tables[table]) query = query.orderBy(column as never);
  return query;
}

/** Of the rows that PostgreSQL has, read in portions. */
async function digestOf({ query }: Session, table: Table): Promise<Digest> {
  const digest = new Digest();
  await query(`declare copied no scroll cursor for select * from ${table} order by ${tables[table].join(', ')}`);
  for (;;) {
    const { rows } = await query<Row>(`fetch ${rowsAtOnce} from copied`);
    for (const row of rows) digest.add(row);
    if (rows.length === 0) break;
  }
  await query('close copied');
  return digest;
}

/** Count and checksum of rows in the order of their keys, the same for equal rows of both databases. */
class Digest {
  readonly #hash = createHash('sha256');
  #checksum: string | undefined;
  count = 0;

  add(row: object): void {
    this.count++;
    this.#hash.update(JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))));
  }

  equals(other: Digest): boolean {
    return this.count === other.count && this.#final() === other.#final();
  }

  /** Such as `12 rows (SHA-256 01234567…)`. */
  toString(): string {
    return `${this.count} ${this.count === 1 ? 'row' : 'rows'} (SHA-256 ${this.#final().slice(0, 8)}…)`;
  }

  #final(): string {
    this.#checksum ??= this.#hash.digest('hex');
    return this.#checksum;
  }
}
