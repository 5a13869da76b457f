import type { RoomCloseReason } from '@roomtone/protocol';
import type { Awaitable } from './awaitable.ts';
import type { RoomRecord } from './room-storage.ts';

/** The participants and activity of running rooms, for REST. Implemented by realtime/. */
export interface LiveRooms {
  occupancy(roomId: string): number;
  occupiedRoomIds(): readonly string[];
  /** Undefined for a room without participants. */
  life(roomId: string): LiveRoomLife | undefined;
  participants(roomId: string): readonly LiveParticipant[];
  /** True if a user is inside now; without a promise if no other process has to be asked. */
  isInside(roomId: string, userId: string): Awaitable<boolean>;
  /** Time of the last join, note or chat message, which may not be stored yet; 0 if there was none. */
  lastActivity(roomId: string): number;
  /** Stores all activity that is not stored yet. */
  flushActivity(): Promise<void>;
}

/** Passes changes of stored rooms on to the connections they concern. Implemented by realtime/. */
export interface RoomNews {
  roomCreated(record: RoomRecord): void;
  /** A room has changed in storage: once this resolves, the change applies to its participants, and they are told. */
  roomUpdated(record: RoomRecord): Awaitable<void>;
  /** Rooms are gone from storage: their participants get roomClosed and stay connected. */
  closeRooms(roomIds: readonly string[], reason: RoomCloseReason): void;
}

/** The activity in a room, as the lobby shows it. */
export interface LiveRoomLife {
  readonly players: readonly LivePlayer[];
  /** Thousandths of beats per minute; 0 while the metronome stands still. */
  readonly tempo: number;
  readonly pulse: number;
}

export interface LivePlayer {
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string;
  readonly color: string;
  readonly instrument: string;
}

export interface LiveParticipant {
  readonly number: number;
  /** "" for a guest. */
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string;
  readonly joinedAt: number;
  readonly bot?: boolean;
}

/** A user or guest who is connected, or can still resume. */
export interface ConnectedPerson {
  readonly connectionId: string;
  /** The client's address on the connection's socket, or on its last one. */
  readonly address: string;
  /** When the connection began, ms since 1970 on the service clock. */
  readonly sinceMs: number;
  /** "" for a guest. */
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  /** Undefined outside a room. */
  readonly room: { readonly roomId: string; readonly roomName: string } | undefined;
}
