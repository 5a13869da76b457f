import { LeaveReason, type RoomCloseReason } from '@roomtone/protocol';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import type { Connections } from './connections.ts';

/** Closes rooms that storage no longer has. Everybody inside gets roomClosed and stays connected. */
export function closeRooms(
  { rooms, connections }: { readonly rooms: RoomDirectory; readonly connections: Connections },
  roomIds: readonly string[],
  reason: RoomCloseReason,
): void {
  for (const roomId of roomIds) {
    const room = rooms.close(roomId, reason);
    if (room === undefined) continue;
    for (const connection of connections.inRoom(room)) connection.leaveRoom(LeaveReason.CLOSED);
  }
}
