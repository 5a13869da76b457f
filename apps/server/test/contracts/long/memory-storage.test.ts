import { describe } from 'vitest';
import { rememberReads } from '../../../src/adapters/sql/recent-reads.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openSqliteInMemory } from '../../support/memory-storage.ts';
import { storageContract } from '../storage.contract.ts';

// Nearly every test of REST runs on it.
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
