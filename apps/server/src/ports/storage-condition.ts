/** How the storage is doing, known without a call to it. */
export interface StorageCondition {
  /** False while a call has waited for longer than `limits.storage.unreadyMs`. */
  readonly answers: boolean;
  /** False from a write that the disk or another process refused until the next one that succeeds. */
  readonly writes: boolean;
}

/** The condition of storage that never fails, such as the one in memory. */
export const soundStorage: StorageCondition = { answers: true, writes: true };
