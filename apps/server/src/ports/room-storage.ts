// Storage of rooms, their chat, bans and mutes. Times are ms since 1970.

import type { RoomSettingsValues } from '@roomtone/protocol';
import type { RoomTypeName } from '@roomtone/protocol/rest';
import type { Conflict } from './account-storage.ts';
import type { StandRecord } from './stand.ts';

/** The part of a metronome's setting that outlives the server. */
export interface TempoRecord {
  /** Thousandths of beats per minute. */
  readonly tempo: number;
  readonly beatsPerBar: number;
  /** How many beats it had counted. */
  readonly beatsBefore: number;
}

export interface RoomRecord {
  readonly roomId: string;
  readonly roomName: string;
  readonly ownerId: string;
  /** The owner's current name; read with the room, never stored in it. */
  readonly ownerName: string;
  /** Read like `ownerName`. */
  readonly ownerDisplayName: string;
  /** The users whom the owner has named moderators of this room; never the owner. */
  readonly moderatorIds: readonly string[];
  /** The named players, who may play where only these may. */
  readonly playerIds: readonly string[];
  readonly roomType: RoomTypeName;
  readonly maxUsers: number;
  /** PHC string (argon2id); undefined if the room has no password. */
  readonly passwordHash: string | undefined;
  readonly settings: RoomSettingsValues;
  readonly createdAt: number;
  readonly lastActivity: number;
  /** Absent if the metronome was never set. */
  readonly tempo?: TempoRecord;
  /** Absent if nothing was ever put on the music stand. */
  readonly stand?: StandRecord;
}

/** The stored form of a slot of a room's loops. */
export interface LoopRecord {
  readonly roomId: string;
  readonly slot: number;
  /** "" once the account is deleted. */
  readonly userId: string;
  /** The user's current name; read with the loop, never stored in it. */
  readonly username?: string;
  /** Absent if the username is shown. */
  readonly displayName?: string;
  /** A later change of the room's loops has a higher one. */
  readonly revision: number;
  /** A `Loop` message in Base64; undefined for an empty slot. */
  readonly loop: string | undefined;
}

/** A room as it is created. */
export type NewRoomRecord = Omit<
  RoomRecord,
  'ownerName' | 'ownerDisplayName' | 'moderatorIds' | 'playerIds' | 'tempo' | 'stand'
>;

export interface ChatRecord {
  readonly messageId: string;
  readonly roomId: string;
  /** "" for the system. */
  readonly userId: string;
  readonly username: string;
  /** Absent if it was the username. */
  readonly displayName?: string | undefined;
  readonly message: string;
  readonly messageType: 'user' | 'system' | 'bot';
  readonly timestamp: number;
}

/** A message in its place: later ones of the room have higher positions. */
export interface StoredChat extends ChatRecord {
  /** From 1. */
  readonly position: number;
}

export interface RoomListRequest {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly roomTypes: readonly RoomTypeName[];
  /** Only rooms that this user owns, or that name them a moderator or a player. */
  readonly ofUserId?: string;
  /** Only these rooms, such as those with participants. */
  readonly roomIds?: readonly string[];
}

/** Absent fields stay as they are. */
export interface RoomChange {
  readonly roomName?: string;
  /** PHC string (argon2id); null removes the password. */
  readonly passwordHash?: string | null;
  readonly maxUsers?: number;
  readonly settings?: Partial<RoomSettingsValues>;
}

/** A user's ban from a room. */
export interface BanRecord {
  readonly roomId: string;
  readonly userId: string;
  /** The user's current name; read with the ban, never stored in it. */
  readonly username: string;
  /** Read like `username`; absent if the username is shown. */
  readonly displayName?: string | undefined;
  /** The user_id of the moderator. */
  readonly bannedBy: string;
  /** Shown to the banned user; "" for none. */
  readonly reason: string;
  /** When the user may join again; undefined if only undoing the ban ends it. */
  readonly until: number | undefined;
  readonly bannedAt: number;
  /** The address blocks that they had when they were banned: no guest may come from there either. */
  readonly addresses?: readonly string[];
}

/** A guest's ban from a room. Guests have no account, so their address is banned. */
export interface GuestBanRecord extends Omit<BanRecord, 'userId' | 'displayName' | 'addresses'> {
  /** The guest's participant number, which is never reused; it identifies the ban. */
  readonly participant: number;
  /** The address as rate limits count it: an IPv6 address stands for its /64. */
  readonly address: string;
  /** The guest's name in the room. */
  readonly username: string;
}

/** A user's mute in a room. */
export interface MuteRecord {
  readonly roomId: string;
  readonly userId: string;
  readonly chat: boolean;
  readonly notes: boolean;
  /** When the mute ends; undefined if only undoing it ends it. */
  readonly until: number | undefined;
}

/** Rooms without activity since a time, except some. */
export interface InactiveRooms {
  readonly idleSince: number;
  readonly exceptRoomIds: readonly string[];
  readonly now: number;
}

/** Up to `limit` rooms that were marked by one time and have had no activity since another, except some. */
export interface MarkedRooms {
  readonly markedBy: number;
  readonly idleSince: number;
  readonly exceptRoomIds: readonly string[];
  readonly limit: number;
}

