import { type CreateRoomCommand, LeaveReason, type Members, namesOf } from '@roomtone/protocol';
import type { CreateRoomBody } from '@roomtone/protocol/rest';
import {
  accountRequired,
  checkAdmission,
  joinRefused,
  type Mute,
  type Participant,
  type Visitor,
} from '@roomtone/room';
import type { PacedWork } from '../../application/paced-work.ts';
import { includingEnded } from '../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Occupant } from '../rooms/other-processes.ts';
import { roomFullNote } from '../rooms/other-processes.ts';
import type { PasswordGate } from '../rooms/password-gate.ts';
import { createRoomBody } from '../rooms/rest-bodies.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { loadNewcomer, type Newcomer, type RoomOfConnectionDeps, withRoomHeld } from './room-of-connection.ts';

export interface JoinRoomDeps extends RoomOfConnectionDeps {
  readonly passwords: PasswordGate;
  readonly connections: Pick<Connections, 'detachedIn' | 'inRoom'>;
  /** Shared by all work that comes in bursts. */
  readonly paced: Pick<PacedWork, 'turn'>;
  readonly createRoom: (owner: RoomActor, body: CreateRoomBody) => Promise<RoomRecord>;
}

const nobody: ReadonlySet<string> = new Set();

/** Creates a room and joins it. */
export async function createRoom(
  deps: JoinRoomDeps,
  connection: Connection,
  body: CreateRoomCommand,
  requestId: number,
) {
  const { identity } = connection;
  if (identity.kind === 'guest') throw accountRequired();
  const visitor = await loadNewcomer(deps, identity);
  if (!connection.isOpen) return;
  const owner = { userId: identity.userId, ...namesOf(visitor), roles: visitor.roles };
  const record = await deps.createRoom(owner, createRoomBody(body));
  const room = await deps.rooms.acquire(record.roomId);
  try {
    await withRoomHeld(deps, room, () => admit(deps, connection, room, visitor, requestId));
  } finally {
    deps.rooms.release(room);
  }
}

/** Joins a room, or answers with a snapshot of the one that the connection is in. */
export async function joinRoom(
  deps: JoinRoomDeps,
  connection: Connection,
  body: Members['joinRoomCommand'],
  requestId: number,
) {
  const { location } = connection;
  if (location.status === 'inside' && location.room.record.roomId === body.roomId) {
    connection.socket.deliver(location.room.snapshot(location.participant), requestId);
    return;
  }
  const { identity } = connection;
  if (identity.kind === 'guest' && identity.roomId !== undefined && identity.roomId !== body.roomId) {
    throw joinRefused('invitation');
  }
  // After a restart many join at the same moment; this lets notes pass in between. It comes before anything is read
  // about the visitor, so that nothing is outdated when they are inside.
  await deps.paced.turn();
  const visitor = await loadNewcomer(deps, identity);
  const room = await deps.rooms.acquire(body.roomId);
  try {
    await withRoomHeld(deps, room, async () => {
      checkAdmission(room.record, visitor);
      await deps.passwords.pass(room.record, identity, body.password);
      await admit(deps, connection, room, visitor, requestId);
    });
  } finally {
    deps.rooms.release(room);
  }
}

/** Has a connection join the room again that it was in when another process had it. @throws {RoomtoneError} as joinRoom() does. */
export async function rejoinRoom(deps: JoinRoomDeps, connection: Connection, roomId: string): Promise<void> {
  const visitor = await loadNewcomer(deps, connection.identity);
  const room = await deps.rooms.acquire(roomId);
  try {
    await withRoomHeld(deps, room, async () => {
      checkAdmission(room.record, visitor);
      await admit(deps, connection, room, visitor, 0);
    });
  } finally {
    deps.rooms.release(room);
  }
}

async function admit(deps: JoinRoomDeps, connection: Connection, room: LiveRoom, visitor: Newcomer, requestId: number) {
  if (!connection.isOpen) return;
  const blocks = visitor.guest ? nobody : await deps.blocks.of(visitor.userId);
  for (;;) {
    // Checked again each time: another visitor who waited may have taken the last number.
    while (!room.numbers.hasNext) await room.numbers.more();
    const admissions = room.otherProcesses?.admissions ?? 0;
    // Nothing is awaited after this: a ban or mute that comes later finds the visitor inside.
    const mute = await readRestrictions(deps, room.record.roomId, visitor);
    if (!room.numbers.hasNext) continue;
    const admitted = { ...visitor, blocks, mute };
    if (room.otherProcesses === undefined) {
      enter(deps, connection, room, admitted, requestId);
      return;
    }
    const occupant = occupantOf(connection, room);
    if (await room.otherProcesses.join({ occupant, visitor: admitted, requestId, admissions })) return;
  }
}

