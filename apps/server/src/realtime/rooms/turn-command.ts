import { RoomtoneError, TurnAction, type TurnCommand } from '@roomtone/protocol';
import { checkModerates } from '../../domain/permissions.ts';
import type { Connection } from '../connections/connection.ts';
import { type RoomOfConnectionDeps, withRoomOf } from '../connections/room-of-connection.ts';

/**
 * Takes a turn, passes it on, or moves and skips somebody else (room rules R23.5 to R23.7).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for guests, for those who may not moderate where that is needed, and where nobody
 *   takes turns; otherwise as RoomTurns.act() does.
 */
export async function turnCommand(
  deps: RoomOfConnectionDeps,
  connection: Connection,
  command: TurnCommand,
  requestId: number,
): Promise<void> {
  await withRoomOf(deps, connection, requestId, (room, actor, requester) => {
    if (command.action === TurnAction.MOVE || command.action === TurnAction.SKIP) checkModerates(room.record, actor);
    if (!room.turns.areTaken) {
      const details = { reason: 'no_turns', may_play: room.record.settings.mayPlay };
      throw new RoomtoneError('AUTHORIZATION_ERROR', 'Players do not take turns in this room.', details);
    }
    return room.turns.act(command, requester);
  });
}
