import type { Storage } from '../../src/ports/storage.ts';

export interface StorageUnderTest {
  open(): Promise<Storage>;
  /** Opens the same database again after closing; absent if closing loses it. */
  reopen?: () => Promise<Storage>;
}
