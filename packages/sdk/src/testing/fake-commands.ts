import {
  barLineFrom,
  beatsCounted,
  type ClientMember,
  issues,
  LeaveReason,
  limits,
  type Message,
  type ModerationCommand,
  type RefusalReason,
  RoomType,
  RoomtoneError,
  type Transport,
  TurnAction,
  textIssue,
  validationError,
} from '@roomtone/protocol';
import type { Timers } from '../environment.ts';
import type { FakeAccount, FakeAccounts } from './fake-accounts.ts';
import type { FakeConnection } from './fake-connection.ts';
import { retimeLoops, useLoops } from './fake-loops.ts';
import { answerOwnership, offerOwnership, withdrawOwnership } from './fake-ownership.ts';
import type { FakeRoom } from './fake-room.ts';
import type { FakeRooms } from './fake-rooms.ts';
import { accountRequired, describeTurns, leftTurns, mayPlay, takeTurns } from './fake-turns.ts';

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
      if (!room.has(connection)) room.checkEntry(connection.session, message.body.password);
      enter(connection, room, requestId, context);
      return;
    }
    case 'leaveRoomCommand': {
      const room = roomOf(connection, rooms);
      takeOut(connection, room, LeaveReason.LEFT, '', context, requestId);
      return;
    }
    case 'chatMessage':
      chat(connection, message, rooms);
      return;
    case 'chatHistory': {
      const { before, limit } = message.body;
      const { onJoin, ofPage } = limits.chatHistory;
      const page = roomOf(connection, rooms).chatBefore(before, Math.min(limit || onJoin, ofPage));
      connection.send({ kind: 'chatHistory', body: { before: 0, limit: 0, ...page }, requestId });
      return;
    }
    case 'midiMessage':
      play(connection, message, rooms);
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
      const room = ownRoom(connection, rooms);
      const before = room.transport;
      room.transport = scheduled(message.body, before, context.nowUs);
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
      const isForModerators = message.body.action > TurnAction.PASS;
      const room = isForModerators ? ownRoom(connection, rooms) : playersRoom(connection, rooms);
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
  leftTurns(room, connection, nowUs);
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
      leftTurns(before, connection, nowUs);
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
  const room = roomOf(connection, rooms);
  const { account } = connection.session ?? {};
  if (account !== room.owner && account?.roles.includes('admin') !== true) {
    throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only the owner may do that.', { required: ['owner'] });
  }
  return room;
}

/** The room that this player is in; guests only listen. */
function playersRoom(connection: FakeConnection, rooms: FakeRooms): FakeRoom {
  if (connection.session === undefined) throw accountRequired();
  return roomOf(connection, rooms);
}

function chat(connection: FakeConnection, { body, requestId }: Message<'chatMessage'>, rooms: FakeRooms): void {
  const room = playersRoom(connection, rooms);
  const text = body.message.trim();
  const issue = textIssue(text, limits.chatMessage, 'lineFeeds');
  if (issue !== undefined) throw validationError([{ field: 'message', ...issue }]);
  if (!room.settings.allowChat) throw refused('chat');
  if (muteOf(connection, room)?.chat) throw refused('muted');
  room.say(connection, text, requestId);
}

function play(connection: FakeConnection, { body }: Message<'midiMessage'>, rooms: FakeRooms): void {
  const room = playersRoom(connection, rooms);
  if (muteOf(connection, room)?.notes) throw refused('muted');
  if (!mayPlay(room, connection)) throw refused('may_play');
  room.relay(connection, body);
}

