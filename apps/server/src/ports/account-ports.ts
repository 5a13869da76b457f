// What accounts need from the world: part of ports.ts, in a file of its own for its length.
import type { PresenceStatusName, ThemeName } from '@roomtone/protocol/rest';
import type { AcceptOutcome, DirectMessageOutcome, RequestOutcome } from '../domain/friendship.ts';
import type { Conflict, SessionRecord, UserRecord } from './ports.ts';

/** An account with what its owner has set and done. Times are ms since 1970. */
export interface ProfileRecord {
  readonly user: UserRecord;
  readonly theme: ThemeName;
  readonly notifications: boolean;
  readonly lastSeen: number;
  readonly totalNotes: number;
  readonly playedMs: number;
  readonly roomsCreated: number;
}

/** What is absent stays. */
export interface ProfileChange {
  readonly username?: string | undefined;
  /** Null removes it. */
  readonly email?: string | null | undefined;
  readonly theme?: ThemeName | undefined;
  readonly notifications?: boolean | undefined;
}

/** What a user has done since storage was told the last time. */
export interface UserActivity {
  readonly userId: string;
  readonly notes: number;
  readonly playedMs: number;
  /** 0 where the user was not seen. */
  readonly lastSeen: number;
}

/** What went with an account. */
export interface DeletedAccount {
  readonly sessionIds: readonly string[];
  /** The rooms it owned. */
  readonly roomIds: readonly string[];
  readonly avatarName: string | undefined;
}

/** Acts on accounts; a user that is gone is undefined, or nothing happens. */
export interface AccountStorage {
  /** By id, or by name without regard to case; never by email. */
  userByIdOrName(idOrName: string): Promise<UserRecord | undefined>;
  profile(userId: string): Promise<ProfileRecord | undefined>;
  /** Resolves with the conflict when another account has the name or email (without regard to case). */
  updateProfile(userId: string, change: ProfileChange): Promise<ProfileRecord | Conflict | undefined>;
  /** Resolves with the picture before; undefined as `avatarName` takes it away. */
  setAvatar(
    userId: string,
    avatarName: string | undefined,
  ): Promise<{ readonly previous: string | undefined } | undefined>;
  setRoles(userId: string, roles: readonly string[]): Promise<UserRecord | undefined>;
  /** Sets the hash and ends all sessions but one; resolves with the ids of those that ended. */
  changePassword(userId: string, passwordHash: string, keptSessionId: string): Promise<readonly string[]>;
  /** Those that have not expired, the last used first. */
  sessionsOf(userId: string, now: number): Promise<readonly SessionRecord[]>;
  /** Resolves with the ids of those that ended. */
  deleteSessionsOf(userId: string): Promise<readonly string[]>;
  /**
   * Takes the account away, and with it its sessions, friends, blocks and rooms. What it said in the rooms of others
   * stays, by nobody, under `deletedName`; also what was said since by one that is gone already.
   */
  deleteUser(userId: string): Promise<DeletedAccount | undefined>;
  /** Adds to the users' figures, each of them told once; lastSeen never goes backwards. */
  addActivity(activity: readonly UserActivity[]): Promise<void>;
}

/** Under which name the chat of deleted accounts stays (S13.8). */
export const deletedName = 'deleted';

/** Somebody else, as lists of people show them. */
export type Person = Pick<UserRecord, 'userId' | 'username' | 'avatarName'>;

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

/** What friends see of a user. */
export interface PresenceOfUser {
  readonly status: PresenceStatusName;
  /** The room_id; "" outside rooms and where the room is private. */
  readonly currentRoom: string;
}

/** Where users are now. Implemented by realtime/. */
export interface Presence {
  of(userId: string): Promise<PresenceOfUser>;
}

/** What users do, collected and told to storage in batches. Implemented by realtime/. */
export interface LiveActivity {
  /** The user did something just now. */
  seen(userId: string): void;
  /** What is not on its way to storage yet: to be added to what a read finds that is started in the same moment. */
  pending(userId: string): UserActivity;
}

/** Where uploaded pictures are kept, by names that tell their content. */
export interface AvatarStore {
  /** Keeps a picture; its name is the same for the same user and the same bytes, and nobody else's. */
  put(userId: string, webp: Uint8Array): Promise<string>;
  /** Undefined for a name it does not have, of whatever form. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Nothing happens where it is gone. */
  remove(name: string): Promise<void>;
}

/** Makes pictures safe to show: whatever was uploaded, what comes out is a small picture and nothing else. */
export interface AvatarMaker {
  /**
   * A WebP of 256×256 pixels without metadata.
   * @throws {RoomtoneError} VALIDATION_ERROR on `avatar` for what is no such picture; RATE_LIMIT_EXCEEDED when too many
   *   wait.
   */
  make(upload: Uint8Array): Promise<Uint8Array>;
}
