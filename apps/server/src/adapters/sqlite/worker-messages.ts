import type { OperationName } from '../sql/operation-kinds.ts';

/** One operation to run, with a number by which it is answered. */
export interface OperationCall {
  readonly id: number;
  readonly name: OperationName;
  readonly args: readonly unknown[];
}

/** The storage worker's start data. */
export interface WorkerStart {
  readonly path: string;
  /** True to create a database even if there must have been one. */
  readonly newDatabase: boolean;
}

/** To the worker: run an operation, return unused memory to the system, or close the database. */
export type StorageRequest =
  | ({ readonly kind: 'run' } & OperationCall)
  | { readonly kind: 'giveMemoryBack' }
  | { readonly kind: 'close' };

/** The answer to an operation that failed. */
export interface FailedCall {
  readonly kind: 'failed';
  readonly id: number;
  readonly message: string;
  /** True if it may be on disk all the same. */
  readonly mayBeStored?: boolean;
}

/** From the worker: the two steps of opening, once each, then an answer to each call. */
export type StorageAnswer =
  /** The file has been opened and read; checking and migrating it may take long. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | FailedCall
  /** Writes have begun to fail, or work again. */
  | { readonly kind: 'writes'; readonly failure: string | undefined }
  /** The worker stores nothing from now on. */
  | { readonly kind: 'fatal'; readonly message: string };
