/** The storage's condition, known without asking it. */
export interface StorageCondition {
  /** False while an operation has waited for longer than `serviceLimits.storage.unreadyMs`. */
  readonly answers: boolean;
  /** False after a write has failed because of the disk or another process's lock, until one succeeds. */
  readonly writes: boolean;
  /** False while the disk is almost full, and nothing new is stored (S38.3); true unless given. */
  readonly hasRoom?: boolean;
  /** False once the database was found to be damaged; true unless given. */
  readonly isWhole?: boolean;
}

/** The condition of storage that never fails, such as a test's in memory. */
export const healthyStorage: StorageCondition = { answers: true, writes: true };
