import {
  type DataTypeNode,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import type { Schema } from '../sql/schema.ts';
import { clientOptions, type PostgresOptions, prepareConnection } from './postgres-options.ts';

/** The process of the database that serves a connection. */
export interface Backend {
  readonly pid: number;
  /** Tells it from a later process with the same number. */
  readonly startedAt: string;
}

/** There is no connection to the database. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  /** Of the operating system, such as ECONNREFUSED. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { code, message } = cause as { readonly code?: string; readonly message: string };
    // Node joins the failures of several addresses without a message.
    super(message === '' ? 'no address answers' : message, { cause });
    this.code = code;
  }
}

/** How long a database that answers may take to say goodbye. */
const endMs = 1_000;

/** One connection to the database. */
export class Session {
  readonly client: pg.Client;
  readonly db: Kysely<Schema>;
  #isUsable = true;
  #queries = 0;
  #silentTicks = 0;

  constructor(client: pg.Client, onEnd: () => void = () => {}) {
    this.client = client;
    this.db = kyselyOver(this);
    const ended = () => {
      this.#isUsable = false;
      onEnd();
    };
    client.on('error', ended);
    client.on('end', ended);
  }

  /** Connects. @param onEnd called, perhaps more than once, when the connection is lost or ended. */
  static async open(options: PostgresOptions, onEnd?: () => void): Promise<Session> {
    const session = new Session(new pg.Client(clientOptions(options)), onEnd);
    try {
      await session.client.connect();
      await prepareConnection(session.client, options);
      return session;
    } catch (error) {
      throw error instanceof pg.DatabaseError ? error : new Unreachable(error);
    }
  }

  /** False once the connection is lost or ended. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Runs one statement. */
  readonly query = (async (text: string, values?: readonly unknown[]) => {
    this.#queries++;
    this.#silentTicks = 0;
    try {
      return await this.client.query(text, values === undefined ? undefined : [...values]);
    } finally {
      this.#queries--;
      this.#silentTicks = 0;
    }
  }) as pg.ClientBase['query'];

  async backend(): Promise<Backend> {
    const { rows } = await this.query<{ pid: number; started: string }>(
      'select pid, backend_start::text as started from pg_stat_activity where pid = pg_backend_pid()',
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The database does not know its own connection.');
    return { pid: row.pid, startedAt: row.started };
  }

  /** Counts a tick; ends the connection when a statement has had no answer for more than `maxTicks`. */
  tick(maxTicks: number): void {
    if (this.#queries > 0 && ++this.#silentTicks > maxTicks) this.destroy();
  }

  /** Ends the connection at once; statements under way fail. */
  destroy(): void {
    this.#isUsable = false;
    this.client.connection.stream.destroy();
  }

  async end(): Promise<void> {
    if (!this.#isUsable) return;
    const timeout = setTimeout(() => this.destroy(), endMs);
    await this.client.end().catch(() => undefined);
    clearTimeout(timeout);
  }
}

/** Kysely over one connection, whatever is in progress on it: every query goes there, so a transaction is the caller's. */
function kyselyOver(client: Pick<pg.ClientBase, 'query'>): Kysely<Schema> {
  const query = (text: string, values: readonly unknown[]) => client.query(text, values.map(withoutNul));
  // Kysely needs only this function of a client.
  const only = { query, release() {} } as unknown as PostgresPoolClient;
  const pool: PostgresPool = { options: {}, connect: async () => only, end: async () => {} };
  return new Kysely<Schema>({ dialect: new BytewiseDialect({ pool }) });
}

/** No stored text contains NUL, which PostgreSQL refuses: who asks for one finds nothing. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

class BytewiseDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new BytewiseCompiler();
  }
}

/** Makes text columns that sort by their bytes, as in SQLite, whatever the language of the database. */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }
}
