import {
  limits,
  RoomCloseReason,
  type RoomSettings,
  RoomType,
  RoomtoneError,
  textIssue,
  validationError,
} from '@roomtone/protocol';
import { accountRequired, mayUsePro, roomNotFound } from '@roomtone/room';
import type { FakeAccount } from './fake-accounts.ts';
import type { FakeConnection } from './fake-connection.ts';
import { FakeRoom } from './fake-room.ts';
import { beginTurns } from './fake-turns.ts';

export interface RoomFields {
  readonly roomName?: string | undefined;
  /** "" for none. */
  readonly password?: string | undefined;
  readonly maxUsers?: number | undefined;
  readonly settings?: RoomSettings | undefined;
}

/** All rooms, and the connections that watch the public list. */
export class FakeRooms {
  readonly #nowUs: () => number;
  readonly #byId = new Map<string, FakeRoom>();
  readonly #watching = new Set<FakeConnection>();
  #created = 0;

  constructor(nowUs: () => number) {
    this.#nowUs = nowUs;
  }

  /** The latest activity first. */
  get all(): FakeRoom[] {
    return [...this.#byId.values()].sort((one, other) => other.lastActivity - one.lastActivity);
  }

  /** The room that a connection is in. */
  roomOf(connection: FakeConnection): FakeRoom | undefined {
    return this.all.find((room) => room.has(connection));
  }

  /** @throws {RoomtoneError} ROOM_NOT_FOUND. */
  get(roomId: string): FakeRoom {
    const room = this.#byId.get(roomId);
    if (room === undefined) throw roomNotFound(roomId);
    return room;
  }

  /** @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest, VALIDATION_ERROR for a field that is not allowed. */
  create(owner: FakeAccount | undefined, roomType: RoomType, fields: RoomFields): FakeRoom {
    if (owner === undefined) throw accountRequired();
    if (roomType === RoomType.PRO && !mayUsePro(owner.roles)) {
      throw new RoomtoneError('AUTHORIZATION_ERROR', 'That takes Pro.', { required: ['pro'] });
    }
    check({ roomName: '', ...fields });
    this.#created++;
    const roomId = `fake-room-${String(this.#created).padStart(12, '0')}`;
    const type = roomType === RoomType.UNSPECIFIED ? RoomType.PUBLIC : roomType;
    const room = new FakeRoom(roomId, owner, type, '', this.#nowUs);
    this.#byId.set(roomId, room);
    this.#apply(room, fields);
    this.#tellLobby(room, 'added');
    return room;
  }

  /** Changes a room and tells everybody inside. @throws {RoomtoneError} VALIDATION_ERROR. */
  update(room: FakeRoom, fields: RoomFields, answered?: { connection: FakeConnection; requestId: number }): void {
    check(fields);
    const before = room.settings.mayPlay;
    this.#apply(room, fields);
    room.broadcast({ kind: 'roomUpdated', body: { room: room.view() } }, answered);
    if (before !== room.settings.mayPlay) beginTurns(room, this.#nowUs());
    this.changed(room);
  }

  delete(room: FakeRoom): void {
    this.#byId.delete(room.roomId);
    for (const connection of room.connections) {
      connection.send({ kind: 'roomClosed', body: { roomId: room.roomId, reason: RoomCloseReason.DELETED } });
    }
    if (room.roomType === RoomType.PRIVATE) return;
    const body = { added: [], changed: [], removed: [room.roomId] };
    for (const connection of this.#watching) connection.send({ kind: 'lobbyUpdate', body });
  }

  /** Somebody joined or left a room, or it was changed. */
  changed(room: FakeRoom): void {
    this.#tellLobby(room, 'changed');
  }

  /** Sends the public list, and from now on every change. */
  watch(connection: FakeConnection, requestId: number): void {
    this.#watching.add(connection);
    const listed = this.all.filter(({ roomType }) => roomType !== RoomType.PRIVATE).slice(0, limits.lobby.rooms);
    const body = { added: listed.map((room) => room.view()), changed: [], removed: [] };
    connection.send({ kind: 'lobbyUpdate', body, requestId });
  }

  unwatch(connection: FakeConnection): void {
    this.#watching.delete(connection);
  }

  #apply(room: FakeRoom, { roomName, password, maxUsers, settings }: RoomFields): void {
    if (roomName !== undefined) room.name = roomName.trim();
    if (password !== undefined) room.password = password;
    if (maxUsers !== undefined && maxUsers !== 0) room.setRules({ maxUsers });
    room.set(settings);
  }

  #tellLobby(room: FakeRoom, part: 'added' | 'changed'): void {
    if (room.roomType === RoomType.PRIVATE) return;
    const body = { added: [], changed: [], removed: [], [part]: [room.view()] };
    for (const connection of this.#watching) connection.send({ kind: 'lobbyUpdate', body });
  }
}

function check({ roomName, maxUsers = 0 }: RoomFields): void {
  const issue = roomName === undefined ? undefined : textIssue(roomName.trim(), limits.roomName);
  if (issue !== undefined) throw validationError([{ field: 'room_name', ...issue }]);
  if (maxUsers > limits.maxUsers.member) throw validationError([{ field: 'max_users', issue: 'is too large' }]);
}
