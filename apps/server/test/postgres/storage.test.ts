import { describe, onTestFinished } from 'vitest';
import { billingStorageContract } from '../billing/billing-storage.contract.ts';
import { storageContract } from '../contracts/storage.contract.ts';
import { userRecord } from '../support/records.ts';
import { migratedDatabaseUrl, openTestStorage } from './databases.ts';

describe('PostgreSQL', () => {
  storageContract(() => {
    let url: string | undefined;
    return {
      async open() {
        url = await migratedDatabaseUrl();
        return openTestStorage(url, { purpose: 'serve' });
      },
      reopen: () => openTestStorage(url ?? '', { purpose: 'serve' }),
    };
  });

  describe('billing', () => {
    billingStorageContract(async () => {
      const storage = await openTestStorage(await migratedDatabaseUrl());
      onTestFinished(() => storage.close());
      for (const name of ['ada', 'grace']) await storage.createUser(userRecord(name, { userId: name }));
      return storage;
    });
  });
});
