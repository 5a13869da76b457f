import { ChatMessageType, type Outgoing, type RoomSettings, RoomType } from '@roomtone/protocol';
import type { CreateRoomBody, UpdateRoomBody } from '@roomtone/protocol/rest';

export interface JoinRequest {
  readonly roomId: string;
  readonly password?: string;
}

export interface PlayerSettings {
  /** `#rrggbb`. */
  readonly color?: string;
  /** Free text, up to 32 characters. */
  readonly instrument?: string;
}

const roomTypes = { public: RoomType.PUBLIC, private: RoomType.PRIVATE, pro: RoomType.PRO } as const;

export function createCommand(body: CreateRoomBody): Outgoing<'createRoomCommand'> {
  const { settings } = body;
  return {
    kind: 'createRoomCommand',
    body: {
      roomName: body.room_name,
      roomType: roomTypes[body.room_type ?? 'public'],
      password: body.password ?? '',
      maxUsers: body.max_users ?? 0,
      settings: settingsOf(settings),
    },
  };
}

export function updateCommand(body: UpdateRoomBody): Outgoing<'updateRoomCommand'> {
  const { room_name: roomName, password, max_users: maxUsers, settings } = body;
  return {
    kind: 'updateRoomCommand',
    body: {
      roomName,
      // On the wire, "" removes the password.
      password: password === null ? '' : password,
      maxUsers,
      settings: settings === undefined ? undefined : settingsOf(settings),
    },
  };
}

export function joinCommand({ roomId, password = '' }: JoinRequest): Outgoing<'joinRoomCommand'> {
  return { kind: 'joinRoomCommand', body: { roomId, password } };
}

export function chatCommand(message: string): Outgoing<'chatMessage'> {
  const messageType = ChatMessageType.UNSPECIFIED;
  return {
    kind: 'chatMessage',
    body: { messageId: '', userId: '', username: '', message, timestamp: 0, messageType },
  };
}

export function playerCommand({ color, instrument }: PlayerSettings): Outgoing<'userCommand'> {
  // Absent fields in the command keep their values.
  const setPlayer = { color, instrument };
  return { kind: 'userCommand', body: { setPlayer } };
}

/** Absent settings keep their values or take their defaults. */
function settingsOf(settings: UpdateRoomBody['settings']): RoomSettings {
  return {
    allowChat: settings?.allow_chat,
    allowGuests: settings?.allow_guests,
    autoModeration: settings?.auto_moderation,
    welcomeMessage: settings?.welcome_message,
  };
}
