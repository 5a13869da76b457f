import { LeaveReason, type LoopCommand, limits, type Members } from '@roomtone/protocol';
import type { UpdateRoomBody } from '@roomtone/protocol/rest';
import { checkModerates, checkSetsMetronome } from '@roomtone/room';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { personOf } from '../../domain/bot-scopes.ts';
import type { CommandLimits } from '../../domain/command-limits.ts';
import { qualityFigures } from '../../domain/quality.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { readChat } from '../rooms/chat-pages.ts';
import { updateRoomBody } from '../rooms/rest-bodies.ts';
import { reportDelay, setPlayoutMode, setTransport } from '../rooms/room-time.ts';
import { useLoops } from '../rooms/use-loops.ts';
import { chatBody } from '../rooms/wire-bodies.ts';
import type { Lobby } from '../social/lobby.ts';
import { type UserCommandDeps, userCommand } from '../social/user-command.ts';
import { checkBotMay } from './bot-commands.ts';
import type { Command } from './command.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { type DirectSignalDeps, directSignal } from './direct-signal.ts';
import { createRoom, type JoinRoomDeps, joinRoom } from './join-room.ts';
import { type ModerationDeps, moderate } from './moderate.ts';
import { requireInside, withRoomHeld, withRoomOf } from './room-of-connection.ts';
import { turnCommand } from './turn-command.ts';

type TimeCommand = Extract<Command, { readonly kind: 'transport' | 'playoutMode' }>;

export interface CommandDeps
  extends JoinRoomDeps,
    ModerationDeps,
    UserCommandDeps,
    Omit<DirectSignalDeps, 'connections'> {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly connections: Connections;
  readonly commandLimits: Pick<CommandLimits, 'spend'>;
  readonly lobby: Lobby;
  readonly updateRoom: (actor: RoomActor, roomId: string, body: UpdateRoomBody) => Promise<RoomRecord>;
}

/** Commands after which the sender is not in the room any more, or which nobody else notices. */
const unnoticed: ReadonlySet<Command['kind']> = new Set([
  'leaveRoomCommand',
  'joinRoomCommand',
  'createRoomCommand',
  'lobbyCommand',
  'datagramOffer',
  'directSignal',
  'voiceRequest',
  'voiceAnswer',
  'chatHistory',
]);

/**
 * Makes the function that runs a client's commands. It resolves when the command has been answered. A RoomtoneError
 * that it throws is the answer; any other error becomes a SERVER_ERROR.
 */
export function createCommands(deps: CommandDeps): (connection: Connection, command: Command) => Promise<void> {
  return async (connection, command) => {
    announce(connection, command);
    checkBotMay(connection.identity, command);
    checkBytes(deps, connection, command);
    switch (command.kind) {
      case 'createRoomCommand':
        return createRoom(deps, connection, command.body, command.requestId);
      case 'joinRoomCommand':
        return joinRoom(deps, connection, command.body, command.requestId);
      case 'leaveRoomCommand':
        return leaveRoom(connection, command.requestId);
      case 'chatMessage':
        return chat(deps, connection, command.body, command.requestId);
      case 'chatHistory':
        return chatHistory(deps, connection, command.body, command.requestId);
      case 'userCommand':
        return userCommand(deps, connection, command.body, command.requestId);
      case 'updateRoomCommand':
        return updateRoom(deps, connection, command.body, command.requestId);
      case 'transport':
      case 'playoutMode':
        return setTime(deps, connection, command);
      case 'quality':
        return quality(connection, command.body);
      case 'moderationCommand':
        return moderate(deps, connection, command.body, command.requestId);
      case 'lobbyCommand':
        return lobby(deps, connection, command.body, command.requestId);
      case 'loopCommand':
        return loop(deps, connection, command.body, command.requestId);
      case 'turnCommand':
        return turnCommand(deps, connection, command.body, command.requestId);
      case 'datagramOffer':
        return datagrams(connection, command.body, command.requestId);
      case 'dataMessage':
        return data(deps, connection, command.body, command.requestId);
      case 'directSignal':
        return directSignal(deps, connection, command.body, command.requestId);
      case 'voiceRequest':
        return voice(connection, command.body, command.requestId);
      case 'voiceAnswer':
        connection.voice.answer(command.body);
        connection.send({ kind: 'ack', body: {} }, command.requestId);
        return;
    }
  };
}

/** News of a participant must not come from somebody of whom the others have not heard; leaving need not. */
function announce({ location }: Connection, { kind }: Command): void {
  if (location.status === 'inside' && !unnoticed.has(kind)) location.room.announce(location.participant);
}

