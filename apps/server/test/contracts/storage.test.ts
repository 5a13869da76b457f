import { join } from 'node:path';
import { describe } from 'vitest';
import { createMemoryStorage } from '../../src/adapters/memory/memory-storage.ts';
import { rememberReads } from '../../src/adapters/sqlite/recent-reads.ts';
import { openSqliteStorage } from '../../src/adapters/sqlite/sqlite-storage.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { storageWorker } from '../support/storage-worker.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { storageContract } from './storage.contract.ts';

describe('memory', () => {
  storageContract(() => ({ open: async () => createMemoryStorage() }));
});

describe('memory, read through what is remembered', () => {
  storageContract(() => ({
    async open() {
      const { storage, recent } = rememberReads(createMemoryStorage(), createFakeClock());
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

describe('SQLite', () => {
  storageContract(() => {
    const path = join(temporaryDirectory(), 'roomtone.sqlite');
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
