import { TurnAction, type TurnCommand } from '@roomtone/protocol';
import { checkModerates } from '../../domain/permissions.ts';
import type { Connection } from '../connections/connection.ts';
import { type RoomOfConnectionDeps, withRoomOf } from '../connections/room-of-connection.ts';

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
  await withRoomOf(deps, connection, requestId, (room, actor, requester) => {
    if (command.action === TurnAction.MOVE || command.action === TurnAction.SKIP) checkModerates(room.record, actor);
    return room.turns.act(command, requester);
  });
}
