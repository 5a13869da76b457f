import { type CreateRoomCommand, LeaveReason, type Members, validationError } from '@roomtone/protocol';
import type { CreateRoomBody, UpdateRoomBody } from '@roomtone/protocol/rest';
import { avatarPath } from '../domain/avatar-path.ts';
import { checkEntry, checkKeepsOrder, joinRefused, membersOnly, type Visitor } from '../domain/permissions.ts';
import { qualityFigures } from '../domain/quality.ts';
import type { Member } from '../domain/room.ts';
import type { Clock, Identity, RoomRecord, Storage } from '../ports.ts';
import type { RoomActor } from '../room-fields.ts';
import { type Client, type Command, notInRoom } from './client.ts';
import type { Lobby } from './lobby.ts';
import type { PasswordGate } from './password-gate.ts';
import type { RoomDirectory } from './room-directory.ts';
import type { RoomHost } from './room-host.ts';
import { creationBody, updateBody } from './room-requests.ts';
import { reportDelay, setMatched, setTransport } from './room-time.ts';

type TimeCommand = Extract<Command, { readonly kind: 'transport' | 'playoutMode' }>;

export interface CommandDeps {
  readonly storage: Pick<Storage, 'userById' | 'banOf'>;
  readonly clock: Pick<Clock, 'nowMs' | 'serviceUs'>;
  readonly rooms: RoomDirectory;
  readonly passwords: PasswordGate;
  readonly lobby: Lobby;
  readonly createRoom: (owner: RoomActor, body: CreateRoomBody) => Promise<RoomRecord>;
  readonly updateRoom: (actor: RoomActor, roomId: string, body: UpdateRoomBody) => Promise<RoomRecord>;
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
        return updateRoom(deps, client, command.body, command.requestId);
      case 'transport':
      case 'playoutMode':
        return setTime(deps, client, command);
      case 'quality':
        return quality(deps, client, command.body);
      case 'lobbyCommand':
        return lobby(deps, client, command.body, command.requestId);
      case 'moderationCommand':
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
  const host = await deps.rooms.acquire(record.roomId);
  try {
    await admit(client, host, visitor, requestId);
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
    await checkBan(deps, host, visitor);
    await admit(client, host, visitor, requestId);
  } finally {
    deps.rooms.release(host);
  }
}

/** The last thing to wait for: a ban that is made after this was read finds the visitor inside. */
async function checkBan({ storage, clock }: CommandDeps, host: RoomHost, { guest, userId }: Visitor) {
  if (guest) return;
  if ((await storage.banOf(host.record.roomId, userId, clock.nowMs())) !== undefined) throw joinRefused('banned');
}

async function admit(client: Client, host: RoomHost, visitor: Visitor, requestId: number) {
  // Looked at again each time: of those who wait together one may take the last.
  while (!host.hasNumber) await host.moreNumbers();
  client.enter(host, visitor, requestId);
}

async function updateRoom(deps: CommandDeps, client: Client, body: Members['updateRoomCommand'], requestId: number) {
  const { host, member } = inside(client);
  if (client.identity.kind === 'guest') throw membersOnly();
  // It stays until it is told, whoever leaves meanwhile.
  deps.rooms.hold(host);
  try {
    const actor = await visitorOf(deps, client.identity);
    const record = await deps.updateRoom(actor, host.record.roomId, updateBody(body));
    host.update(record, { seat: client.connection, requestId, sender: member.participant.number });
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

/** Sets what everybody inside plays in time by: its owner, and moderators. */
async function setTime(deps: CommandDeps, client: Client, command: TimeCommand) {
  const { host, member } = inside(client);
  if (client.identity.kind === 'guest') throw membersOnly();
  // It stays until it is told, whoever leaves meanwhile.
  deps.rooms.hold(host);
  try {
    checkKeepsOrder(host.record, await visitorOf(deps, client.identity));
    const asker = { seat: client.connection, requestId: command.requestId, sender: member.participant.number };
    if (command.kind === 'transport') setTransport(host, command.body, asker, deps.clock.serviceUs());
    else setMatched(host, command.body.matched, asker, deps.clock.serviceUs());
  } finally {
    deps.rooms.release(host);
  }
}

/** Has no answer; without a room the figures concern nobody. */
async function quality(deps: CommandDeps, client: Client, body: Members['quality']) {
  const figures = qualityFigures(body);
  if (client.place.status === 'outside') return;
  const { host, member } = client.place;
  host.quality.report(member.participant.number, figures);
  reportDelay(host, member, figures, deps.clock.serviceUs());
}

async function lobby(deps: CommandDeps, client: Client, body: Members['lobbyCommand'], requestId: number) {
  const seat = client.connection;
  if (body.subscribe) await deps.lobby.subscribe(seat, requestId);
  else client.tell({ kind: 'ack', body: {} }, requestId);
  // It may have ended while the list was read.
  if (!body.subscribe || !seat.isOpen) deps.lobby.unsubscribe(seat);
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

/** Name, picture and roles are read anew: what a ticket says of them may be as old as the connection. */
async function visitorOf(deps: CommandDeps, identity: Identity): Promise<Visitor> {
  if (identity.kind === 'guest') {
    return { userId: '', username: identity.username, avatarUrl: '', guest: true, roles: [] };
  }
  const { userId } = identity;
  const user = await deps.storage.userById(userId);
  const { username } = user ?? identity;
  return { userId, username, avatarUrl: avatarPath(user ?? identity), guest: false, roles: user?.roles ?? [] };
}

function notAvailableYet(field: string) {
  return validationError([{ field, issue: 'is not available yet' }]);
}
