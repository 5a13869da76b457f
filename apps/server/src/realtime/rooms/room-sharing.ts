import type { LiveParticipant, LiveRoomLife } from '../../ports/live-rooms.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from './live-room.ts';

/** The activity in a room without a participant of this process. */
export interface RoomSummary {
  readonly participants: readonly LiveParticipant[];
  readonly life: LiveRoomLife | undefined;
  /** Wall clock, ms. */
  readonly lastActivity: number;
}

/** Shares live rooms with the other processes of the service. */
export interface RoomSharing {
  /**
   * Shares a room that was read from storage; resolves when it has what the others know of it.
   * @throws {RoomtoneError} SERVER_ERROR if the others cannot be reached.
   */
  share(room: LiveRoom): Promise<void>;
  /** Nobody here needs the room any longer. */
  dropped(room: LiveRoom): void;
  /** The room looks different in the lobby. */
  changed(room: LiveRoom): void;
  /**
   * This process has changed a room in storage. Resolves with true once that is in force here, and the requester has the answer; with
   * false if this process has to apply it itself. Never rejects.
   */
  recordChanged(record: RoomRecord, requester?: Requester): Promise<boolean>;
  /** True if a user is inside a room that is not live here. Rejects if the others cannot be reached. */
  isInside(roomId: string, userId: string): Promise<boolean>;
  /** Undefined for a room without participants in other processes. It may be a second old. */
  summaryOf(roomId: string): RoomSummary | undefined;
  occupiedInOthers(): Iterable<string>;
}
