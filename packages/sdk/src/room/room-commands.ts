import { ChatMessageType, type Outgoing, roomSettings, roomType as roomTypeField, toWire } from '@roomtone/protocol';
import type { CallOptions } from '../call-options.ts';
import type { NewRoom, RoomChanges } from '../views.ts';

export interface JoinRequest {
  readonly roomId: string;
  readonly password?: string;
}

export interface PlayerSettings {
  /** `#rrggbb`. */
  readonly color?: string;
  /** Free text, up to 32 characters. */
  readonly instrument?: string;
  /** The title of a file that you play to the room, up to 64 characters; "" for none. */
  readonly file?: string;
  /** True while you record the room; guests may say that, too. */
  readonly recording?: boolean;
  /** True while you take part in direct channels; `directNotesOf()` of `@roomtone/sdk/direct` sets it. */
  readonly direct?: boolean;
  /** True while that is meant for those in one network with you alone. */
  readonly directNear?: boolean;
  /** True while your microphone is connected; `voiceOf()` of `@roomtone/sdk/voice` sets it. */
  readonly talking?: boolean;
}

export interface DataOptions extends CallOptions {
  /** The participantIds of those who get it; everybody else in the room without. */
  readonly to?: readonly number[];
  /** For data that newer data replaces, at most 1,000 bytes: it may be lost or overtaken, and waits for nothing. */
  readonly lossy?: boolean;
}

export function createCommand({
  roomName,
  roomType = roomTypeField.default,
  password,
  maxUsers = 0,
  settings = {},
}: NewRoom): Outgoing<'createRoomCommand'> {
  const body = {
    roomName,
    roomType: roomTypeField.toWire(roomType),
    password: password ?? '',
    maxUsers,
    settings: toWire(roomSettings, settings),
  };
  return { kind: 'createRoomCommand', body };
}

export function updateCommand({ password, settings, ...changes }: RoomChanges): Outgoing<'updateRoomCommand'> {
  // On the wire, "" removes the password.
  const body = {
    ...changes,
    password: password === null ? '' : password,
    settings: settings && toWire(roomSettings, settings),
  };
  return { kind: 'updateRoomCommand', body };
}

export function joinCommand({ roomId, password = '' }: JoinRequest): Outgoing<'joinRoomCommand'> {
  return { kind: 'joinRoomCommand', body: { roomId, password } };
}

export function chatCommand(message: string): Outgoing<'chatMessage'> {
  const messageType = ChatMessageType.UNSPECIFIED;
  return {
    kind: 'chatMessage',
    body: { messageId: '', userId: '', username: '', displayName: '', message, timestamp: 0, messageType },
  };
}

export function playerCommand(player: PlayerSettings): Outgoing<'userCommand'> {
  // Absent fields in the command keep their values.
  const { color, instrument, file, recording, direct, directNear, talking } = player;
  const setPlayer = { color, instrument, file, recording, direct, directNear, talking };
  return { kind: 'userCommand', body: { setPlayer } };
}
