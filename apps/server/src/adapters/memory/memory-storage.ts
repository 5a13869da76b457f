import { limits } from '@roomtone/protocol';
import type { Conflict, SessionRecord, UserRecord } from '../../ports/account-storage.ts';
import type { ChatRecord, RoomListRequest, RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { memoryAccounts } from './memory-accounts.ts';
import { createMemoryBilling } from './memory-billing.ts';
import { memoryFriends } from './memory-friends.ts';
import { memoryRooms } from './memory-rooms.ts';

type StoredRoom = Omit<RoomRecord, 'ownerName'>;

/** Storage that ends with the process: a double for tests. Every act is done before its promise is handed out. */
export function createMemoryStorage(): Storage {
  const users = new Map<string, UserRecord>();
  const sessions = new Map<string, SessionRecord>();
  const rooms = new Map<string, StoredRoom>();
  const chat = new Map<string, ChatRecord[]>();
  const serviceKeys = new Map<string, string>();
  const friends = memoryFriends(users);
  const accounts = memoryAccounts({ users, sessions, rooms, chat }, (userId) => friends.forget(userId));
  const roomById = (roomId: string): RoomRecord | undefined => {
    const room = rooms.get(roomId);
    return room === undefined ? undefined : withOwner(room, users);
  };

  return {
    ...accounts.acts,
    ...friends.acts,
    ...createMemoryBilling((userId) => users.has(userId)),
    ...memoryRooms({ users, sessions, rooms, chat }, roomById, accounts.lastSeen),
    async createUser(user) {
      const taken = whatIsTaken([...users.values()], user);
      if (taken !== undefined) return { taken };
      users.set(user.userId, user);
      return user;
    },
    async userById(userId) {
      return users.get(userId);
    },
    async userByLogin(login) {
      const key = login.toLowerCase();
      return [...users.values()].find(
        (user) => user.username.toLowerCase() === key || user.email?.toLowerCase() === key,
      );
    },

    async createSession(session) {
      if (!users.has(session.userId)) throw new Error('The session has no user.');
      const expired = [...sessions.values()].filter(
        (old) => old.userId === session.userId && old.expiresAt <= session.createdAt,
      );
      const surplus = expired.sort((one, other) => other.lastUsed - one.lastUsed).slice(limits.expiredKept);
      for (const { sessionId } of surplus) sessions.delete(sessionId);
      sessions.set(session.sessionId, session);
    },
    async sessionById(sessionId) {
      return sessions.get(sessionId);
    },
    async rotateSession(sessionId, expectedHash, next) {
      const session = sessions.get(sessionId);
      if (session?.refreshHash !== expectedHash) return false;
      sessions.set(sessionId, { ...session, ...next });
      return true;
    },
    async deleteSession(sessionId) {
      sessions.delete(sessionId);
    },

    async createRoom(room, quota) {
      const owned = [...rooms.values()].filter(({ ownerId }) => ownerId === room.ownerId).length;
      if (owned >= quota) return { taken: 'roomQuota' };
      const created = withOwner(room, users);
      rooms.set(room.roomId, room);
      accounts.roomCreated(room.ownerId);
      return created;
    },
    async roomById(roomId) {
      return roomById(roomId);
    },
    async listRooms(request) {
      const matching = [...rooms.values()].filter((room) => matches(room, request)).sort(newestActivityFirst);
      const start = (request.page - 1) * request.limit;
      const page = matching.slice(start, start + request.limit);
      return { rooms: page.map((room) => withOwner(room, users)), total: matching.length };
    },
    async touchRooms(activity) {
      for (const { roomId, lastActivity } of activity) {
        const room = rooms.get(roomId);
        if (room !== undefined && room.lastActivity < lastActivity) rooms.set(roomId, { ...room, lastActivity });
      }
    },

    async addChat(message) {
      if (!rooms.has(message.roomId)) throw new Error('The message has no room.');
      const messages = chat.get(message.roomId) ?? [];
      chat.set(message.roomId, [...messages, message].slice(-limits.chatHistory.stored));
    },
    async recentChat(roomId, count) {
      return (chat.get(roomId) ?? []).slice(-count);
    },

    async serviceKey(name, initial) {
      const key = serviceKeys.get(name) ?? initial;
      serviceKeys.set(name, key);
      return key;
    },

    async close() {},
  };
}

function whatIsTaken(users: readonly UserRecord[], wanted: UserRecord): Conflict['taken'] | undefined {
  const same = (one: string | undefined, other: string | undefined) =>
    one !== undefined && one.toLowerCase() === other?.toLowerCase();
  if (users.some((user) => same(user.username, wanted.username))) return 'username';
  if (users.some((user) => same(user.email, wanted.email))) return 'email';
  return users.some((user) => user.userTag === wanted.userTag) ? 'userTag' : undefined;
}

function withOwner(room: StoredRoom, users: ReadonlyMap<string, UserRecord>): RoomRecord {
  const owner = users.get(room.ownerId);
  if (owner === undefined) throw new Error('The room has no owner.');
  return { ...room, ownerName: owner.username };
}

function matches(room: StoredRoom, { roomTypes, ownerId, roomIds }: RoomListRequest): boolean {
  if (!roomTypes.includes(room.roomType)) return false;
  if (ownerId !== undefined && room.ownerId !== ownerId) return false;
  return roomIds === undefined || roomIds.includes(room.roomId);
}

function newestActivityFirst(one: StoredRoom, other: StoredRoom): number {
  if (one.lastActivity !== other.lastActivity) return other.lastActivity - one.lastActivity;
  return one.roomId < other.roomId ? -1 : 1;
}
