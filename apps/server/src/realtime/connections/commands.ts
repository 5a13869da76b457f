import { type CreateRoomCommand, LeaveReason, type Members } from '@roomtone/protocol';
import type { CreateRoomBody, UpdateRoomBody } from '@roomtone/protocol/rest';
import type { PacedWork } from '../../application/paced-work.ts';
import { whateverItsEnd } from '../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { accountRequired, checkAdmission, checkModerates, joinRefused } from '../../domain/permissions.ts';
import { qualityFigures } from '../../domain/quality.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import { type ModerationDeps, moderate } from '../rooms/moderation.ts';
import type { PasswordGate } from '../rooms/password-gate.ts';
import { createRoomBody, updateRoomBody } from '../rooms/rest-bodies.ts';
import { reportDelay, setMatched, setTransport } from '../rooms/room-time.ts';
import type { Lobby } from '../social/lobby.ts';
import { type UserCommandDeps, userCommand } from '../social/user-commands.ts';
import { loadNewcomer, type Newcomer, requireInside, withRoomHeld, withRoomOf } from './command-context.ts';
import type { Command, Connection } from './connection.ts';

const nobody: ReadonlySet<string> = new Set();

type TimeCommand = Extract<Command, { readonly kind: 'transport' | 'playoutMode' }>;

export interface CommandDeps extends ModerationDeps, UserCommandDeps {
  readonly clock: Clock;
  readonly passwords: PasswordGate;
  readonly lobby: Lobby;
  /** Shared by everything that comes in bursts. */
  readonly paced: Pick<PacedWork, 'turn'>;
  readonly createRoom: (owner: RoomActor, body: CreateRoomBody) => Promise<RoomRecord>;
  readonly updateRoom: (actor: RoomActor, roomId: string, body: UpdateRoomBody) => Promise<RoomRecord>;
}

/**
 * Makes what acts on a client's commands. It resolves when the command has been answered; a RoomtoneError that it throws
 * is the answer, anything else a SERVER_ERROR.
 */
export function createCommands(deps: CommandDeps): (connection: Connection, command: Command) => Promise<void> {
  return async (connection, command) => {
    switch (command.kind) {
      case 'createRoomCommand':
        return createRoom(deps, connection, command.body, command.requestId);
      case 'joinRoomCommand':
        return joinRoom(deps, connection, command.body, command.requestId);
      case 'leaveRoomCommand':
        return leaveRoom(connection, command.requestId);
      case 'chatMessage':
        return chat(deps, connection, command.body, command.requestId);
      case 'userCommand':
        return userCommand(deps, connection, command.body, command.requestId);
      case 'updateRoomCommand':
        return updateRoom(deps, connection, command.body, command.requestId);
      case 'transport':
      case 'playoutMode':
        return setTime(deps, connection, command);
      case 'quality':
        return quality(deps, connection, command.body);
      case 'moderationCommand':
        return moderate(deps, connection, command.body, command.requestId);
      case 'lobbyCommand':
        return lobby(deps, connection, command.body, command.requestId);
    }
  };
}

async function createRoom(deps: CommandDeps, connection: Connection, body: CreateRoomCommand, requestId: number) {
  const { identity } = connection;
  if (identity.kind === 'guest') throw accountRequired();
  const visitor = await loadNewcomer(deps, identity);
  if (!connection.isOpen) return;
  const owner = { userId: identity.userId, username: identity.username, roles: visitor.roles };
  const record = await deps.createRoom(owner, createRoomBody(body));
  const room = await deps.rooms.acquire(record.roomId);
  try {
    await withRoomHeld(deps, room, () => admit(deps, connection, room, visitor, requestId));
  } finally {
    deps.rooms.release(room);
  }
}

async function joinRoom(
  deps: CommandDeps,
  connection: Connection,
  body: Members['joinRoomCommand'],
  requestId: number,
) {
  const { location } = connection;
  if (location.status === 'inside' && location.room.record.roomId === body.roomId) {
    location.room.describe(connection.socket, location.participant, requestId);
    return;
  }
  // Many come at once when a server was away: notes pass between. Before anything is asked, so that nothing said of the
  // visitor is old when they come in.
  await deps.paced.turn();
  const visitor = await loadNewcomer(deps, connection.identity);
  const room = await deps.rooms.acquire(body.roomId);
  try {
    await withRoomHeld(deps, room, async () => {
      checkAdmission(room.record, visitor);
      await deps.passwords.pass(room.record, connection.identity, body.password);
      await admit(deps, connection, room, visitor, requestId);
    });
  } finally {
    deps.rooms.release(room);
  }
}

