import type { AccountStorage } from './account-storage.ts';
import type { BillingStorage } from './billing-storage.ts';
import type { RoomStorage } from './room-storage.ts';
import type { DirectMessageStorage, FriendStorage } from './social-storage.ts';

/** Ids of what somebody holds on to in memory. */
export interface KnownIds {
  readonly sessionIds: readonly string[];
  readonly userIds: readonly string[];
  readonly roomIds: readonly string[];
}

/**
 * What must outlast the process. A promise that resolves means: committed to disk (SIGKILL loses nothing of it). Acts
 * are applied in the order they were called.
 */
export interface Storage extends AccountStorage, BillingStorage, DirectMessageStorage, FriendStorage, RoomStorage {
  /** Which of these storage does not have: a host command of another process may have taken them away. */
  missing(known: KnownIds): Promise<KnownIds>;

  /** The key kept under a name, which is `initial` where there was none: the same for all processes from then on. Base64. */
  serviceKey(name: string, initial: string): Promise<string>;

  /** Waits for what is under way, then lets go of the disk. */
  close(): Promise<void>;
}
