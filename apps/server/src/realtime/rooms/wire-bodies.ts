// Message bodies made from the server's records.
import {
  type ChatMessage,
  ChatMessageType,
  type ConnectedUser,
  type Members,
  namesOf,
  type Room,
  RoomType,
  RoomtoneError,
  roomSettings,
  roomType as roomTypeField,
  toWire,
} from '@roomtone/protocol';
import type { RoomTypeName } from '@roomtone/protocol/rest';
import { avatarPath } from '../../domain/avatar-path.ts';
import { standView } from '../../domain/sheets.ts';
import type { ChatRecord, RoomRecord, StoredChat } from '../../ports/room-storage.ts';
import type { Identity } from '../../ports/tickets.ts';

const chatTypes: Readonly<Record<ChatRecord['messageType'], ChatMessageType>> = {
  user: ChatMessageType.USER,
  system: ChatMessageType.SYSTEM,
  bot: ChatMessageType.BOT,
};

/** The name of a room type in REST; undefined for an unknown one. UNSPECIFIED means public. */
export function roomTypeName(type: RoomType): RoomTypeName | undefined {
  return type === RoomType.UNSPECIFIED ? roomTypeField.default : roomTypeField.fromWire(type);
}

export function roomBody(record: RoomRecord, now: { currentUsers: number; lastActivity: number }): Room {
  return {
    roomId: record.roomId,
    roomName: record.roomName,
    roomOwner: record.ownerId,
    roomOwnerName: record.ownerName,
    roomOwnerDisplayName: record.ownerDisplayName,
    roomType: roomTypeField.toWire(record.roomType),
    maxUsers: record.maxUsers,
    currentUsers: now.currentUsers,
    hasPassword: record.passwordHash !== undefined,
    createdAt: record.createdAt,
    lastActivity: Math.max(record.lastActivity, now.lastActivity),
    settings: toWire(roomSettings, record.settings),
    moderators: [...record.moderatorIds],
    players: [...record.playerIds],
    stand: record.stand === undefined ? '' : JSON.stringify(standView(record.stand)),
  };
}

export function chatBody(record: StoredChat): ChatMessage {
  const { messageId, userId, message, timestamp, position } = record;
  const messageType = chatTypes[record.messageType];
  return { messageId, userId, ...namesOf(record), message, timestamp, messageType, position };
}

export function userBody(identity: Identity): ConnectedUser {
  const names = namesOf(identity);
  if (identity.kind === 'guest') return { userId: '', ...names, avatarUrl: '', roles: [] };
  return { userId: identity.userId, ...names, avatarUrl: avatarPath(identity), roles: [...identity.roles] };
}

/** The part of an error that a client may see. Any error but a RoomtoneError becomes a SERVER_ERROR without details. */
export function errorBody(error: unknown): Members['error'] {
  if (!(error instanceof RoomtoneError)) {
    return { code: 'SERVER_ERROR', message: 'Something went wrong on the server.', details: {} };
  }
  const details: Record<string, string> = {};
  for (const [name, value] of Object.entries(error.details)) {
    const text = asText(value);
    if (text !== undefined) details[name] = text;
  }
  return { code: error.code, message: error.message, details };
}

/** Details are a map of strings on the wire; values without a plain text form are left out. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',');
  return undefined;
}
