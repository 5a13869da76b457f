import type { ServingStorage } from '../../ports/storage.ts';
import { storageOperations } from '../sql/storage-operations.ts';
import { connectToWorker, type WorkerOptions } from './worker-connection.ts';

export type SqliteStorageOptions = WorkerOptions;

/**
 * Opens SQLite in its worker thread and migrates it to this version's schema.
 * @throws if the file cannot be opened, is not Roomtone's, is lost or was written by a newer version; the message is for the
 *   host.
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<ServingStorage> {
  const connection = await connectToWorker(options);
  return {
    ...storageOperations((name, args) => connection.run(name, args)),
    giveMemoryBack: () => connection.giveMemoryBack(),
    close: () => connection.close(),
    condition: () => connection.condition(),
  };
}
