import { defaultsOf, roomSettings } from '@roomtone/protocol';
import type { SessionRecord, UserRecord } from '../../src/ports/account-storage.ts';
import type { ChatRecord, RoomRecord } from '../../src/ports/room-storage.ts';

const time = Date.UTC(2026, 0, 1);

export function userRecord(username: string, over: Partial<UserRecord> = {}): UserRecord {
  return {
    userId: `id-of-${username}`,
    username,
    userTag: `${username.toLowerCase()}#0001`,
    email: `${username}@example.org`,
    passwordHash: '$argon2id$',
    roles: ['member'],
    createdAt: time,
    ...over,
  };
}

export function sessionRecord(sessionId: string, userId: string, over: Partial<SessionRecord> = {}): SessionRecord {
  return {
    sessionId,
    userId,
    refreshHash: `hash-of-${sessionId}`,
    previousHash: undefined,
    remembered: true,
    createdAt: time,
    lastUsed: time,
    expiresAt: time + 1000,
    address: '192.0.2.1',
    userAgent: 'a browser',
    ...over,
  };
}

export type NewRoom = Omit<RoomRecord, 'ownerName' | 'ownerDisplayName' | 'moderatorIds' | 'playerIds'>;

export function roomRecord(roomId: string, ownerId: string, over: Partial<NewRoom> = {}): NewRoom {
  return {
    roomId,
    roomName: `The room ${roomId}`,
    ownerId,
    roomType: 'public',
    maxUsers: 20,
    passwordHash: undefined,
    settings: {
      ...defaultsOf(roomSettings),
      ...{ allowGuests: false, autoModeration: true, welcomeMessage: 'Hello\nyou' },
    },
    createdAt: time,
    lastActivity: time,
    ...over,
  };
}

export function chatRecord(roomId: string, message: string, over: Partial<ChatRecord> = {}): ChatRecord {
  return {
    messageId: `${roomId}-${message}`,
    roomId,
    userId: 'id-of-ada',
    username: 'ada',
    message,
    messageType: 'user',
    timestamp: time,
    ...over,
  };
}
