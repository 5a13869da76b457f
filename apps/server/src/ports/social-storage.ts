// Storage of friends, requests, blocks and direct messages. Times are ms since 1970.
import type { Named } from '@roomtone/protocol';
import type { AcceptOutcome, DirectMessageOutcome, RequestOutcome } from '../domain/friendship.ts';
import type { UserSummary } from './account-storage.ts';

/** Friends, requests and blocks. The caller has checked that both accounts exist; 'unknown' if one is gone since. */
export interface FriendStorage {
  /** Stores a request, or makes the friendship if the other user has already asked. */
  requestFriend(userId: string, otherId: string, now: number): Promise<RequestOutcome | 'unknown'>;
  acceptFriend(userId: string, otherId: string, now: number): Promise<AcceptOutcome>;
  /** Ends the friendship; withdraws or declines a request. */
  removeFriend(userId: string, otherId: string): Promise<void>;
  /** Friends by name; requests received, newest first. */
  friendsOf(userId: string): Promise<{
    readonly friends: readonly UserSummary[];
    readonly requests: readonly (UserSummary & { sentAt: number })[];
  }>;
  /**
   * Also ends the friendship and deletes requests and the other user's undelivered messages. Blocking again changes
   * nothing.
   */
  block(userId: string, otherId: string, now: number): Promise<void>;
  unblock(userId: string, otherId: string): Promise<void>;
  /** The ids of the bots of those whom the user blocks: a block reaches them, too (S16.9). */
  blockedBotsOf(userId: string): Promise<readonly string[]>;
  /** The ids of those who block the user. */
  blockersOf(userId: string): Promise<readonly string[]>;
  /** Newest first. */
  blocksOf(userId: string): Promise<readonly (UserSummary & { blockedAt: number })[]>;
}

/** A direct message that has not been delivered. */
export interface DirectMessageRecord {
  readonly messageId: string;
  readonly fromId: string;
  readonly toId: string;
  readonly message: string;
  readonly timestamp: number;
}

/** Direct messages until they are delivered. Deleting either account deletes them. */
export interface DirectMessageStorage {
  /** Stores the message if directMessageOutcome() allows it; resolves with the outcome. */
  addDirectMessage(message: DirectMessageRecord): Promise<DirectMessageOutcome | 'unknown'>;
  /** A user's undelivered messages in the order they were stored, with their senders' current names. */
  directMessagesTo(userId: string): Promise<readonly (DirectMessageRecord & Named)[]>;
  /** To call once they have been delivered. */
  removeDirectMessages(messageIds: readonly string[]): Promise<void>;
}