function userCommand(
  connection: FakeConnection,
  { body, requestId }: Message<'userCommand'>,
  { rooms }: CommandContext,
): void {
  const { setPlayer, typing, answerOwnership: answer } = body;
  const saysRecording = setPlayer?.recording !== undefined;
  const room = saysRecording ? roomOf(connection, rooms) : playersRoom(connection, rooms);
  if (answer !== undefined) {
    if (answerOwnership(room, connection, answer.accept)) rooms.changed(room);
    connection.send({ kind: 'ack', body: {}, requestId });
    return;
  }
  if (typing !== undefined) {
    room.tellOthers(connection, { kind: 'typing', body: { typing }, sender: room.numberOf(connection) });
    return;
  }
  if (setPlayer === undefined) throw unsupported('commands about friends, presence and direct messages');
  const { color, instrument, file, recording } = setPlayer;
  room.update(connection, {
    ...(color === undefined ? {} : { color }),
    ...(instrument === undefined ? {} : { instrument: instrument.trim() }),
    ...(file === undefined ? {} : { file: file.trim() }),
    ...(recording === undefined ? {} : { recording }),
  });
  connection.send({ kind: 'ack', body: {}, requestId });
}

function moderate(connection: FakeConnection, command: ModerationCommand, context: CommandContext): void {
  const room = moderatedRoom(connection, command, context.rooms);
  const { unban, deleteChat, setModerator, namePlayer, userId = '' } = command;
  if (deleteChat !== undefined) {
    if (!room.deleteChat(deleteChat.messageId, room.numberOf(connection))) throw nobody();
  } else if (unban !== undefined) {
    if (!room.bans.delete(userId)) throw nobody();
  } else {
    const targets = room.named(command);
    const account = targets[0]?.session?.account ?? context.accounts.withId(userId);
    if (targets.length === 0 && account === undefined) throw nobody();
    if (targets.includes(connection)) throw validationError([{ field: 'target', ...issues.oneself }]);
    if (command.transferOwner !== undefined) offerOwnership(room, connection, targets, account, context);
    else if (setModerator !== undefined) name(room, room.moderators, account, setModerator.moderator);
    else if (namePlayer !== undefined) name(room, room.players, account, namePlayer.named);
    else actAgainst({ targets, account }, room, room.numberOf(connection), command, context);
  }
}

/** Only the owner names moderators and offers the room. */
function moderatedRoom(connection: FakeConnection, command: ModerationCommand, rooms: FakeRooms): FakeRoom {
  const isForOwner = command.transferOwner !== undefined || command.setModerator !== undefined;
  const room = roomOf(connection, rooms);
  const isNamed = room.moderators.has(connection.session?.account.userId ?? '');
  return isNamed && !isForOwner ? room : ownRoom(connection, rooms);
}

function name(room: FakeRoom, names: Set<string>, account: FakeAccount | undefined, isNamed: boolean): void {
  if (account === undefined) throw validationError([{ field: 'target', issue: 'must not be a guest' }]);
  if (isNamed) names.add(account.userId);
  else if (!names.delete(account.userId)) throw nobody();
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
    room.mutes.set(userId, mute);
    for (const each of room.named({ userId })) {
      if (mute.notes) room.silence(each);
      room.update(each, { muted: true });
    }
    if (mute.seconds > 0) context.timers.setTimeout(() => endMute(room, userId, mute), mute.seconds * 1000);
  } else if (unmute !== undefined) {
    endMute(room, userId, room.mutes.get(userId));
  }
}

function nobody(): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'There is nobody like that.');
}

/** Ends this mute unless another one has replaced it. */
function endMute(room: FakeRoom, userId: string, mute: object | undefined): void {
  if (room.mutes.get(userId) !== mute) return;
  room.mutes.delete(userId);
  for (const each of room.named({ userId })) room.update(each, { muted: false });
}

function muteOf({ session }: FakeConnection, room: FakeRoom) {
  return session === undefined ? undefined : room.mutes.get(session.account.userId);
}

/** When a new setting begins: at the time asked for, or at the next bar line while the metronome runs (R9.4). */
function scheduled(asked: Transport, current: Transport, nowUs: number): Transport {
  const wanted = asked.startTime === 0 ? nowUs + limits.metronome.leadUs : asked.startTime;
  const startTime = current.running ? barLineFrom(current, wanted) : wanted;
  return { ...asked, startTime, beatsBefore: beatsCounted(current, startTime) };
}

function refused(reason: RefusalReason): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', `Not allowed: ${reason}.`, { reason });
}

/** The types of room by the names that REST uses. */
export const roomTypes = { public: RoomType.PUBLIC, private: RoomType.PRIVATE, pro: RoomType.PRO } as const;
