import {
  type ClientMember,
  issues,
  LeaveReason,
  limits,
  type Message,
  type ModerationCommand,
  type RefusalReason,
  RoomType,
  RoomtoneError,
  TurnAction,
  validationError,
} from '@roomtone/protocol';
import {
  accountRequired,
  checkDismisses,
  checkManages,
  checkModerates,
  checkModeratesUser,
  checkSetsMetronome,
  transportAfter,
} from '@roomtone/room';
import type { Timers } from '../environment.ts';
import type { FakeAccount, FakeAccounts } from './fake-accounts.ts';
import type { FakeConnection } from './fake-connection.ts';
import { retimeLoops, useLoops } from './fake-loops.ts';
import { answerOwnership, offerOwnership, withdrawOwnership } from './fake-ownership.ts';
import type { FakeRoom } from './fake-room.ts';
import type { FakeRooms } from './fake-rooms.ts';
import { describeTurns, leftTurns, takeTurns } from './fake-turns.ts';

export interface CommandContext {
  readonly accounts: FakeAccounts;
  readonly rooms: FakeRooms;
  readonly timers: Timers;
  readonly nowUs: number;
}

/**
 * Carries out what a client sent, as far as a fake server can.
 * @throws {RoomtoneError} the refusal; SERVER_ERROR for what only a real server can do.
 */
export function carryOut(connection: FakeConnection, message: Message<ClientMember>, context: CommandContext): void {
  const { requestId } = message;
  const { rooms } = context;
  switch (message.kind) {
    case 'createRoomCommand': {
      const { roomType, ...fields } = message.body;
      const room = rooms.create(connection.session?.account, roomType, fields);
      enter(connection, room, requestId, context);
      return;
    }
    case 'joinRoomCommand': {
      const room = rooms.get(message.body.roomId);
      if (!room.has(connection)) {
        const displaced = room.checkEntry(connection, message.body.password);
        if (displaced !== undefined) takeOut(displaced, room, LeaveReason.KICKED, '', context);
      }
      enter(connection, room, requestId, context);
      return;
    }
    case 'leaveRoomCommand': {
      const room = roomOf(connection, rooms);
      takeOut(connection, room, LeaveReason.LEFT, '', context, requestId);
      return;
    }
    case 'chatMessage':
      playersRoom(connection, rooms).say(connection, message.body.message, requestId);
      return;
    case 'dataMessage':
      playersRoom(connection, rooms).sendData(connection, message.body);
      if (!message.body.lossy) connection.send({ kind: 'ack', body: {}, requestId });
      return;
    case 'chatHistory': {
      const { before, limit } = message.body;
      const { onJoin, ofPage } = limits.chatHistory;
      const page = roomOf(connection, rooms).chatBefore(before, Math.min(limit || onJoin, ofPage));
      connection.send({ kind: 'chatHistory', body: { before: 0, limit: 0, ...page }, requestId });
      return;
    }
    case 'midiMessage':
      playersRoom(connection, rooms).relay(connection, message.body);
      return;
    case 'userCommand':
      userCommand(connection, message, context);
      return;
    case 'updateRoomCommand': {
      const room = ownRoom(connection, rooms);
      rooms.update(room, message.body, { connection, requestId });
      return;
    }
    case 'moderationCommand':
      moderate(connection, message.body, context);
      connection.send({ kind: 'ack', body: {}, requestId });
      return;
    case 'transport': {
      const room = playersRoom(connection, rooms);
      const before = room.transport;
      checkSetsMetronome(room.rules, accountOf(connection), room.insiderOf(connection), context.nowUs);
      room.transport = transportAfter(before, message.body, context.nowUs);
      room.broadcast({ kind: 'transport', body: room.transport }, { connection, requestId });
      retimeLoops(room, before, context.nowUs);
      return;
    }
    case 'loopCommand':
      useLoops(roomOf(connection, rooms), connection, message.body, { requestId, nowUs: context.nowUs });
      return;
    case 'lobbyCommand':
      if (message.body.subscribe) rooms.watch(connection, requestId);
      else {
        rooms.unwatch(connection);
        connection.send({ kind: 'ack', body: {}, requestId });
      }
      return;
    case 'turnCommand': {
      const room = playersRoom(connection, rooms);
      if (message.body.action > TurnAction.PASS) checkModerates(room.rules, accountOf(connection));
      takeTurns(room, connection, message.body, { requestId, nowUs: context.nowUs });
      return;
    }
    case 'quality':
    case 'heartbeat':
      return;
    default:
      throw unsupported(message.kind);
  }
}

