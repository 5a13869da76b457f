import { type CreateRoomCommand, LeaveReason, limits, type Members, validationError } from '@roomtone/protocol';
import type { CreateRoomBody } from '@roomtone/protocol/rest';
import { checkEntry, membersOnly, type Visitor } from '../domain/permissions.ts';
import type { Member } from '../domain/room.ts';
import type { Identity, RoomRecord, Storage } from '../ports.ts';
import { avatarPath, roomTypeName } from './bodies.ts';
import { type Client, type Command, notInRoom } from './client.ts';
import type { PasswordGate } from './password-gate.ts';
import type { RoomDirectory } from './room-directory.ts';
import type { RoomHost } from './room-host.ts';

export interface CommandDeps {
  readonly storage: Pick<Storage, 'userById'>;
  readonly rooms: RoomDirectory;
  readonly passwords: PasswordGate;
  readonly createRoom: (
    owner: { readonly userId: string; readonly username: string; readonly roles: readonly string[] },
    body: CreateRoomBody,
  ) => Promise<RoomRecord>;
}

/**
 * Makes what acts on a client's commands. It resolves when the command has been answered; a RoomtoneError that it throws
 * is the answer, anything else a SERVER_ERROR.
 */
export function createCommands(deps: CommandDeps): (client: Client, command: Command) => Promise<void> {
  return async (client, command) => {
    switch (command.kind) {
      case 'createRoomCommand':
        return createRoom(deps, client, command.body, command.requestId);
      case 'joinRoomCommand':
        return joinRoom(deps, client, command.body, command.requestId);
      case 'leaveRoomCommand':
        return leaveRoom(client, command.requestId);
      case 'chatMessage':
        return chat(deps, client, command.body, command.requestId);
      case 'userCommand':
        return userCommand(client, command.body, command.requestId);
      case 'updateRoomCommand':
      case 'moderationCommand':
      case 'transport':
      case 'lobbyCommand':
      case 'quality':
      case 'playoutMode':
        throw notAvailableYet(command.kind);
    }
  };
}

async function createRoom(deps: CommandDeps, client: Client, body: CreateRoomCommand, requestId: number) {
  const { identity } = client;
  if (identity.kind === 'guest') throw membersOnly();
  const visitor = await visitorOf(deps, identity);
  if (!client.connection.isOpen) return;
  const owner = { userId: identity.userId, username: identity.username, roles: visitor.roles };
  const record = await deps.createRoom(owner, creationBody(body));
  const host = await deps.rooms.acquire(record.roomId, record);
  try {
    client.enter(host, visitor, requestId);
  } finally {
    deps.rooms.release(host);
  }
}

async function joinRoom(deps: CommandDeps, client: Client, body: Members['joinRoomCommand'], requestId: number) {
  const { place } = client;
  if (place.status === 'inside' && place.host.record.roomId === body.roomId) {
    place.host.describe(client.connection, place.member, requestId);
    return;
  }
  const visitor = await visitorOf(deps, client.identity);
  const host = await deps.rooms.acquire(body.roomId);
  try {
    checkEntry(host.record, visitor);
    await deps.passwords.pass(host.record, client.identity, body.password);
    client.enter(host, visitor, requestId);
  } finally {
    deps.rooms.release(host);
  }
}

async function leaveRoom(client: Client, requestId: number) {
  const { host } = inside(client);
  client.leaveRoom(LeaveReason.LEFT);
  const body = { roomId: host.record.roomId, reason: LeaveReason.LEFT, note: '' };
  client.tell({ kind: 'roomLeft', body }, requestId);
}

async function chat(deps: CommandDeps, client: Client, body: Members['chatMessage'], requestId: number) {
  const { host, member } = inside(client);
  // The room stays until the message is said, whoever leaves meanwhile.
  deps.rooms.hold(host);
  try {
    await host.say(client.connection, member, body.message, requestId);
  } finally {
    deps.rooms.release(host);
  }
}

async function userCommand(client: Client, body: Members['userCommand'], requestId: number) {
  if (client.identity.kind === 'guest') throw membersOnly();
  if (body.setPlayer === undefined) throw notAvailableYet('userCommand');
  const { host, member } = inside(client);
  host.setPlayer(member, body.setPlayer);
  client.tell({ kind: 'ack', body: {} }, requestId);
}

function inside(client: Client): { readonly host: RoomHost; readonly member: Member } {
  if (client.place.status === 'outside') throw notInRoom();
  return client.place;
}

/** Roles are read anew: what a ticket says of them may be as old as the connection. */
async function visitorOf(deps: CommandDeps, identity: Identity): Promise<Visitor> {
  const { username } = identity;
  if (identity.kind === 'guest') return { userId: '', username, avatarUrl: '', guest: true, roles: [] };
  const user = await deps.storage.userById(identity.userId);
  const avatarUrl = avatarPath(identity);
  return { userId: identity.userId, username, avatarUrl, guest: false, roles: user?.roles ?? [] };
}

/** What POST /api/rooms takes, from its realtime form: there 0 and "" stand for absent. */
function creationBody(command: CreateRoomCommand): CreateRoomBody {
  const roomType = roomTypeName(command.roomType);
  if (roomType === undefined) throw validationError([{ field: 'room_type', issue: 'must be public, private or pro' }]);
  if ([...command.password].length > limits.roomPassword.max) {
    throw validationError([{ field: 'password', issue: `must have at most ${limits.roomPassword.max} characters` }]);
  }
  const settings = command.settings ?? {};
  return {
    room_name: command.roomName,
    room_type: roomType,
    ...(command.password === '' ? {} : { password: command.password }),
    ...(command.maxUsers === 0 ? {} : { max_users: command.maxUsers }),
    settings: {
      ...(settings.allowChat === undefined ? {} : { allow_chat: settings.allowChat }),
      ...(settings.allowGuests === undefined ? {} : { allow_guests: settings.allowGuests }),
      ...(settings.autoModeration === undefined ? {} : { auto_moderation: settings.autoModeration }),
      ...(settings.welcomeMessage === undefined ? {} : { welcome_message: settings.welcomeMessage }),
    },
  };
}

function notAvailableYet(field: string) {
  return validationError([{ field, issue: 'is not available yet' }]);
}
