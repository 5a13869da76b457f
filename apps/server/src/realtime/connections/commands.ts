import { type CreateRoomCommand, LeaveReason, type Members } from '@roomtone/protocol';
import type { CreateRoomBody, UpdateRoomBody } from '@roomtone/protocol/rest';
import type { PacedWork } from '../../application/paced-work.ts';
import { includingEnded } from '../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { checkEntry, checkKeepsOrder, joinRefused, membersOnly } from '../../domain/permissions.ts';
import { qualityFigures } from '../../domain/quality.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import { type ModerationDeps, moderate } from '../rooms/moderation.ts';
import type { PasswordGate } from '../rooms/password-gate.ts';
import type { RoomHost } from '../rooms/room-host.ts';
import { creationBody, updateBody } from '../rooms/room-requests.ts';
import { reportDelay, setMatched, setTransport } from '../rooms/room-time.ts';
import type { Lobby } from '../social/lobby.ts';
import { type UserCommandDeps, userCommand } from '../social/user-commands.ts';
import { aboutRoom, holding, inside, type Newcomer, newcomer } from './asking.ts';
import type { Client, Command } from './client.ts';

const nobody: ReadonlySet<string> = new Set();

type TimeCommand = Extract<Command, { readonly kind: 'transport' | 'playoutMode' }>;

export interface CommandDeps extends ModerationDeps, UserCommandDeps {
  readonly clock: Clock;
  readonly passwords: PasswordGate;
  readonly lobby: Lobby;
  /** Shared by everything that comes in bursts. */
  readonly paced: Pick<PacedWork, 'turn'>;
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
        return userCommand(deps, client, command.body, command.requestId);
      case 'updateRoomCommand':
        return updateRoom(deps, client, command.body, command.requestId);
      case 'transport':
      case 'playoutMode':
        return setTime(deps, client, command);
      case 'quality':
        return quality(deps, client, command.body);
      case 'moderationCommand':
        return moderate(deps, client, command.body, command.requestId);
      case 'lobbyCommand':
        return lobby(deps, client, command.body, command.requestId);
    }
  };
}

async function createRoom(deps: CommandDeps, client: Client, body: CreateRoomCommand, requestId: number) {
  const { identity } = client;
  if (identity.kind === 'guest') throw membersOnly();
  const visitor = await newcomer(deps, identity);
  if (!client.connection.isOpen) return;
  const owner = { userId: identity.userId, username: identity.username, roles: visitor.roles };
  const record = await deps.createRoom(owner, creationBody(body));
  const host = await deps.rooms.acquire(record.roomId);
  try {
    await holding(deps, host, () => admit(deps, client, host, visitor, requestId));
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
  // Many come at once when a server was away: notes pass between. Before anything is asked, so that nothing said of the
  // visitor is old when they come in.
  await deps.paced.turn();
  const visitor = await newcomer(deps, client.identity);
  const host = await deps.rooms.acquire(body.roomId);
  try {
    await holding(deps, host, async () => {
      checkEntry(host.record, visitor);
      await deps.passwords.pass(host.record, client.identity, body.password);
      await admit(deps, client, host, visitor, requestId);
    });
  } finally {
    deps.rooms.release(host);
  }
}

async function admit(deps: CommandDeps, client: Client, host: RoomHost, visitor: Newcomer, requestId: number) {
  if (!client.connection.isOpen) return;
  const blocks = visitor.guest ? nobody : await deps.blocks.of(visitor.userId);
  for (;;) {
    // Looked at again each time: of those who wait together one may take the last.
    while (!host.hasNumber) await host.moreNumbers();
    // The last thing to wait for: a ban or mute that is made after this was read finds the visitor inside.
    const mute = await standing(deps, host.record.roomId, visitor);
    if (!host.hasNumber) continue;
    client.enter(host, { ...visitor, blocks, mute }, requestId);
    return;
  }
}

/**
 * What the room has against a visitor: the mute that holds, if any.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason banned.
 */
async function standing(deps: CommandDeps, roomId: string, { guest, userId, address }: Newcomer) {
  const { storage, restrictions } = deps;
  if (guest) {
    if (await isAddressBanned(deps, roomId, address)) throw joinRefused('banned');
    return undefined;
  }
  const [ban, mute] = await Promise.all([
    storage.banOf(roomId, userId, includingEnded),
    storage.muteOf(roomId, userId, includingEnded),
  ]);
  const restriction = (kind: 'ban' | 'mute') => ({ kind, roomId, userId });
  if (ban !== undefined && restrictions.holds(restriction('ban'), ban.until)) throw joinRefused('banned');
  if (mute === undefined || !restrictions.holds(restriction('mute'), mute.until)) return undefined;
  const { chat, notes, until } = mute;
  return { chat, notes, endsUs: restrictions.endsUs(restriction('mute'), until) };
}

async function isAddressBanned({ storage, restrictions }: CommandDeps, roomId: string, address: string) {
  if (!(await storage.isAddressBanned(roomId, address, includingEnded))) return false;
  const bans = await storage.guestBansOf(roomId, includingEnded);
  return bans.some(
    ({ address: banned, participant, until }) =>
      banned === address && restrictions.holds({ kind: 'guestBan', roomId, participant }, until),
  );
}

async function updateRoom(deps: CommandDeps, client: Client, body: Members['updateRoomCommand'], requestId: number) {
  await aboutRoom(deps, client, requestId, async (host, actor, asker) => {
    const record = await deps.updateRoom(actor, host.record.roomId, updateBody(body));
    host.checkOpen();
    host.update(record, asker);
  });
}

async function leaveRoom(client: Client, requestId: number) {
  const { host } = inside(client);
  client.leaveRoom(LeaveReason.LEFT);
  const body = { roomId: host.record.roomId, reason: LeaveReason.LEFT, note: '' };
  client.tell({ kind: 'roomLeft', body }, requestId);
}

async function chat(deps: CommandDeps, client: Client, body: Members['chatMessage'], requestId: number) {
  const { host, member } = inside(client);
  await holding(deps, host, () => host.talk.say(client.connection, member, body.message, requestId));
}

/** Sets what everybody inside plays in time by: its owner, and moderators. */
async function setTime(deps: CommandDeps, client: Client, command: TimeCommand) {
  await aboutRoom(deps, client, command.requestId, (host, actor, asker) => {
    checkKeepsOrder(host.record, actor);
    if (command.kind === 'transport') setTransport(host, command.body, asker, deps.clock.serviceUs());
    else setMatched(host, command.body.matched, asker, deps.clock.serviceUs());
  });
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
