import {
  type Ban,
  issues,
  LeaveReason,
  limits,
  type ModerationCommand,
  type RoomtoneError,
  textIssue,
  validationError,
} from '@roomtone/protocol';
import { checkModerates, checkModeratesUser, isOfUser, type Participant } from '@roomtone/room';
import { isReference, userNotFound } from '../../application/accounts/find-user.ts';
import { addressBlock } from '../../application/address-block.ts';
import { includingEnded } from '../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { checkTransfer } from '../../application/rooms/transfer-room.ts';
import type { AuditRecorder } from '../../ports/audit-log.ts';
import type { Storage } from '../../ports/storage.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import { namePlayer, setModerator } from '../rooms/named-users.ts';
import { userOf } from '../rooms/ownership-offers.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { mute, resourceNotFound, type TargetUser, unmute } from './mute-user.ts';
import { type RoomOfConnectionDeps, withRoomHeld, withRoomOf } from './room-of-connection.ts';

export interface ModerationDeps extends RoomOfConnectionDeps {
  readonly storage: Storage;
  readonly audit: AuditRecorder;
  readonly connections: Pick<Connections, 'inRoom' | 'ofUser'>;
}

/** One moderation command: who sent it, for which room, and the reason they give. */
interface Moderation {
  readonly deps: ModerationDeps;
  readonly room: LiveRoom;
  readonly actor: RoomActor;
  /** The actor's participant number; 0 if they are not inside. */
  readonly by: number;
  readonly reason: string;
}

/** The participants that a command is about. A participant with an account stands for the user. */
type Target =
  | { readonly kind: 'account'; readonly user: TargetUser; readonly isMeant: (participant: Participant) => boolean }
  | {
      readonly kind: 'guest';
      readonly participant: Participant;
      readonly isMeant: (participant: Participant) => boolean;
    };

const actions = [
  'kick',
  'ban',
  'unban',
  'mute',
  'unmute',
  'transferOwner',
  'deleteChat',
  'setModerator',
  'namePlayer',
] as const;

/**
 * Runs a moderation command in the room that the client is in (room rules R13).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR if the user may not moderate this room or this target; VALIDATION_ERROR
 *   on `action`, `target`, `mute` or `reason`; RESOURCE_NOT_FOUND for an unknown target, ban, mute or message.
 */
export async function moderate(
  deps: ModerationDeps,
  connection: Connection,
  command: ModerationCommand,
  requestId: number,
): Promise<void> {
  await withRoomOf(deps, connection, requestId, async (room, actor, { sender }) => {
    checkModerates(room.record, actor);
    await perform({ deps, room, actor, by: sender, reason: checkedReason(command.reason) }, command);
    room.checkOpen();
    connection.send({ kind: 'ack', body: {} }, requestId);
  });
}

/**
 * Runs a moderation command of a user who need not be in the room (R13.13).
 * @throws {RoomtoneError} as moderate() does, and ROOM_NOT_FOUND.
 */
export async function moderateFromOutside(
  deps: ModerationDeps,
  actor: RoomActor,
  roomId: string,
  command: ModerationCommand,
): Promise<void> {
  const room = await deps.rooms.acquire(roomId);
  try {
    await withRoomHeld(deps, room, async () => {
      checkModerates(room.record, actor);
      await perform({ deps, room, actor, by: 0, reason: checkedReason(command.reason) }, command);
      room.checkOpen();
    });
  } finally {
    deps.rooms.release(room);
  }
}

async function perform(moderation: Moderation, command: ModerationCommand): Promise<void> {
  const action = actions.find((name) => command[name] !== undefined);
  // Looked up first: a participant may be gone afterwards.
  const about = auditedTarget(moderation.room, command);
  await carryOut(moderation, action, command);
  // A transfer is recorded once the new owner has agreed.
  if (action === undefined || action === 'transferOwner') return;
  const { deps, room, actor, reason } = moderation;
  const seconds = command.ban?.seconds ?? command.mute?.seconds;
  const { moderator } = command.setModerator ?? {};
  const { named } = command.namePlayer ?? {};
  deps.audit.record({
    kind: 'moderation',
    byUserId: actor.userId,
    ...(about.userId === '' ? {} : { userId: about.userId }),
    details: {
      action,
      room_id: room.record.roomId,
      ...(about.userId === '' && about.participant !== undefined ? { participant: about.participant } : {}),
      ...(seconds === undefined ? {} : { seconds }),
      ...(moderator === undefined ? {} : { moderator }),
      ...(named === undefined ? {} : { named }),
      ...(reason === '' ? {} : { reason }),
    },
  });
}

