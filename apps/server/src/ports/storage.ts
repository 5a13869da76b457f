import type { AccountStorage } from './account-storage.ts';
import type { AuditStorage } from './audit-log.ts';
import type { BillingStorage } from './billing-storage.ts';
import type { BotStorage } from './bot-storage.ts';
import type { EmailTokenStorage } from './email-token-storage.ts';
import type { InvitationStorage } from './invitation-storage.ts';
import type { RoomStorage } from './room-storage.ts';
import type { SecondFactorStorage } from './second-factor-storage.ts';
import type { SheetStorage } from './sheet-storage.ts';
import type { DirectMessageStorage, FriendStorage } from './social-storage.ts';
import type { StorageCondition } from './storage-condition.ts';
import type { WebhookStorage } from './webhook-storage.ts';

/** Ids of sessions, users and rooms that a process has in memory. */
export interface KnownIds {
  readonly sessionIds: readonly string[];
  readonly userIds: readonly string[];
  readonly roomIds: readonly string[];
}

/**
 * State that must outlast the process. A resolved promise means that the operation is committed to disk and SIGKILL does not
 * undo it. Operations are applied in the order they were called.
 */
export interface Storage
  extends AccountStorage,
    AuditStorage,
    BillingStorage,
    BotStorage,
    DirectMessageStorage,
    EmailTokenStorage,
    FriendStorage,
    InvitationStorage,
    RoomStorage,
    SecondFactorStorage,
    SheetStorage,
    WebhookStorage {
  /**
   * Resolves with those of the ids that storage does not have, because a host command in another process deleted them, and
   * with the sessions that have expired by `now`, ms since 1970.
   */
  missing(known: KnownIds, now: number): Promise<KnownIds>;

  /** The key stored under a name, Base64; stores `initial` if there is none, so that all processes get the same. */
  serviceKey(name: string, initial: string): Promise<string>;

  /** Finishes the operations under way, then closes the database. */
  close(): Promise<void>;
}

/** Storage that also reports its condition and can return unused memory to the system. */
export type ServingStorage = Storage & {
  readonly condition: () => StorageCondition;
  readonly giveMemoryBack: () => void;
};
