import type { RoomRecord } from '../../ports.ts';
import type { BanRecord, RoomStorage } from '../../room-ports.ts';
import type { MemoryTables } from './memory-accounts.ts';

type Ban = Omit<BanRecord, 'username'>;

/** The acts on rooms of memory storage. @param roomById the room as it is read. */
export function memoryRooms(
  { users, sessions, rooms, chat }: MemoryTables,
  roomById: (roomId: string) => RoomRecord | undefined,
): RoomStorage {
  const nextNumbers = new Map<string, number>();
  const bans = new Map<string, Ban>();

  const deleteRoom = (roomId: string): boolean => {
    chat.delete(roomId);
    nextNumbers.delete(roomId);
    for (const [key, ban] of bans) if (ban.roomId === roomId) bans.delete(key);
    return rooms.delete(roomId);
  };
  /** Bans go with their room and their user: those that have gone are not found. */
  const holding = (roomId: string, now: number): BanRecord[] =>
    [...bans.values()].flatMap((ban) => {
      const username = users.get(ban.userId)?.username;
      const holds = rooms.has(roomId) && ban.roomId === roomId && (ban.until ?? Number.POSITIVE_INFINITY) > now;
      return holds && username !== undefined ? [{ ...ban, username }] : [];
    });

  return {
    async updateRoom(roomId, { roomName, passwordHash, maxUsers, settings }, now) {
      const room = rooms.get(roomId);
      if (room === undefined) return undefined;
      rooms.set(roomId, {
        ...room,
        roomName: roomName ?? room.roomName,
        passwordHash: passwordHash === undefined ? room.passwordHash : (passwordHash ?? undefined),
        maxUsers: maxUsers ?? room.maxUsers,
        settings: { ...room.settings, ...settings },
        lastActivity: Math.max(room.lastActivity, now),
      });
      return roomById(roomId);
    },
    async deleteRoom(roomId) {
      return deleteRoom(roomId);
    },
    async deleteInactiveRooms(before, kept, limit) {
      const inactive = [...rooms.values()].filter((room) => room.lastActivity < before && !kept.includes(room.roomId));
      const ids = inactive.slice(0, limit).map((room) => room.roomId);
      for (const id of ids) deleteRoom(id);
      return ids;
    },
    async takeNumbers(roomId, count) {
      if (!rooms.has(roomId)) return undefined;
      const first = nextNumbers.get(roomId) ?? 1;
      nextNumbers.set(roomId, first + count);
      return first;
    },

    async addBan(ban) {
      if (rooms.has(ban.roomId) && users.has(ban.userId)) bans.set(`${ban.roomId} ${ban.userId}`, ban);
    },
    async removeBan(roomId, userId, now) {
      const held = holding(roomId, now).some((ban) => ban.userId === userId);
      bans.delete(`${roomId} ${userId}`);
      return held;
    },
    async bansOf(roomId, now) {
      return holding(roomId, now).sort(
        (one, other) => other.bannedAt - one.bannedAt || (one.userId < other.userId ? -1 : 1),
      );
    },
    async banOf(roomId, userId, now) {
      return holding(roomId, now).find((ban) => ban.userId === userId);
    },

    async missing({ sessionIds, userIds, roomIds }) {
      return {
        sessionIds: sessionIds.filter((id) => !sessions.has(id)),
        userIds: userIds.filter((id) => !users.has(id)),
        roomIds: roomIds.filter((id) => !rooms.has(id)),
      };
    },
  };
}