/** Takes a connection out of its room, if it is in one, and tells it so with the reason. */
export function takeOut(
  connection: FakeConnection,
  room: FakeRoom,
  reason: LeaveReason,
  note: string,
  { rooms, nowUs }: Pick<CommandContext, 'rooms' | 'nowUs'>,
  requestId = 0,
  sender = 0,
): void {
  room.remove(connection, reason, note, sender);
  leftTurns(room, nowUs);
  withdrawOwnership(room, connection);
  connection.send({ kind: 'roomLeft', body: { roomId: room.roomId, reason, note }, requestId, sender });
  rooms.changed(room);
}

export function unsupported(what: string): RoomtoneError {
  return new RoomtoneError('SERVER_ERROR', `The fake server does not answer ${what}.`);
}

function enter(connection: FakeConnection, room: FakeRoom, requestId: number, { rooms, nowUs }: CommandContext): void {
  const before = rooms.roomOf(connection);
  if (before !== room) {
    if (before !== undefined) {
      before.remove(connection, LeaveReason.SWITCHED);
      leftTurns(before, nowUs);
      withdrawOwnership(before, connection);
      rooms.changed(before);
    }
    room.add(connection);
    rooms.changed(room);
  }
  connection.send({ ...room.snapshot(connection), requestId });
  describeTurns(room, connection, nowUs);
}

function roomOf(connection: FakeConnection, rooms: FakeRooms): FakeRoom {
  const room = rooms.roomOf(connection);
  if (room === undefined) throw refused('not_in_room');
  return room;
}

/** The room that this connection may change. */
function ownRoom(connection: FakeConnection, rooms: FakeRooms): FakeRoom {
  const room = playersRoom(connection, rooms);
  checkManages(room.rules, accountOf(connection));
  return room;
}

/** The room that this player is in; guests only listen. */
function playersRoom(connection: FakeConnection, rooms: FakeRooms): FakeRoom {
  accountOf(connection);
  return roomOf(connection, rooms);
}

/** @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest. */
function accountOf({ session }: FakeConnection): FakeAccount {
  if (session === undefined) throw accountRequired();
  return session.account;
}

function userCommand(
  connection: FakeConnection,
  { body, requestId }: Message<'userCommand'>,
  { rooms }: CommandContext,
): void {
  const { setPlayer, typing, answerOwnership: answer } = body;
  const room = setPlayer === undefined ? playersRoom(connection, rooms) : roomOf(connection, rooms);
  if (answer !== undefined) {
    if (answerOwnership(room, connection, answer.accept)) rooms.changed(room);
    connection.send({ kind: 'ack', body: {}, requestId });
    return;
  }
  if (typing !== undefined) {
    const sender = room.numberOf(connection);
    room.tellOthers(sender, { kind: 'typing', body: { typing }, sender });
    return;
  }
  if (setPlayer === undefined) throw unsupported('commands about friends, presence and direct messages');
  room.setPlayer(connection, setPlayer);
  connection.send({ kind: 'ack', body: {}, requestId });
}

