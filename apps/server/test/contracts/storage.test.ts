import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { rememberReads } from '../../src/adapters/sql/recent-reads.ts';
import { openSqliteStorage } from '../../src/adapters/sqlite/sqlite-storage.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openSqliteInMemory } from '../support/memory-storage.ts';
import { storageWorker } from '../support/storage-worker.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { storageContract } from './storage.contract.ts';

describe('SQLite in memory, as tests use it, behind recent reads', () => {
  storageContract(() => ({
    async open() {
      const { storage, recent } = rememberReads(openSqliteInMemory(), createFakeClock());
      return {
        ...storage,
        sessionById: async (sessionId) => recent.sessionById(sessionId),
        userById: async (userId) => recent.userById(userId),
        userByIdOrName: async (idOrName) => recent.userByIdOrName(idOrName),
        profile: async (userId) => recent.profile(userId),
        roomById: async (roomId) => recent.roomById(roomId),
        listRooms: async (request) => recent.listRooms(request),
      };
    },
  }));
});

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
