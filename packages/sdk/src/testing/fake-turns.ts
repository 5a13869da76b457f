import { type Outgoing, RoomRight, RoomtoneError, TurnAction, type TurnCommand } from '@roomtone/protocol';
import type { FakeConnection } from './fake-connection.ts';
import type { FakeRoom } from './fake-room.ts';

interface FakeTurns {
  playing: { readonly connection: FakeConnection; readonly startedUs: number }[];
  waiting: FakeConnection[];
}

const all = new WeakMap<FakeRoom, FakeTurns>();

/** The AUTHORIZATION_ERROR for guests, who only listen. */
export function accountRequired(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'Guests can only listen.', { required: ['member'] });
}

/** True if the room's settings let a player play now. Every account counts as a member. */
export function mayPlay(room: FakeRoom, connection: FakeConnection): boolean {
  const { mayPlay: right } = room.settings;
  if (right === RoomRight.TURNS) return turnsOf(room).playing.some((turn) => turn.connection === connection);
  if (right !== RoomRight.NAMED) return true;
  const { account } = connection.session ?? {};
  return account === room.owner || [room.moderators, room.players].some((ids) => ids.has(account?.userId ?? ''));
}

/**
 * Takes a turn, passes it on, moves or skips; the caller has checked who may. A turn ends only by that: time does not end it here.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR where nobody takes turns.
 */
export function takeTurns(
  room: FakeRoom,
  connection: FakeConnection,
  { action, participant, position }: TurnCommand,
  answered: { readonly requestId: number; readonly nowUs: number },
): void {
  if (room.settings.mayPlay !== RoomRight.TURNS) {
    throw new RoomtoneError('AUTHORIZATION_ERROR', 'Nobody takes turns here.', { reason: 'no_turns' });
  }
  const turns = turnsOf(room);
  const [named] = room.named({ participant });
  if (action === TurnAction.TAKE && !mayPlay(room, connection) && !turns.waiting.includes(connection)) {
    turns.waiting.push(connection);
  } else if (action === TurnAction.PASS) end(room, turns, connection);
  else if (action === TurnAction.SKIP && named !== undefined) end(room, turns, named);
  else if (action === TurnAction.MOVE && named !== undefined && turns.waiting.includes(named)) {
    turns.waiting = turns.waiting.filter((each) => each !== named).toSpliced(Math.max(0, position - 1), 0, named);
  }
  tell(room, answered.nowUs, { connection, requestId: answered.requestId });
}

/** A turn in a room that somebody has left goes to the next one. */
export function leftTurns(room: FakeRoom, connection: FakeConnection, nowUs: number): void {
  const turns = all.get(room);
  if (turns === undefined || !forget(turns, connection)) return;
  tell(room, nowUs);
}

/** The settings have changed: where players take turns from now on, nobody waits yet. */
export function beginTurns(room: FakeRoom, nowUs: number): void {
  all.delete(room);
  for (const connection of room.connections) describeTurns(room, connection, nowUs);
}

/** Tells a newcomer whose turn it is. */
export function describeTurns(room: FakeRoom, connection: FakeConnection, nowUs: number): void {
  if (room.settings.mayPlay === RoomRight.TURNS) connection.send(messageFor(room, nowUs));
}

function tell(
  room: FakeRoom,
  nowUs: number,
  answered?: { readonly connection: FakeConnection; readonly requestId: number },
): void {
  const turns = turnsOf(room);
  while (turns.playing.length < room.settings.turnPlayers) {
    const connection = turns.waiting.shift();
    if (connection === undefined) break;
    turns.playing.push({ connection, startedUs: nowUs });
  }
  room.broadcast(messageFor(room, nowUs), answered);
}

function messageFor(room: FakeRoom, nowUs: number): Outgoing<'turns'> {
  const { playing, waiting } = turnsOf(room);
  const body = {
    playing: playing.map(({ connection }) => room.numberOf(connection)),
    lasted: playing.map(({ startedUs }) => Math.round((nowUs - startedUs) / 1000)),
    waiting: waiting.map((each) => room.numberOf(each)),
  };
  return { kind: 'turns', body, serverTime: nowUs };
}

function end(room: FakeRoom, turns: FakeTurns, connection: FakeConnection): void {
  if (forget(turns, connection)) room.silence(connection);
}

function forget(turns: FakeTurns, connection: FakeConnection): boolean {
  const before = turns.playing.length + turns.waiting.length;
  turns.playing = turns.playing.filter((turn) => turn.connection !== connection);
  turns.waiting = turns.waiting.filter((each) => each !== connection);
  return before !== turns.playing.length + turns.waiting.length;
}

function turnsOf(room: FakeRoom): FakeTurns {
  const turns = all.get(room) ?? { playing: [], waiting: [] };
  all.set(room, turns);
  return turns;
}