function moderate(connection: FakeConnection, command: ModerationCommand, context: CommandContext): void {
  const room = playersRoom(connection, context.rooms);
  const actor = accountOf(connection);
  checkModerates(room.rules, actor);
  const { unban, deleteChat, setModerator, namePlayer, transferOwner, userId = '' } = command;
  if (deleteChat !== undefined) {
    if (!room.deleteChat(deleteChat.messageId, room.numberOf(connection))) throw nobody();
    return;
  }
  if (unban !== undefined) {
    if (!room.bans.delete(userId)) throw nobody();
    return;
  }
  const targets = room.named(command);
  const account = targets[0]?.session?.account ?? context.accounts.withId(userId);
  if (targets.length === 0 && account === undefined) throw nobody();
  if (targets.includes(connection)) throw validationError([{ field: 'target', ...issues.oneself }]);
  if (transferOwner !== undefined) {
    checkManages(room.rules, actor);
    offerOwnership(room, connection, targets, account, context);
  } else if (setModerator !== undefined) {
    if (setModerator.moderator) checkManages(room.rules, actor);
    else checkDismisses(room.rules, actor);
    name(room, 'moderatorIds', account, setModerator.moderator);
  } else if (namePlayer !== undefined) name(room, 'playerIds', account, namePlayer.named);
  else {
    if (account !== undefined) checkModeratesUser(room.rules, actor, account);
    actAgainst({ targets, account }, room, room.numberOf(connection), command, context);
  }
}

function name(
  room: FakeRoom,
  list: 'moderatorIds' | 'playerIds',
  account: FakeAccount | undefined,
  isNamed: boolean,
): void {
  if (account === undefined) throw validationError([{ field: 'target', issue: 'must not be a guest' }]);
  const { userId } = account;
  const others = room.rules[list].filter((id) => id !== userId);
  if (!isNamed && others.length === room.rules[list].length) throw nobody();
  room.setRules({ [list]: isNamed ? [...others, userId] : others });
  room.broadcast({ kind: 'roomUpdated', body: { room: room.view() } });
}

/**
 * @param person one user with their connections inside, which are needed only to kick them, or a guest.
 */
function actAgainst(
  { targets, account }: { readonly targets: readonly FakeConnection[]; readonly account: FakeAccount | undefined },
  room: FakeRoom,
  sender: number,
  { kick, ban, mute, unmute, reason }: ModerationCommand,
  context: CommandContext,
): void {
  const removeAll = (why: LeaveReason) => {
    for (const each of targets) takeOut(each, room, why, reason, context, 0, sender);
  };
  if (kick !== undefined && targets.length === 0) throw nobody();
  if (kick !== undefined) {
    removeAll(LeaveReason.KICKED);
    return;
  }
  if (account === undefined) throw validationError([{ field: 'target', issue: 'must not be a guest' }]);
  const { userId } = account;
  if (ban !== undefined) {
    room.bans.add(userId);
    removeAll(LeaveReason.BANNED);
    if (ban.seconds > 0) context.timers.setTimeout(() => room.bans.delete(userId), ban.seconds * 1000);
  } else if (mute !== undefined) {
    const { chat, notes, seconds } = mute;
    const inForce = { chat, notes, endsUs: seconds === 0 ? undefined : context.nowUs + seconds * 1_000_000 };
    room.setMute(userId, inForce);
    if (seconds > 0) context.timers.setTimeout(() => endMute(room, userId, inForce), seconds * 1000);
  } else if (unmute !== undefined) {
    endMute(room, userId, room.muteOf(userId));
  }
}

function nobody(): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'There is nobody like that.');
}

/** Ends this mute unless another one has replaced it. */
function endMute(room: FakeRoom, userId: string, mute: object | undefined): void {
  if (room.muteOf(userId) === mute) room.setMute(userId, undefined);
}

function refused(reason: RefusalReason): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', `Not allowed: ${reason}.`, { reason });
}

/** The types of room by the names that REST uses. */
export const roomTypes = { public: RoomType.PUBLIC, private: RoomType.PRIVATE, pro: RoomType.PRO } as const;
