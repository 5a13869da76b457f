import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openSqliteStorage } from '../../src/adapters/sqlite/sqlite-storage.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { storageWorker } from '../support/storage-worker.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { storageContract } from './storage.contract.ts';

describe('SQLite in the storage worker', () => {
  storageContract(() => {
    const path = join(temporaryDirectory(), 'roomtone.sqlite');
    writeFileSync(path, emptyDatabase);
    const open = () =>
      openSqliteStorage({
        path,
        worker: storageWorker,
        onFailure: (error) => {
          throw error;
        },
      });
    return { open, reopen: open };
  });
});
