import type { RoomRecord, RoomStorage } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';

type ChatAndLists = 'createRoom' | 'roomById' | 'listRooms' | 'touchRooms' | 'addChat' | 'recentChat';

import type { MemoryTables } from './memory-accounts.ts';
import { memoryOrder } from './memory-order.ts';

/**
 * The acts on rooms of memory storage.
 * @param roomById the room as it is read.
 * @param lastSeen of users.
 */
export function memoryRooms(
  { users, sessions, rooms, chat }: MemoryTables,
  roomById: (roomId: string) => RoomRecord | undefined,
  lastSeen: () => readonly number[],
): Omit<RoomStorage, ChatAndLists> & Pick<Storage, 'missing'> {
  const nextNumbers = new Map<string, number>();
  /** When rooms were marked for removal. */
  const marks = new Map<string, number>();
  const order = memoryOrder({ users, rooms });

  const deleteRoom = (roomId: string): boolean => {
    chat.delete(roomId);
    nextNumbers.delete(roomId);
    marks.delete(roomId);
    order.forgetRoom(roomId);
    return rooms.delete(roomId);
  };

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
    async newestActivity(now) {
      const times = [
        ...lastSeen(),
        ...[...sessions.values()].map(({ lastUsed }) => lastUsed),
        ...[...rooms.values()].map(({ lastActivity }) => lastActivity),
      ].filter((time) => time <= now);
      return times.length === 0 ? undefined : Math.max(...times);
    },
    async markInactiveRooms({ idleSince, kept, now }) {
      let count = 0;
      for (const { roomId, lastActivity } of rooms.values()) {
        const marked = marks.get(roomId);
        if (lastActivity >= idleSince || kept.includes(roomId)) marks.delete(roomId);
        else if (marked === undefined || marked > now) {
          marks.set(roomId, now);
          count++;
        }
      }
      return count;
    },
    async unmarkInactiveRooms() {
      marks.clear();
    },
    async deleteMarkedRooms({ markedBy, idleSince, kept, limit }) {
      const inactive = [...rooms.values()].filter(
        ({ roomId, lastActivity }) =>
          (marks.get(roomId) ?? Number.POSITIVE_INFINITY) <= markedBy &&
          lastActivity < idleSince &&
          !kept.includes(roomId),
      );
      const ids = inactive.slice(0, limit).map(({ roomId }) => roomId);
      for (const id of ids) deleteRoom(id);
      return ids;
    },
    async takeNumbers(roomId, count) {
      if (!rooms.has(roomId)) return undefined;
      const first = nextNumbers.get(roomId) ?? 1;
      nextNumbers.set(roomId, first + count);
      return first;
    },

    async transferRoom(roomId, ownerId, quota, now) {
      const room = rooms.get(roomId);
      if (room === undefined || !users.has(ownerId)) return undefined;
      if (room.ownerId === ownerId) return roomById(roomId);
      if ([...rooms.values()].filter((one) => one.ownerId === ownerId).length >= quota) return { taken: 'roomQuota' };
      rooms.set(roomId, { ...room, ownerId, lastActivity: Math.max(room.lastActivity, now) });
      return roomById(roomId);
    },
    async chatById(roomId, messageId) {
      return chat.get(roomId)?.find((message) => message.messageId === messageId);
    },
    async deleteChat(roomId, messageId) {
      const messages = chat.get(roomId) ?? [];
      const left = messages.filter((message) => message.messageId !== messageId);
      if (left.length < messages.length) chat.set(roomId, left);
      return left.length < messages.length;
    },
    ...order.acts,

    async missing({ sessionIds, userIds, roomIds }) {
      return {
        sessionIds: sessionIds.filter((id) => !sessions.has(id)),
        userIds: userIds.filter((id) => !users.has(id)),
        roomIds: roomIds.filter((id) => !rooms.has(id)),
      };
    },
  };
}
