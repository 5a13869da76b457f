// What the server's core needs from the world. Every adapter of a port passes the same suite in test/contracts/.

import type { RoomTypeName } from '@roomtone/protocol/rest';
import type { AccountStorage, DirectMessageStorage, FriendStorage } from './account-ports.ts';
import type { BillingStorage } from './payments.ts';
import type { RoomStorage } from './room-ports.ts';

/** Milliseconds since 1970 throughout, unless a name says otherwise. */
export interface UserRecord {
  readonly userId: string;
  readonly username: string;
  /** Never changes: `ada#0427`. */
  readonly userTag: string;
  /** Absent where registration does not ask for one. */
  readonly email: string | undefined;
  /** PHC string (argon2id). */
  readonly passwordHash: string;
  readonly roles: readonly string[];
  readonly createdAt: number;
  /** Name of the picture they uploaded, in the AvatarStore; absent where a generated one is shown. */
  readonly avatarName?: string | undefined;
}

export interface SessionRecord {
  readonly sessionId: string;
  readonly userId: string;
  /** SHA-256 of the refresh token that works now, base64url. */
  readonly refreshHash: string;
  /** The one before it, which still answers until the one that works now has been used (S12.10). */
  readonly previousHash: string | undefined;
  readonly remembered: boolean;
  readonly createdAt: number;
  readonly lastUsed: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly userAgent: string;
}

export interface RoomSettingsRecord {
  readonly allowChat: boolean;
  readonly allowGuests: boolean;
  readonly autoModeration: boolean;
  readonly welcomeMessage: string;
}

export interface RoomRecord {
  readonly roomId: string;
  readonly roomName: string;
  readonly ownerId: string;
  /** The owner's name now; read with the room, never stored in it. */
  readonly ownerName: string;
  readonly roomType: RoomTypeName;
  readonly maxUsers: number;
  /** PHC string (argon2id); undefined where no password is asked for. */
  readonly passwordHash: string | undefined;
  readonly settings: RoomSettingsRecord;
  readonly createdAt: number;
  readonly lastActivity: number;
}

export interface ChatRecord {
  readonly messageId: string;
  readonly roomId: string;
  /** "" for the system. */
  readonly userId: string;
  readonly username: string;
  readonly message: string;
  readonly messageType: 'user' | 'system' | 'bot';
  readonly timestamp: number;
}

export interface RoomListRequest {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly roomTypes: readonly RoomTypeName[];
  /** Only rooms of this owner. */
  readonly ownerId?: string;
  /** Only these rooms (those with somebody inside). */
  readonly roomIds?: readonly string[];
}

/** Why storage refused a write that was well formed. */
export interface Conflict {
  readonly taken: 'username' | 'email' | 'userTag' | 'roomQuota';
}

/**
 * What must outlast the process. A promise that resolves means: committed to disk (SIGKILL loses nothing of it). Acts
 * are applied in the order they were called.
 */
export interface Storage extends AccountStorage, BillingStorage, DirectMessageStorage, FriendStorage, RoomStorage {
  /** Resolves with the conflict when the name or email (without regard to case) or the tag is taken. */
  createUser(user: UserRecord): Promise<UserRecord | Conflict>;
  userById(userId: string): Promise<UserRecord | undefined>;
  /** By username or email, without regard to case. */
  userByLogin(login: string): Promise<UserRecord | undefined>;

  /** Of the same user's sessions that have expired, only the last used `limits.expiredKept` stay. */
  createSession(session: SessionRecord): Promise<void>;
  sessionById(sessionId: string): Promise<SessionRecord | undefined>;
  /** Swaps the refresh hash if `expectedHash` is still the current one; tells whether it was. */
  rotateSession(
    sessionId: string,
    expectedHash: string,
    next: { refreshHash: string; previousHash: string; lastUsed: number; expiresAt: number },
  ): Promise<boolean>;
  deleteSession(sessionId: string): Promise<void>;

