import {
  type DataTypeNode,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import type { Schema } from '../sql/schema.ts';

/** Kysely over one connection, whatever is in progress on it: every query goes there, so a transaction is the caller's. */
export function kyselyOver(client: Pick<pg.ClientBase, 'query'>): Kysely<Schema> {
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