function auditedTarget({ participants }: LiveRoom, { userId, participant }: ModerationCommand) {
  if (participant === undefined) return { userId: userId ?? '', participant };
  return { userId: participants.get(participant)?.info.userId ?? '', participant };
}

async function carryOut(
  moderation: Moderation,
  action: (typeof actions)[number] | undefined,
  command: ModerationCommand,
): Promise<void> {
  switch (action) {
    case 'kick':
      return kick(moderation, await targetOf(moderation, command));
    case 'ban':
      return ban(moderation, await targetOf(moderation, command), command.ban);
    case 'unban':
      return unban(moderation, command);
    case 'mute':
      return mute(moderation, await accountOf(moderation, command), command.mute);
    case 'unmute':
      return unmute(moderation, await accountOf(moderation, command));
    case 'transferOwner':
      return offerOwnership(moderation, await accountOf(moderation, command));
    case 'deleteChat':
      return deleteChat(moderation, command.deleteChat?.messageId ?? '');
    case 'setModerator':
      return setModerator(moderation, await accountOf(moderation, command), command.setModerator?.moderator === true);
    case 'namePlayer':
      return namePlayer(moderation, await accountOf(moderation, command), command.namePlayer?.named === true);
    case undefined:
      throw validationError([{ field: 'action', issue: `must be one of ${actions.join(', ')}` }]);
  }
}

async function kick(moderation: Moderation, target: Target): Promise<void> {
  checkTarget(moderation, target);
  if (!(await removeParticipants(moderation, target.isMeant, LeaveReason.KICKED))) throw notInside(target);
}

async function ban(moderation: Moderation, target: Target, { seconds }: Ban = { seconds: 0 }): Promise<void> {
  checkTarget(moderation, target);
  const { deps, room, actor, reason } = moderation;
  const { roomId } = room.record;
  const common = { roomId, bannedBy: actor.userId, reason, bannedAt: deps.clock.nowMs() };
  if (target.kind === 'account') {
    const { userId, bot } = target.user;
    const until = deps.restrictions.begin({ kind: 'ban', roomId, userId }, seconds);
    // A bot shares its address with people who have done nothing.
    const addresses = bot === undefined ? await addressesOf(moderation, userId) : [];
    await deps.storage.addBan({ ...common, userId, until, addresses });
    await removeParticipants(moderation, (participant) => isOfUser(participant, userId), LeaveReason.BANNED);
    return;
  }
  const { address, number } = target.participant;
  const { username } = target.participant.info;
  const until = deps.restrictions.begin({ kind: 'guestBan', roomId, participant: number }, seconds);
  await deps.storage.addGuestBan({ ...common, participant: number, address, username, until });
  await removeParticipants(
    moderation,
    (participant) => participant.info.guest && participant.address === address,
    LeaveReason.BANNED,
  );
}

/** The address blocks that a user is connected from or has signed in from. */
async function addressesOf({ deps, room }: Moderation, userId: string): Promise<string[]> {
  const { storage, connections, clock } = deps;
  const elsewhere = room.otherProcesses?.addressesOf(userId) ?? [];
  const live = Array.from(connections.ofUser(userId), ({ identity }) => identity.address);
  const sessions = await storage.sessionsOf(userId, clock.nowMs());
  return [...new Set([...live, ...elsewhere, ...sessions.map(({ address }) => addressBlock(address))])];
}

/** A banned guest is named by the number that they had. */
async function unban(moderation: Moderation, command: ModerationCommand): Promise<void> {
  const { deps, room } = moderation;
  const { roomId } = room.record;
  const { storage, restrictions } = deps;
  const { participant } = command;
  if (participant !== undefined && (room.participants.get(participant)?.guest ?? true)) {
    const bans = await storage.guestBansOf(roomId, includingEnded);
    const ban = bans.find((one) => one.participant === participant);
    const held = ban !== undefined && restrictions.holds({ kind: 'guestBan', roomId, participant }, ban.until);
    if ((await storage.removeGuestBan(roomId, participant, includingEnded)) && held) return;
    throw resourceNotFound('There is no such ban.', { participant });
  }
  const { userId } = await accountOf(moderation, command);
  const ban = await storage.banOf(roomId, userId, includingEnded);
  const held = ban !== undefined && restrictions.holds({ kind: 'ban', roomId, userId }, ban.until);
  if ((await storage.removeBan(roomId, userId, includingEnded)) && held) return;
  throw resourceNotFound('There is no such ban.', { user_id: userId });
}

