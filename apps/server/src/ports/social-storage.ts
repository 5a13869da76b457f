// Storage of friends, requests, blocks and direct messages that wait.
import type { AcceptOutcome, DirectMessageOutcome, RequestOutcome } from '../domain/friendship.ts';
import type { Person } from './account-storage.ts';

/** Acts between two accounts. Both are known to exist when they are called; one that is gone meanwhile is 'unknown'. */
export interface FriendStorage {
  /** Asks for a friendship, or makes it where the other one has asked already. */
  requestFriend(userId: string, otherId: string, now: number): Promise<RequestOutcome | 'unknown'>;
  acceptFriend(userId: string, otherId: string, now: number): Promise<AcceptOutcome>;
  /** Ends the friendship and takes back or declines what was asked. */
  removeFriend(userId: string, otherId: string): Promise<void>;
  /** Friends by name; requests received, the newest first. */
  friendsOf(
    userId: string,
  ): Promise<{ readonly friends: readonly Person[]; readonly requests: readonly (Person & { sentAt: number })[] }>;
  /**
   * Also ends the friendship and forgets what was asked and what the other one wrote that waits; blocking again changes
   * nothing.
   */
  block(userId: string, otherId: string, now: number): Promise<void>;
  unblock(userId: string, otherId: string): Promise<void>;
  /** The newest first. */
  blocksOf(userId: string): Promise<readonly (Person & { blockedAt: number })[]>;
}

/** A message from one friend to another that has not been delivered. */
export interface DirectMessageRecord {
  readonly messageId: string;
  readonly fromId: string;
  readonly toId: string;
  readonly message: string;
  /** Ms since 1970. */
  readonly timestamp: number;
}

/** Messages between friends, kept until they are delivered; they go with either account. */
export interface DirectMessageStorage {
  /** Keeps the message where the domain lets it pass (directMessageOutcome()), else only tells why not. */
  addDirectMessage(message: DirectMessageRecord): Promise<DirectMessageOutcome | 'unknown'>;
  /** Those that wait for a user, in the order they were kept, with their writers' names now. */
  directMessagesTo(userId: string): Promise<readonly (DirectMessageRecord & { readonly username: string })[]>;
  /** They have been delivered. */
  removeDirectMessages(messageIds: readonly string[]): Promise<void>;
}
