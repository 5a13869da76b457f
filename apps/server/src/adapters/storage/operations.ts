import type { Kysely } from 'kysely';
import type { Storage } from '../../ports.ts';
import * as accounts from './account-operations.ts';
import * as chat from './chat-operations.ts';
import * as rooms from './room-operations.ts';
import type { Schema } from './schema.ts';

/** The acts of the Storage port: all but closing it. */
export type OperationName = Exclude<keyof Storage, 'close'>;

/** Every act of Storage as a function over a database or transaction; nothing in them is of one dialect. */
export type Operations = {
  readonly [Name in OperationName]: (
    db: Kysely<Schema>,
    ...args: Parameters<Storage[Name]>
  ) => ReturnType<Storage[Name]>;
};

export const operations: Operations = { ...accounts, ...rooms, ...chat };
