import { onTestFinished } from 'vitest';
import { storageOperations } from '../../src/adapters/sql/storage-operations.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { openTestStorage, takeDatabase } from './databases.ts';

/** Storage in a database of its own, opened with the first operation. It is closed when the test ends. */
export function openLater(): Storage {
  let opened: Promise<{ storage: Storage; giveBack(): Promise<void> }> | undefined;
  const open = async () => {
    const { url, giveBack } = await takeDatabase();
    return { storage: await openTestStorage(url), giveBack };
  };
  const close = async () => (await opened)?.storage.close();
  try {
    onTestFinished(async () => {
      await close();
      await (await opened)?.giveBack();
    });
  } catch {
    // Made outside of a test, which must then do without operations.
  }
  return {
    ...storageOperations(async (name, args) => {
      opened ??= open();
      const operation = (await opened).storage[name] as (...args: readonly unknown[]) => Promise<unknown>;
      return operation(...args);
    }),
    close,
  };
}