/** @throws {RoomtoneError} RATE_LIMIT_EXCEEDED with reason bytes (S38.1, S38.4). */
function checkBytes(
  { clock, commandLimits }: CommandDeps,
  { identity, addressBlock, location }: Connection,
  command: Command,
): void {
  if (identity.kind === 'guest') return;
  const now = { nowMs: clock.nowMs(), nowUs: clock.serviceUs() };
  const isInside = location.status === 'inside';
  const refusal = isInside && !unnoticed.has(command.kind) ? location.participant.quota.bytes?.refusal(now) : undefined;
  if (refusal !== undefined) throw refusal;
  const text = textOf(command);
  // One that is too long is refused, and stored nowhere.
  if (text === undefined || text.length > longestText) return;
  const roomId = isInside && command.kind === 'chatMessage' ? location.room.record.roomId : undefined;
  const spender = { personId: personOf(identity), roomId, addressBlock };
  const over = commandLimits.spend('chat', spender, Buffer.byteLength(text), now);
  if (over !== undefined) throw over;
}

/** UTF-16 code units of the longest message. */
const longestText = 2 * limits.chatMessage.max;

function textOf(command: Command): string | undefined {
  if (command.kind === 'chatMessage') return command.body.message;
  return command.kind === 'userCommand' ? command.body.directMessage?.message : undefined;
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
    await deps.rooms.update(record, requester);
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

/** Data of programs: it waits for nothing, and is kept nowhere. */
async function data(
  { clock, commandLimits }: CommandDeps,
  connection: Connection,
  body: Members['dataMessage'],
  requestId: number,
) {
  const { room, participant } = requireInside(connection);
  room.data.check(participant, body);
  const { personId } = participant;
  const spender = { personId, roomId: room.record.roomId, addressBlock: connection.addressBlock };
  const now = { nowMs: clock.nowMs(), nowUs: clock.serviceUs() };
  const over = commandLimits.spend('data', spender, body.topic.length + body.data.byteLength, now);
  if (over !== undefined) throw over;
  room.otherProcesses?.data(participant, body);
  room.data.send(participant, body);
  if (!body.lossy) connection.send({ kind: 'ack', body: {} }, requestId);
}

/** Guests may read it, too. */
async function chatHistory(
  { storage }: CommandDeps,
  connection: Connection,
  { before, limit }: Members['chatHistory'],
  requestId: number,
) {
  const { room, participant } = requireInside(connection);
  const { messages, more } = await readChat(storage, room.record.roomId, { before, limit }, (userId) =>
    room.readsChatOf(participant, userId),
  );
  const body = { before: 0, limit: 0, messages: messages.map(chatBody), more };
  connection.send({ kind: 'chatHistory', body }, requestId);
}

/** Sets the metronome, or the playout mode, which only the owner and moderators may. */
async function setTime(deps: CommandDeps, connection: Connection, command: TimeCommand) {
  const { participant } = requireInside(connection);
  await withRoomOf(deps, connection, command.requestId, (room, actor, requester) => {
    const nowUs = deps.clock.serviceUs();
    if (command.kind === 'transport') {
      checkSetsMetronome(room.record, actor, participant, nowUs);
      return setTransport(room, command.body, requester, deps.clock);
    }
    checkModerates(room.record, actor);
    return setPlayoutMode(room, command.body, requester);
  });
}

/** Has no answer. Outside a room the figures are ignored. */
async function quality(connection: Connection, body: Members['quality']) {
  const figures = qualityFigures(body);
  if (connection.location.status === 'outside') return;
  const { room, participant } = connection.location;
  room.quality.report(participant.info.number, figures);
  reportDelay(room, participant, figures);
  room.otherProcesses?.quality(participant, figures);
}

async function lobby(deps: CommandDeps, connection: Connection, body: Members['lobbyCommand'], requestId: number) {
  const { socket } = connection;
  if (body.subscribe) await deps.lobby.subscribe(socket, requestId);
  else connection.send({ kind: 'ack', body: {} }, requestId);
  // The connection may have ended while the list was read.
  if (!body.subscribe || !connection.isOpen) deps.lobby.unsubscribe(socket);
}

async function datagrams(connection: Connection, body: Members['datagramOffer'], requestId: number) {
  const answer = await connection.datagrams.answer(body, connection.socket.reached);
  connection.send({ kind: 'datagramAnswer', body: answer }, requestId);
}

/** Guests may ask for voices, too. */
async function voice(connection: Connection, { end }: Members['voiceRequest'], requestId: number) {
  if (end) {
    connection.voice.end();
    connection.send({ kind: 'ack', body: {} }, requestId);
    return;
  }
  const { room, participant } = requireInside(connection);
  const body = await connection.voice.offer(room, participant, connection.socket.reached);
  connection.send({ kind: 'voiceOffer', body }, requestId);
}

/** Uses the room's loops; guests may only ask for them. */
async function loop(deps: CommandDeps, connection: Connection, command: LoopCommand, requestId: number) {
  if (command.list !== undefined) {
    requireInside(connection).room.loops.list(connection.socket, requestId);
    return;
  }
  await withRoomOf(deps, connection, requestId, (room, actor, requester) =>
    useLoops(room, command, { ...actor, addressBlock: connection.addressBlock }, requester, {
      clock: deps.clock,
      limits: deps.commandLimits,
    }),
  );
}