async function admit(deps: CommandDeps, connection: Connection, room: LiveRoom, visitor: Newcomer, requestId: number) {
  if (!connection.isOpen) return;
  const blocks = visitor.guest ? nobody : await deps.blocks.of(visitor.userId);
  for (;;) {
    // Looked at again each time: of those who wait together one may take the last.
    while (!room.hasNumber) await room.moreNumbers();
    // The last thing to wait for: a ban or mute that is made after this was read finds the visitor inside.
    const mute = await readRestrictions(deps, room.record.roomId, visitor);
    if (!room.hasNumber) continue;
    connection.joinRoom(room, { ...visitor, blocks, mute }, requestId);
    return;
  }
}

/**
 * What the room has against a visitor: the mute that holds, if any.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason banned.
 */
async function readRestrictions(deps: CommandDeps, roomId: string, { guest, userId, address }: Newcomer) {
  const { storage, restrictions } = deps;
  if (guest) {
    if (await isAddressBanned(deps, roomId, address)) throw joinRefused('banned');
    return undefined;
  }
  const [ban, mute] = await Promise.all([
    storage.banOf(roomId, userId, whateverItsEnd),
    storage.muteOf(roomId, userId, whateverItsEnd),
  ]);
  const restriction = (kind: 'ban' | 'mute') => ({ kind, roomId, userId });
  if (ban !== undefined && restrictions.holds(restriction('ban'), ban.until)) throw joinRefused('banned');
  if (mute === undefined || !restrictions.holds(restriction('mute'), mute.until)) return undefined;
  const { chat, notes, until } = mute;
  return { chat, notes, endsUs: restrictions.endsUs(restriction('mute'), until) };
}

async function isAddressBanned({ storage, restrictions }: CommandDeps, roomId: string, address: string) {
  if (!(await storage.isAddressBanned(roomId, address, whateverItsEnd))) return false;
  const bans = await storage.guestBansOf(roomId, whateverItsEnd);
  return bans.some(
    ({ address: banned, participant, until }) =>
      banned === address && restrictions.holds({ kind: 'guestBan', roomId, participant }, until),
  );
}

async function updateRoom(
  deps: CommandDeps,
  connection: Connection,
  body: Members['updateRoomCommand'],
  requestId: number,
) {
  await withRoomOf(deps, connection, requestId, async (room, actor, requester) => {
    const record = await deps.updateRoom(actor, room.record.roomId, updateRoomBody(body));
    room.checkOpen();
    room.update(record, requester);
  });
}

async function leaveRoom(connection: Connection, requestId: number) {
  const { room } = requireInside(connection);
  connection.leaveRoom(LeaveReason.LEFT);
  const body = { roomId: room.record.roomId, reason: LeaveReason.LEFT, note: '' };
  connection.send({ kind: 'roomLeft', body }, requestId);
}

async function chat(deps: CommandDeps, connection: Connection, body: Members['chatMessage'], requestId: number) {
  const { room, participant } = requireInside(connection);
  await withRoomHeld(deps, room, () => room.chat.say(connection.socket, participant, body.message, requestId));
}

/** Sets what everybody inside plays in time by: its owner, and moderators. */
async function setTime(deps: CommandDeps, connection: Connection, command: TimeCommand) {
  await withRoomOf(deps, connection, command.requestId, (room, actor, requester) => {
    checkModerates(room.record, actor);
    if (command.kind === 'transport') setTransport(room, command.body, requester, deps.clock.serviceUs());
    else setMatched(room, command.body.matched, requester, deps.clock.serviceUs());
  });
}

/** Has no answer; without a room the figures concern nobody. */
async function quality(deps: CommandDeps, connection: Connection, body: Members['quality']) {
  const figures = qualityFigures(body);
  if (connection.location.status === 'outside') return;
  const { room, participant } = connection.location;
  room.quality.report(participant.info.number, figures);
  reportDelay(room, participant, figures, deps.clock.serviceUs());
}

async function lobby(deps: CommandDeps, connection: Connection, body: Members['lobbyCommand'], requestId: number) {
  const recipient = connection.socket;
  if (body.subscribe) await deps.lobby.subscribe(recipient, requestId);
  else connection.send({ kind: 'ack', body: {} }, requestId);
  // It may have ended while the list was read.
  if (!body.subscribe || !recipient.isOpen) deps.lobby.unsubscribe(recipient);
}