/** Nobody becomes an owner without having agreed (R13.15). */
async function offerOwnership({ room, actor }: Moderation, newOwner: TargetUser): Promise<void> {
  if (newOwner.bot !== undefined)
    throw validationError([{ field: 'target', issue: 'must be a person: bots own no rooms' }]);
  for (const { userId } of [newOwner, actor]) {
    if (!room.isInside(userId)) throw validationError([{ field: 'target', issue: 'must be inside the room' }]);
  }
  checkTransfer(actor, room.record, newOwner);
  room.checkOpen();
  await room.carryOut({ kind: 'offered', by: userOf(actor), to: userOf(newOwner) });
}

async function deleteChat({ deps, room, actor, by }: Moderation, messageId: string): Promise<void> {
  const { storage } = deps;
  const { roomId } = room.record;
  const unknown = () => resourceNotFound('There is no such message.', { message_id: messageId.slice(0, 64) });
  const message = isReference(messageId) ? await storage.chatById(roomId, messageId) : undefined;
  if (message === undefined) throw unknown();
  const author = message.userId === '' ? undefined : await storage.userById(message.userId);
  // Own messages and those of deleted users need no further permission.
  if (author !== undefined && author.userId !== actor.userId) checkModeratesUser(room.record, actor, author);
  if (!(await storage.deleteChat(roomId, messageId))) throw unknown();
  await room.carryOut({ kind: 'chatRemoved', messageId, by });
}

/** Removes the participants that are meant; resolves with false if there are none. */
async function removeParticipants(
  moderation: Moderation,
  isMeant: Target['isMeant'],
  reason: LeaveReason,
): Promise<boolean> {
  const { deps, room, by } = moderation;
  const removedBy = { note: moderation.reason, by };
  if (room.otherProcesses !== undefined) return room.otherProcesses.remove(isMeant, reason, removedBy);
  let found = false;
  for (const connection of deps.connections.inRoom(room)) {
    if (connection.location.status === 'outside' || !isMeant(connection.location.participant)) continue;
    found = true;
    connection.removeFromRoom(reason, removedBy);
  }
  return found;
}

async function targetOf({ deps, room, actor }: Moderation, command: ModerationCommand): Promise<Target> {
  const { participant: number } = command;
  const participant = number === undefined ? undefined : room.participants.get(number);
  if (number !== undefined && participant === undefined) {
    throw resourceNotFound('There is no such participant.', { participant: number });
  }
  if (participant?.info.guest) return { kind: 'guest', participant, isMeant: (one) => one === participant };
  const userId = participant?.info.userId ?? command.userId;
  if (userId === undefined) throw validationError([{ field: 'target', issue: 'must be a userId or a participant' }]);
  if (userId === actor.userId) throw validationError([{ field: 'target', ...issues.oneself }]);
  const user = isReference(userId) ? await deps.storage.userById(userId) : undefined;
  if (user === undefined) throw userNotFound(userId);
  const isMeant = (one: Participant) =>
    participant === undefined ? one.info.userId === user.userId : one === participant;
  return { kind: 'account', user, isMeant };
}

async function accountOf(moderation: Moderation, command: ModerationCommand): Promise<TargetUser> {
  const target = await targetOf(moderation, command);
  if (target.kind === 'account') return target.user;
  throw validationError([{ field: 'target', issue: 'must have an account: guests only listen' }]);
}

function checkTarget({ room, actor }: Moderation, target: Target): void {
  if (target.kind === 'account') checkModeratesUser(room.record, actor, target.user);
}

function checkedReason(reason: string): string {
  const trimmed = reason.trim();
  const issue = textIssue(trimmed, limits.moderationReason, 'lineFeeds');
  if (issue !== undefined) throw validationError([{ field: 'reason', ...issue }]);
  return trimmed;
}

function notInside(target: Target): RoomtoneError {
  const who = target.kind === 'guest' ? { participant: target.participant.number } : { user_id: target.user.userId };
  return resourceNotFound('They are not in this room.', who);
}