/** Joins a room of this process alone. Does nothing if the connection is over. @throws {RoomtoneError} as checkJoin() does. */
function enter(
  { connections }: JoinRoomDeps,
  connection: Connection,
  room: LiveRoom,
  visitor: Visitor,
  requestId: number,
): void {
  if (!connection.isOpen) return;
  const former = connections.detachedIn(connection, room);
  const replaced = former?.location.status === 'inside' ? former.location.participant : undefined;
  const displaced = room.checkJoin(visitor, replaced);
  connection.enterRoom(room, () => {
    former?.socket.giveUp();
    if (displaced !== undefined) displace(connections, room, displaced);
    return room.join(connection.socket, visitor, requestId, replaced ?? displaced);
  });
}

/** Removes somebody from a full room, so that a user can join. */
function displace(connections: JoinRoomDeps['connections'], room: LiveRoom, displaced: Participant): void {
  const connection = connections
    .inRoom(room)
    .find(({ location }) => location.status === 'inside' && location.participant === displaced);
  connection?.removeFromRoom(LeaveReason.KICKED, { note: roomFullNote, by: 0 });
}

/**
 * Reads the visitor's ban and mute in this room.
 * @returns the mute that applies now, if any.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason banned.
 */
async function readRestrictions(deps: JoinRoomDeps, roomId: string, visitor: Newcomer) {
  const { guest, address } = visitor;
  if (guest) {
    const isBanned = (await isAddressBanned(deps, roomId, address)) || (await isAddressOfBanned(deps, roomId, address));
    if (isBanned) throw joinRefused('banned');
    return undefined;
  }
  const [bans, mute] = await Promise.all([
    Promise.all(accountsOf(visitor).map((userId) => isBanned(deps, roomId, userId))),
    muteNow(deps, roomId, visitor),
  ]);
  if (bans.includes(true)) throw joinRefused('banned');
  return mute;
}

type Restricted = Pick<Visitor, 'userId' | 'personId'>;

/** The accounts whose bans and mutes hold for somebody: their own, and before it that of a bot's owner. */
function accountsOf({ userId, personId }: Restricted): readonly string[] {
  return userId === personId ? [userId] : [personId, userId];
}

async function isBanned({ storage, restrictions }: JoinRoomDeps, roomId: string, userId: string): Promise<boolean> {
  const ban = await storage.banOf(roomId, userId, includingEnded);
  return ban !== undefined && restrictions.holds({ kind: 'ban', roomId, userId }, ban.until);
}

/** The mute of a user, or of a bot's owner, that holds now, wherever they are. */
export async function muteNow(
  {
    storage,
    restrictions,
  }: Pick<RoomOfConnectionDeps, 'restrictions'> & { readonly storage: Pick<RoomOfConnectionDeps['storage'], 'muteOf'> },
  roomId: string,
  who: Restricted,
): Promise<Mute | undefined> {
  for (const userId of accountsOf(who)) {
    const mute = await storage.muteOf(roomId, userId, includingEnded);
    const key = { kind: 'mute', roomId, userId } as const;
    if (mute === undefined || !restrictions.holds(key, mute.until)) continue;
    const { chat, notes, until } = mute;
    return { chat, notes, endsUs: restrictions.endsUs(key, until) };
  }
  return undefined;
}

async function isAddressBanned({ storage, restrictions }: JoinRoomDeps, roomId: string, address: string) {
  if (!(await storage.isAddressBanned(roomId, address, includingEnded))) return false;
  const bans = await storage.guestBansOf(roomId, includingEnded);
  return bans.some(
    ({ address: banned, participant, until }) =>
      banned === address && restrictions.holds({ kind: 'guestBan', roomId, participant }, until),
  );
}

/** True if a banned user had this address: they must not come back as a guest (R13.14). */
async function isAddressOfBanned({ storage, restrictions }: JoinRoomDeps, roomId: string, address: string) {
  const bans = await storage.bansOf(roomId, includingEnded);
  return bans.some(
    ({ addresses = [], userId, until }) =>
      addresses.includes(address) && restrictions.holds({ kind: 'ban', roomId, userId }, until),
  );
}

/** A connection that is to join a shared room, which the caller holds meanwhile. */
function occupantOf(connection: Connection, room: LiveRoom): Occupant {
  const { socket, identity } = connection;
  return {
    get isOpen() {
      return connection.isOpen;
    },
    get isAttached() {
      return socket.isAttached;
    },
    recipient: socket,
    connection: connection.id,
    session: identity.kind === 'user' ? identity.sessionId : '',
    address: identity.address,
    enter: (admit) => connection.enterRoom(room, admit),
    moved: () => connection.moved(),
    removed(reason, by) {
      // Its user has come back by another connection, and this one still waits to be resumed.
      if (reason === LeaveReason.LOST && !socket.isAttached) socket.giveUp();
      else connection.removeFromRoom(reason, by);
    },
  };
}
