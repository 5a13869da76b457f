import type { Outgoing, TurnCommand } from '@roomtone/protocol';
import { settled, shownTurns, turnRules, turnsAfter } from '@roomtone/room';
import type { FakeConnection } from './fake-connection.ts';
import type { FakeRoom } from './fake-room.ts';

/**
 * Takes a turn, passes it on, moves or skips; the caller has checked who may. A turn ends only by that: time does not end it here.
 * @throws {RoomtoneError} as a server's.
 */
export function takeTurns(
  room: FakeRoom,
  connection: FakeConnection,
  command: TurnCommand,
  { requestId, nowUs }: { readonly requestId: number; readonly nowUs: number },
): void {
  room.setTurns(turnsAfter(room.state, command, room.numberOf(connection), nowUs));
  room.broadcast(messageFor(room, nowUs), { connection, requestId });
}

/** A turn in a room that somebody has left goes to the next one. */
export function leftTurns(room: FakeRoom, nowUs: number): void {
  const { turns } = room.state;
  if (turns === undefined) return;
  const next = settled(turns, turnRules(room.state), nowUs);
  if (next === turns) return;
  room.setTurns(next);
  room.broadcast(messageFor(room, nowUs));
}

/** The settings have changed: where players take turns from now on, nobody waits yet. */
export function beginTurns(room: FakeRoom, nowUs: number): void {
  room.setTurns(undefined);
  for (const connection of room.connections) describeTurns(room, connection, nowUs);
}

/** Tells a newcomer whose turn it is. */
export function describeTurns(room: FakeRoom, connection: FakeConnection, nowUs: number): void {
  if (room.settings.mayPlay === 'turns') connection.send(messageFor(room, nowUs));
}

function messageFor(room: FakeRoom, nowUs: number): Outgoing<'turns'> {
  return { kind: 'turns', body: shownTurns(room.state, nowUs), serverTime: nowUs };
}
