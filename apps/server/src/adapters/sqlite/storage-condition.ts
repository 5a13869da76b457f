/** How the storage is doing, known without asking it. */
export interface StorageCondition {
  /** False while something asked of it has waited for longer than `limits.storage.unreadyMs`. */
  readonly answers: boolean;
  /** False from a write that the disk or another process refused until the next one that succeeds. */
  readonly writes: boolean;
}

/** Of storage that never fails, such as the one in memory. */
export const soundStorage: StorageCondition = { answers: true, writes: true };
