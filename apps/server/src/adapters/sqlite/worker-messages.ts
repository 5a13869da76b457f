import type { OperationName } from './operations.ts';

/** What the storage worker is started with. */
export interface WorkerStart {
  readonly path: string;
  /** Whether one is also made where there must have been one. */
  readonly newDatabase: boolean;
}

/** To the worker: an act by name, to give memory back, or the end. */
export type StorageRequest =
  | { readonly kind: 'act'; readonly id: number; readonly name: OperationName; readonly args: readonly unknown[] }
  | { readonly kind: 'giveMemoryBack' }
  | { readonly kind: 'close' };

/** The answer to an act that failed. */
export interface FailedAct {
  readonly kind: 'failed';
  readonly id: number;
  readonly message: string;
  /** True where it may be on disk all the same. */
  readonly mayBeStored?: boolean;
}

/** From the worker: ready once, then an answer to each act. */
export type StorageAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | FailedAct
  /** Writes fail from now on, or work again. */
  | { readonly kind: 'writes'; readonly failure: string | undefined }
  /** It stores nothing any more. */
  | { readonly kind: 'fatal'; readonly message: string };