  /** Resolves with the conflict when the owner has `quota` rooms already. */
  createRoom(room: Omit<RoomRecord, 'ownerName'>, quota: number): Promise<RoomRecord | Conflict>;
  roomById(roomId: string): Promise<RoomRecord | undefined>;
  /** Newest activity first, then room_id. */
  listRooms(request: RoomListRequest): Promise<{ readonly rooms: readonly RoomRecord[]; readonly total: number }>;
  /** Sets lastActivity of several rooms, each of them told once; never backwards. */
  touchRooms(activity: readonly { roomId: string; lastActivity: number }[]): Promise<void>;

  /** Keeps the room's newest `limits.chatHistory.stored`. */
  addChat(message: ChatRecord): Promise<void>;
  /** The newest `count`, oldest first. */
  recentChat(roomId: string, count: number): Promise<readonly ChatRecord[]>;

  /** The key kept under a name, which is `initial` where there was none: the same for all processes from then on. Base64. */
  serviceKey(name: string, initial: string): Promise<string>;

  /** Waits for what is under way, then lets go of the disk. */
  close(): Promise<void>;
}

/** How often within a window, and when that ends, ms since 1970. */
export interface WindowCount {
  readonly count: number;
  readonly resetAt: number;
}

/** Short-lived state: several processes can share it later. Keys expire by themselves. */
export interface Ephemeral {
  set(key: string, value: string, ttlMs: number): Promise<void>;
  get(key: string): Promise<string | undefined>;
  /** Sets the key only if it is free; tells whether it was. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Reads and removes in one step: of several callers one gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Adds one within a window that starts with the first; at once where that takes no way to another process. */
  increment(key: string, windowMs: number): WindowCount | Promise<WindowCount>;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long for `undefined` as for a hash that does not match. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/**
 * The machine's clocks. The wall clock can be wrong and can be set at any moment: it is for times that are shown, stored or
 * compared with another machine's. How long something takes or lasts while this process runs is measured by the others.
 */
export interface Clock {
  /** Wall clock, ms since 1970. */
  nowMs(): number;
  /** Ms since some moment before the process started, with fractions: nobody sets it, and it never runs backwards. */
  monotonicMs(): number;
  /** Service clock, µs since 1970: read once at start, then monotonic (R8.16). */
  serviceUs(): number;
}

/** Who is inside which room now: what REST shows of it. Implemented by realtime/. */
export interface LiveRooms {
  occupancy(roomId: string): number;
  occupiedRoomIds(): readonly string[];
  participants(roomId: string): readonly LiveParticipant[];
  /** Last join, note or chat that storage may not know yet; 0 where nothing happened. */
  lastActivity(roomId: string): number;
  /** Tells storage of all activity that it does not know yet. */
  flushActivity(): Promise<void>;
}

export interface LiveParticipant {
  readonly number: number;
  /** "" for a guest. */
  readonly userId: string;
  readonly username: string;
  readonly avatarUrl: string;
  readonly joinedAt: number;
}

/** Somebody who is connected, or may still resume. */
export interface ConnectedPerson {
  /** "" for a guest. */
  readonly userId: string;
  readonly username: string;
  /** Undefined outside rooms. */
  readonly room: { readonly roomId: string; readonly roomName: string } | undefined;
}

/** Who a WebSocket ticket was made for. */
export type Identity =
  | { readonly kind: 'guest'; readonly username: string; readonly address: string }
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly username: string;
      readonly avatarName?: string | undefined;
      readonly roles: readonly string[];
      readonly sessionId: string;
    };

/** Whom a WebSocket ticket lets in. */
export interface Ticket {
  readonly identity: Identity;
  /** The connection to go on with, if it can still be resumed; undefined for a fresh one. */
  readonly resumes?: string | undefined;
}

/** Makes and redeems WebSocket tickets and the tokens that resume connections (S22, R10.3). */
export interface Tickets {
  /** A resume token that is not this identity's is as good as none. */
  issue(
    identity: Identity,
    resumeToken?: string,
  ): Promise<{ readonly encryptedPayload: string; readonly expiresInSeconds: number }>;
  /** Resolves once for a payload, with undefined when it is invalid, expired or used. */
  redeem(encryptedPayload: string): Promise<Ticket | undefined>;
  /**
   * What gets a ticket to resume this connection: in the hands of the same login session only, a guest's in those of
   * anybody without an account.
   */
  resumeToken(connectionId: string, identity: Identity): string;
}
