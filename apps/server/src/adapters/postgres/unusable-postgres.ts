import { sqlState, withoutRows } from './postgres-failure.ts';
import { Unreachable } from './session.ts';

/** A database that this server cannot or must not use. The message names it and says what to do. */
export class UnusablePostgres extends Error {
  override readonly name = 'UnusablePostgres';
}

const advice: Readonly<Record<string, string>> = {
  '28P01': 'Check user and password in ROOMTONE_DATABASE_URL.',
  '28000': 'Check user and password in ROOMTONE_DATABASE_URL, and ROOMTONE_DATABASE_TLS.',
  '3D000': 'Create it, for example with createdb.',
  '42501': 'Make the user of ROOMTONE_DATABASE_URL the owner of the database.',
  ENOTFOUND: 'Check the host in ROOMTONE_DATABASE_URL.',
  ECONNREFUSED: 'Check that PostgreSQL runs, and host and port in ROOMTONE_DATABASE_URL.',
};

/** Explains to the host why the database could not be opened. @returns an error that did not come from it unchanged. */
export function explainPostgresFailure(error: unknown, shown: string): unknown {
  const code = sqlState(error) ?? (error instanceof Unreachable ? (error.code ?? '') : undefined);
  if (code === undefined) return error;
  const what = withoutRows(error).message.replace(/\.$/, '');
  const then = advice[code] ?? 'Check ROOMTONE_DATABASE_URL, and that PostgreSQL runs.';
  return new UnusablePostgres(`Cannot use ${shown}: ${what}. ${then}`, { cause: withoutRows(error) });
}
