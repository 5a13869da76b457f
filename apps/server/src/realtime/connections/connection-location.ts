import { LeaveReason, RoomtoneError } from '@roomtone/protocol';
import type { Participant } from '@roomtone/room';
import { personOf } from '../../domain/bot-scopes.ts';
import type { Removal } from '../../domain/departure.ts';
import type { ListenerBytes } from '../../domain/listener-bytes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeptRoom } from '../../ports/kept-connections.ts';
import type { Identity } from '../../ports/tickets.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import type { ConnectionRecord } from './connection-record.ts';

/** The room that a connection is in, if any. */
export type Location =
  | { readonly status: 'outside' }
  | { readonly status: 'inside'; readonly room: LiveRoom; readonly participant: Participant };

/** Receives which rooms the connections of users join and leave. */
export interface LocationEvents {
  onJoinedRoom(userId: string, participant: Participant): void;
  onLeftRoom(userId: string, participant: Participant): void;
}

export interface ConnectionLocationDeps {
  readonly clock: Clock;
  readonly rooms: Pick<RoomDirectory, 'hold' | 'release'>;
  readonly listenerBytes: Pick<ListenerBytes, 'enter'>;
  readonly events: LocationEvents;
}

const outside: Location = { status: 'outside' };

/** Moves one connection in and out of rooms. It holds the room that it is in. */
export class ConnectionLocation {
  readonly #identity: Identity;
  readonly #record: ConnectionRecord | undefined;
  readonly #deps: ConnectionLocationDeps;
  #current: Location = outside;
  #joinedUs = 0;
  /** The wall clock at that time; 0 where nothing is recorded. */
  #joinedAt = 0;
  /** Called once, just before the connection is in a room. */
  #beforeJoining: ((room: LiveRoom) => void) | undefined;

  constructor(identity: Identity, record: ConnectionRecord | undefined, deps: ConnectionLocationDeps) {
    this.#identity = identity;
    this.#record = record;
    this.#deps = deps;
  }

  get current(): Location {
    return this.#current;
  }

  /** Service clock, µs: when it joined the room that it is in. */
  get joinedUs(): number {
    return this.#joinedUs;
  }

  /** The room as other processes have to know it. */
  get kept(): KeptRoom | undefined {
    if (this.#current.status === 'outside') return undefined;
    return { roomId: this.#current.room.record.roomId, joinedAt: this.#joinedAt };
  }

  /** Calls back just before the connection is in a room the next time. */
  beforeJoining(act: (room: LiveRoom) => void): void {
    this.#beforeJoining = act;
  }

  /** Leaves the room before, and is inside the one that `admit` adds it to; the caller holds that room. */
  enter(room: LiveRoom, admit: () => Participant): void {
    const { clock, events, rooms } = this.#deps;
    this.leave(LeaveReason.SWITCHED);
    rooms.hold(room);
    this.#beforeJoining?.(room);
    this.#beforeJoining = undefined;
    const participant = admit();
    this.#current = { status: 'inside', room, participant };
    this.#joinedUs = clock.serviceUs();
    if (this.#record !== undefined) {
      this.#joinedAt = clock.nowMs();
      this.#record.inRoom(this.kept);
    }
    const identity = this.#identity;
    if (identity.kind === 'guest') return;
    const spender = { personId: personOf(identity), roomId: room.record.roomId, addressBlock: identity.address };
    participant.quota.bytes = this.#deps.listenerBytes.enter(spender);
    events.onJoinedRoom(identity.userId, participant);
  }

  /** Leaves the room, if any. @param removal if the participant did not leave by themselves. */
  leave(reason: LeaveReason, removal?: Removal): void {
    if (this.#current.status === 'outside') return;
    const { room, participant } = this.#current;
    this.#current = outside;
    this.#record?.inRoom(undefined);
    this.#tellLeft(participant);
    room.leave(participant, reason, removal);
    this.#deps.rooms.release(room);
  }

  /** The connection goes on in another process, with its participant: it is in no room here. */
  moved(): void {
    if (this.#current.status === 'outside') return;
    const { room, participant } = this.#current;
    this.#current = outside;
    this.#tellLeft(participant);
    this.#deps.rooms.release(room);
  }

  #tellLeft(participant: Participant): void {
    participant.quota.bytes?.leave();
    participant.quota.bytes = undefined;
    if (this.#identity.kind === 'user') this.#deps.events.onLeftRoom(this.#identity.userId, participant);
  }
}

/** The AUTHORIZATION_ERROR for a command that is only possible inside a room. */
export function notInRoom(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'This needs a room: join one first.', { reason: 'not_in_room' });
}
