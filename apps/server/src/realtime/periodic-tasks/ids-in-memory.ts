import type { KnownIds } from '../../ports/storage.ts';
import type { Connections } from '../connections/connections.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';

/** The sessions, users and rooms in use now. Once it resolves, storage knows the activity of all other rooms. */
export async function idsInMemory(connections: Connections, rooms: RoomDirectory): Promise<KnownIds> {
  await rooms.flushActivity();
  const users = Array.from(connections, ({ identity }) => identity).filter((identity) => identity.kind === 'user');
  const sessionIds = [...new Set(users.map(({ sessionId }) => sessionId))];
  const userIds = [...rooms.speakers(), ...users.map(({ userId }) => userId)];
  return { sessionIds, userIds: [...new Set(userIds)], roomIds: rooms.liveRoomIds() };
}
