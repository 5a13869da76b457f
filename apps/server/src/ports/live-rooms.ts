import type { RoomCloseReason } from '@roomtone/protocol';
import type { RoomRecord } from './room-storage.ts';

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

/** Passes changes of stored rooms on to the connections they concern. Implemented by realtime/. */
export interface RoomNews {
  roomCreated(record: RoomRecord): void;
  /** A room has changed in storage: the change applies to its participants from now on, and they are told. */
  roomUpdated(record: RoomRecord): void;
  /** Rooms are gone from storage: their participants get roomClosed and stay connected. */
  closeRooms(roomIds: readonly string[], reason: RoomCloseReason): void;
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
