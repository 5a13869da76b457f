// Storage of rooms, their chat, bans and mutes. Times are ms since 1970.

import type { RoomTypeName } from '@roomtone/protocol/rest';
import type { Conflict } from './account-storage.ts';

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

/** What is absent stays. */
export interface RoomChange {
  readonly roomName?: string;
  /** PHC string (argon2id); null removes the password. */
  readonly passwordHash?: string | null;
  readonly maxUsers?: number;
  readonly settings?: Partial<RoomSettingsRecord>;
}

/** Somebody who may not come into a room. Times are ms since 1970. */
export interface BanRecord {
  readonly roomId: string;
  readonly userId: string;
  /** Their name now; read with the ban, never stored in it. */
  readonly username: string;
  /** The user_id of whoever made it. */
  readonly bannedBy: string;
  /** Words for them; "" for none. */
  readonly reason: string;
  /** The first moment at which they may come in again; undefined: until somebody undoes it. */
  readonly until: number | undefined;
  readonly bannedAt: number;
}

/** A guest who may not come into a room. Guests have no account: it is their address that stays out. */
export interface GuestBanRecord extends Omit<BanRecord, 'userId'> {
  /** The number they had inside, which nobody else is ever given: the ban is named by it. */
  readonly participant: number;
  /** What counts as one client; an IPv6 address stands for its /64. */
  readonly address: string;
  /** The name they had inside. */
  readonly username: string;
}

/** What a user may not do in a room. */
export interface MuteRecord {
  readonly roomId: string;
  readonly userId: string;
  readonly chat: boolean;
  readonly notes: boolean;
  /** The first moment at which they may again; undefined: until somebody undoes it. */
  readonly until: number | undefined;
}

/** Rooms without activity since a time, but for `kept`. */
export interface InactiveRooms {
  readonly idleSince: number;
  readonly kept: readonly string[];
  readonly now: number;
}

/** Rooms marked by a time and without activity since another, but for `kept`; up to `limit`. */
export interface MarkedRooms {
  readonly markedBy: number;
  readonly idleSince: number;
  readonly kept: readonly string[];
  readonly limit: number;
}

/** Acts on rooms; a room that is gone is undefined, or nothing happens. */
export interface RoomStorage {
  /** Resolves with the conflict if the owner already has `quota` rooms, with undefined if the owner's account is gone. */
  createRoom(room: Omit<RoomRecord, 'ownerName'>, quota: number): Promise<RoomRecord | Conflict | undefined>;
  roomById(roomId: string): Promise<RoomRecord | undefined>;
  /** Newest activity first, then room_id. */
  listRooms(request: RoomListRequest): Promise<{ readonly rooms: readonly RoomRecord[]; readonly total: number }>;
  /** Sets lastActivity of several rooms, each of them told once; never backwards. */
  touchRooms(activity: readonly { roomId: string; lastActivity: number }[]): Promise<void>;

  /** Keeps the room's newest `limits.chatHistory.stored`. */
  addChat(message: ChatRecord): Promise<void>;
  /** The newest `count`, oldest first. */
  recentChat(roomId: string, count: number): Promise<readonly ChatRecord[]>;

  /** Counts as activity. */
  updateRoom(roomId: string, change: RoomChange, now: number): Promise<RoomRecord | undefined>;
  /** Removes the room with its chat, bans and mutes; tells whether there was one. */
  deleteRoom(roomId: string): Promise<boolean>;
  /** When anything that is stored happened last, but not after `now`; undefined where nothing did. */
  newestActivity(now: number): Promise<number | undefined>;
  /**
   * Marks for removal the rooms that have been without activity, but for those that are marked already, and takes the mark
   * from all others, and where it is later than now; resolves with how many have been marked.
   */
  markInactiveRooms(which: InactiveRooms): Promise<number>;
  /** Takes back every mark. */
  unmarkInactiveRooms(): Promise<void>;
  /** Removes rooms that were marked early enough and are still without activity; resolves with their ids. */
  deleteMarkedRooms(which: MarkedRooms): Promise<readonly string[]>;
  /**
   * Takes the room's next `count` participant numbers for the caller alone; resolves with the first of them. Numbers
   * that nobody used until a restart are lost, which is how none is ever used twice.
   */
  takeNumbers(roomId: string, count: number): Promise<number | undefined>;

  /** In place of an earlier ban of the same user. Nothing happens when room or user are gone. */
  addBan(ban: Omit<BanRecord, 'username'>): Promise<void>;
  /** Tells whether there was one that holds. */
  removeBan(roomId: string, userId: string, now: number): Promise<boolean>;
  /** Those that hold, the newest first. */
  bansOf(roomId: string, now: number): Promise<readonly BanRecord[]>;
  /** The user's ban, if one holds. */
  banOf(roomId: string, userId: string, now: number): Promise<BanRecord | undefined>;

  /** In place of an earlier one with the same participant number. Nothing happens when the room is gone. */
  addGuestBan(ban: GuestBanRecord): Promise<void>;
  /** Tells whether there was one that holds. */
  removeGuestBan(roomId: string, participant: number, now: number): Promise<boolean>;
  /** Those that hold, the newest first. */
  guestBansOf(roomId: string, now: number): Promise<readonly GuestBanRecord[]>;
  isAddressBanned(roomId: string, address: string, now: number): Promise<boolean>;

  /** In place of an earlier mute of the same user; outlasts leaving. Nothing happens when room or user are gone. */
  setMute(mute: MuteRecord): Promise<void>;
  /** Tells whether there was one that holds. */
  removeMute(roomId: string, userId: string, now: number): Promise<boolean>;
  /** The user's mute, if one holds. */
  muteOf(roomId: string, userId: string, now: number): Promise<MuteRecord | undefined>;

  /** Gives the room to another owner; the conflict when they have `quota` rooms already. Counts as activity. */
  transferRoom(roomId: string, ownerId: string, quota: number, now: number): Promise<RoomRecord | Conflict | undefined>;

  chatById(roomId: string, messageId: string): Promise<ChatRecord | undefined>;
  /** Tells whether there was one. */
  deleteChat(roomId: string, messageId: string): Promise<boolean>;
}
