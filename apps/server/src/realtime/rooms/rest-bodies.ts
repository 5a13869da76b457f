// Bodies of REST requests, made from the realtime commands that do the same.
import {
  type CreateRoomCommand,
  issues,
  limits,
  type Members,
  type RoomSettings,
  validationError,
} from '@roomtone/protocol';
import type { CreateRoomBody, UpdateRoomBody } from '@roomtone/protocol/rest';
import { rightsIn } from './room-rights-bodies.ts';
import { roomTypeName } from './wire-bodies.ts';

/** The body of POST /api/rooms. In the command, 0 and "" mean absent. */
export function createRoomBody(command: CreateRoomCommand): CreateRoomBody {
  const roomType = roomTypeName(command.roomType);
  if (roomType === undefined) throw validationError([{ field: 'room_type', issue: 'must be public, private or pro' }]);
  if ([...command.password].length > limits.roomPassword.max) {
    throw validationError([{ field: 'password', ...issues.tooLong(limits.roomPassword.max) }]);
  }
  return {
    room_name: command.roomName,
    room_type: roomType,
    ...(command.password === '' ? {} : { password: command.password }),
    ...(command.maxUsers === 0 ? {} : { max_users: command.maxUsers }),
    settings: settingsBody(command.settings),
  };
}

/** The body of PUT /api/rooms/{room_id}. Absent fields stay as they are; a password of "" removes it. */
export function updateRoomBody(command: Members['updateRoomCommand']): UpdateRoomBody {
  const { roomName, password, maxUsers, settings } = command;
  return {
    ...(roomName === undefined ? {} : { room_name: roomName }),
    ...(password === undefined ? {} : { password }),
    ...(maxUsers === undefined ? {} : { max_users: maxUsers }),
    settings: settingsBody(settings),
  };
}

function settingsBody(settings: RoomSettings = {}): NonNullable<UpdateRoomBody['settings']> {
  return {
    ...(settings.allowChat === undefined ? {} : { allow_chat: settings.allowChat }),
    ...(settings.allowGuests === undefined ? {} : { allow_guests: settings.allowGuests }),
    ...(settings.autoModeration === undefined ? {} : { auto_moderation: settings.autoModeration }),
    ...(settings.welcomeMessage === undefined ? {} : { welcome_message: settings.welcomeMessage }),
    ...rightsIn(settings),
  };
}
