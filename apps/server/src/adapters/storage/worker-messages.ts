import type { OperationName } from './operations.ts';

/** What the storage worker is started with. */
export interface WorkerStart {
  readonly path: string;
}

/** To the worker: an act by name, or the end. */
export type StorageRequest =
  | { readonly kind: 'act'; readonly id: number; readonly name: OperationName; readonly args: readonly unknown[] }
  | { readonly kind: 'close' };

/** From the worker: ready once, then an answer to each act. */
export type StorageAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
