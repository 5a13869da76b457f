import type { TurnCommand } from '@roomtone/protocol';
import { checkModerates } from '@roomtone/room';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import { isForModerators } from './bot-commands.ts';
import type { Connection } from './connection.ts';
import { type RoomOfConnectionDeps, withRoomOf } from './room-of-connection.ts';

/**
 * Takes a turn, passes it on, or moves and skips somebody else (room rules R23.5 to R23.7).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for guests, and for those who may not moderate where that is needed; otherwise as
 *   RoomTurns.act() does.
 */
export async function turnCommand(
  deps: RoomOfConnectionDeps,
  connection: Connection,
  command: TurnCommand,
  requestId: number,
): Promise<void> {
  await withRoomOf(deps, connection, requestId, (room, actor, requester) => takeTurn(room, command, actor, requester));
}

/** Carries out turnCommand() in a room; moderators may be outside of it. */
export async function takeTurn(
  room: LiveRoom,
  command: TurnCommand,
  actor: RoomActor,
  requester: Requester,
): Promise<void> {
  if (isForModerators(command.action)) checkModerates(room.record, actor);
  await room.turns.act(command, requester);
}
