import type { DataMessage, LeaveReason } from '@roomtone/protocol';
import type { Participant, Visitor } from '@roomtone/room';
import type { Removal } from '../../domain/departure.ts';
import type { QualityFigures } from '../../domain/quality.ts';
import type { NoteOutlet } from '../delivery/note-relay.ts';
import type { Recipient, Requester } from '../delivery/recipient.ts';
import type { RoomChange } from './room-change.ts';
import type { TurnsChange } from './room-turns.ts';

/** A connection of this process, as a shared room acts on it. */
export interface Occupant {
  readonly isOpen: boolean;
  readonly recipient: Recipient;
  /** True unless it waits for another socket. */
  readonly isAttached: boolean;
  /** The connection's id, which stays the same when it goes on in another process. */
  readonly connection: string;
  /** The auth session; "" for a guest. */
  readonly session: string;
  /** The address block that it comes from. */
  readonly address: string;
  /** Leaves the room before, and is inside the one that `admit` adds it to. */
  enter(admit: () => Participant): void;
  /** It goes on in another process, as the same participant: here it is outside. */
  moved(): void;
  /** Another process has taken it out of the room. */
  removed(reason: LeaveReason, removal: Removal): void;
}

/** A visitor who has been checked, except for what the room decides. */
export interface Arrival {
  readonly occupant: Occupant;
  readonly visitor: Visitor;
  readonly requestId: number;
  /** The room's admissions before the visitor's restrictions were read. */
  readonly admissions: number;
}

/** The same room in the other processes of the service. Whatever may be decided by one process alone waits for none of them. */
export interface OtherProcesses extends NoteOutlet {
  /** Changes whenever somebody is admitted, and when it is decided anew who may be. */
  readonly admissions: number;
  /**
   * Has a visitor join.
   * @returns false if somebody else was admitted, or banned, in the meantime: check again.
   * @throws {RoomtoneError} as the domain's checkJoin() does, and SERVER_ERROR if the others cannot be reached.
   */
  join(arrival: Arrival): Promise<boolean>;
  /**
   * Removes participants, wherever they are connected. Those who join at this moment are checked again.
   * @returns true if there were any.
   * @throws {RoomtoneError} SERVER_ERROR if the others cannot be reached.
   */
  remove(isMeant: (participant: Participant) => boolean, reason: LeaveReason, removal: Removal): Promise<boolean>;
  /** The address blocks that a user's participants are connected from. */
  addressesOf(userId: string): string[];
  /** Somebody who is connected here has left. */
  left(participant: Participant, reason: LeaveReason, by: number, note: string): void;
  /** The shown state of somebody who is connected here has changed, or whether they have a socket. */
  updated(participant: Participant): void;
  typing(participant: Participant, typing: boolean): void;
  /** Passes a frame on to somebody who is connected to another process. */
  signal(from: Participant, to: number, frame: Uint8Array): void;
  /** The address block that a participant is connected from. */
  addressOf(number: number): string | undefined;
  quality(participant: Participant, figures: QualityFigures): void;
  /** @throws {RoomtoneError} SERVER_ERROR if the others cannot be reached, unless it is lossy. */
  data(participant: Participant, data: DataMessage): void;
  /** True if this process decides what any could: the common delay, and whose turn it is. */
  readonly decides: boolean;
  /** True if the auth session has joined again from another process since this time (service clock, µs; room rules R10.8). */
  isReplaced(participant: Participant, sinceUs: number): boolean;
  /**
   * Has all processes apply a change, in one order; resolves when this one has, with false if others have changed the loops or
   * the metronome in the meantime, which it depends on.
   * @throws {RoomtoneError} SERVER_ERROR if the others cannot be reached.
   */
  change(change: RoomChange, requester?: Requester): Promise<boolean>;
  /**
   * Has all processes apply what storage has of the room now, in the order of changes; resolves when this one has, with false if the
   * room is gone.
   * @throws {RoomtoneError} SERVER_ERROR if the others cannot be reached, or what storage throws.
   */
  changeRecord(requester?: Requester): Promise<boolean>;
  /** The same for turns; resolves with false if others have come first, once they are in force here. */
  changeTurns(change: TurnsChange, requester?: Requester): Promise<boolean>;
}

/** The reason that a guest is given who has to leave a full room (room rules R2.17). */
export const roomFullNote = 'The room was full, and somebody with an account has joined.';
