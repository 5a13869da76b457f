import type { Storage } from '../../ports/storage.ts';
import { type OperationName, operationNames } from './operation-kinds.ts';

/** Makes the operations of the Storage port out of one function that runs an operation by its name. */
export function storageOperations(
  run: (name: OperationName, args: readonly unknown[]) => Promise<unknown>,
): Omit<Storage, 'close'> {
  const operations = operationNames.map((name) => [name, (...args: readonly unknown[]) => run(name, args)]);
  // The operation of the same name runs, which has the same parameters and the same result.
  return Object.fromEntries(operations) as Omit<Storage, 'close'>;
}
