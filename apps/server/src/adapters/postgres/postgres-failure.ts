import pg from 'pg';

/**
 * The meaning of a failure:
 * - `connection`: the connection is lost; what was not committed is rolled back.
 * - `interference`: another transaction was in the way; trying again helps.
 * - `duplicate`: a value is taken. Another transaction may have just taken it, which trying once more would tell.
 * - `database`: the database can do no such thing at present, as on a full disk.
 * - `operation`: this one operation is at fault.
 */
export type FailureKind = 'connection' | 'interference' | 'duplicate' | 'database' | 'operation';

/** By SQLSTATE, or its first two characters, which are its class. */
const kinds: Readonly<Record<string, FailureKind>> = {
  '08': 'connection',
  '57P01': 'connection',
  '57P02': 'connection',
  '57P03': 'connection',
  '57P05': 'connection',
  '25P03': 'connection',
  '40001': 'interference',
  '40P01': 'interference',
  '23505': 'duplicate',
  '25006': 'database',
  '53': 'database',
  '55P03': 'database',
  '57': 'database',
  '58': 'database',
  XX: 'database',
};

/** @param isUsable whether the connection on which it happened still works. */
export function failureKind(error: unknown, isUsable: boolean): FailureKind {
  if (!isUsable) return 'connection';
  const code = sqlState(error);
  return code === undefined ? 'operation' : (kinds[code] ?? kinds[code.slice(0, 2)] ?? 'operation');
}

/** The SQLSTATE of an error that the database reported; undefined for any other. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** An error that may be logged: PostgreSQL's own quotes rows, which hold hashes of passwords. */
export function withoutRows(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const code = sqlState(error) ?? (error as { readonly code?: unknown } | null)?.code;
  return new Error(typeof code === 'string' ? `${message} (${code})` : message);
}