/** Rooms. For a room that does not exist, reads resolve with undefined and writes do nothing. */
export interface RoomStorage {
  /** Resolves with the conflict if the owner already has `quota` rooms, with undefined if the owner's account is gone. */
  createRoom(room: NewRoomRecord, quota: number): Promise<RoomRecord | Conflict | undefined>;
  roomById(roomId: string): Promise<RoomRecord | undefined>;
  /** Most recent activity first, then by room_id. */
  listRooms(request: RoomListRequest): Promise<{ readonly rooms: readonly RoomRecord[]; readonly total: number }>;
  /** Sets lastActivity of rooms, each of which `activity` has at most once. It never goes backwards. */
  touchRooms(activity: readonly { roomId: string; lastActivity: number }[]): Promise<void>;

  /** Sets the tempos of rooms, each of which is in the list at most once. It does not count as activity. */
  setTempos(tempos: readonly ({ readonly roomId: string } & TempoRecord)[]): Promise<void>;

  /** Sets what is in slots, unless storage has a later revision. It does not count as activity. */
  setLoops(loops: readonly LoopRecord[]): Promise<void>;
  /** By slot; those that hold a loop. */
  loopsOf(roomId: string): Promise<readonly LoopRecord[]>;

  /**
   * Also deletes all but the room's newest `limits.chatHistory.stored` messages. Resolves with its position; rejects for an unknown
   * room.
   */
  addChat(message: ChatRecord): Promise<number>;
  /** The newest `count` messages, oldest first. @param before only those with a lower position; all by default. */
  recentChat(roomId: string, count: number, before?: number): Promise<readonly StoredChat[]>;

  /** Counts as activity. */
  updateRoom(roomId: string, change: RoomChange, now: number): Promise<RoomRecord | undefined>;
  /** Deletes the room with its chat, bans and mutes; resolves with true if there was one. */
  deleteRoom(roomId: string): Promise<boolean>;
  /** Time of the latest stored activity of any user, session or room up to `now`; undefined if there is none. */
  newestActivity(now: number): Promise<number | undefined>;
  /**
   * Marks the inactive rooms for removal and unmarks all others. A room that is already marked keeps its earlier mark,
   * unless that lies after `now`. Resolves with the number of rooms newly marked.
   */
  markInactiveRooms(which: InactiveRooms): Promise<number>;
  /** Removes the mark from every room. */
  unmarkInactiveRooms(): Promise<void>;
  /** Deletes rooms that were marked early enough and are still inactive; resolves with their ids. */
  deleteMarkedRooms(which: MarkedRooms): Promise<readonly string[]>;
  /**
   * Reserves the room's next `count` participant numbers for the caller; resolves with the first of them. Numbers not
   * used before a restart are lost, so that none is ever used twice.
   */
  takeNumbers(roomId: string, count: number): Promise<number | undefined>;

  /** Replaces an earlier ban of the same user. Does nothing if the room or the user is gone. */
  addBan(ban: Omit<BanRecord, 'username' | 'displayName'>): Promise<void>;
  /** Resolves with true if there was one in force. */
  removeBan(roomId: string, userId: string, now: number): Promise<boolean>;
  /** Bans in force, newest first. */
  bansOf(roomId: string, now: number): Promise<readonly BanRecord[]>;
  /** The user's ban, if one is in force. */
  banOf(roomId: string, userId: string, now: number): Promise<BanRecord | undefined>;

  /** Replaces an earlier ban with the same participant number. Does nothing if the room is gone. */
  addGuestBan(ban: GuestBanRecord): Promise<void>;
  /** Resolves with true if there was one in force. */
  removeGuestBan(roomId: string, participant: number, now: number): Promise<boolean>;
  /** Bans in force, newest first. */
  guestBansOf(roomId: string, now: number): Promise<readonly GuestBanRecord[]>;
  isAddressBanned(roomId: string, address: string, now: number): Promise<boolean>;

  /** Replaces an earlier mute of the same user; stays when the user leaves. Does nothing if the room or the user is gone. */
  setMute(mute: MuteRecord): Promise<void>;
  /** Resolves with true if there was one in force. */
  removeMute(roomId: string, userId: string, now: number): Promise<boolean>;
  /** The user's mute, if one is in force. */
  muteOf(roomId: string, userId: string, now: number): Promise<MuteRecord | undefined>;

  /** Resolves with the conflict if the new owner already has `quota` rooms. Counts as activity. */
  transferRoom(roomId: string, ownerId: string, quota: number, now: number): Promise<RoomRecord | Conflict | undefined>;

  /**
   * Makes a user a moderator of the room, or ends that. Resolves with the conflict if the room already has `quota` others, with
   * undefined if the room or the user is gone.
   */
  setModerator(
    roomId: string,
    change: { readonly userId: string; readonly isModerator: boolean },
    quota: number,
  ): Promise<RoomRecord | Conflict | undefined>;

  /** Makes a user a named player of the room, or ends that. Resolves as setModerator() does. */
  setNamedPlayer(
    roomId: string,
    change: { readonly userId: string; readonly isNamed: boolean },
    quota: number,
  ): Promise<RoomRecord | Conflict | undefined>;

  chatById(roomId: string, messageId: string): Promise<ChatRecord | undefined>;
  /** Resolves with true if there was one. */
  deleteChat(roomId: string, messageId: string): Promise<boolean>;
}
