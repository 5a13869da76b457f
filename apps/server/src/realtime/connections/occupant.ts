import { LeaveReason } from '@roomtone/protocol';
import type { Occupant } from '../rooms/elsewhere.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Connection } from './connection.ts';

/** A connection that is to join a shared room. The room is held by whoever has it join. */
export function occupantOf(connection: Connection, room: LiveRoom): Occupant {
  const { socket, identity } = connection;
  return {
    get isOpen() {
      return connection.isOpen;
    },
    get isAttached() {
      return socket.isAttached;
    },
    recipient: socket,
    connection: connection.id,
    session: identity.kind === 'user' ? identity.sessionId : '',
    address: identity.address,
    enter: (admit) => connection.enterRoom(room, admit),
    moved: () => connection.moved(),
    removed(reason, by) {
      // Its user has come back by another connection, and this one still waits to be resumed.
      if (reason === LeaveReason.LOST && !socket.isAttached) socket.giveUp();
      else connection.removeFromRoom(reason, by);
    },
  };
}
