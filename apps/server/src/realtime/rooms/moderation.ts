import {
  type Ban,
  issues,
  LeaveReason,
  limits,
  type ModerationCommand,
  type Mute,
  RoomtoneError,
  textIssue,
  validationError,
} from '@roomtone/protocol';
import { isReference, userNotFound } from '../../application/accounts/find-user.ts';
import { whateverItsEnd } from '../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { transferRoom } from '../../application/rooms/transfer-room.ts';
import { checkModerates, checkModeratesUser } from '../../domain/permissions.ts';
import type { Participant } from '../../domain/room.ts';
import type { Storage } from '../../ports/storage.ts';
import { type CommandContextDeps, withRoomOf } from '../connections/command-context.ts';
import type { Connection } from '../connections/connection.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from './live-room.ts';

export interface ModerationDeps extends CommandContextDeps {
  readonly storage: Storage;
  /** Everybody inside, those who may still resume included. */
  readonly connectionsIn: (room: LiveRoom) => readonly Connection[];
}

/** Somebody who keeps order in a room, and what they say about it. */
interface Act {
  readonly deps: ModerationDeps;
  readonly room: LiveRoom;
  readonly actor: RoomActor;
  readonly requester: Requester;
  readonly reason: string;
}

/** Whom a command names. A participant with an account stands for the account. */
type Target =
  | { readonly kind: 'account'; readonly user: RoomActor; readonly isMeant: (participant: Participant) => boolean }
  | {
      readonly kind: 'guest';
      readonly participant: Participant;
      readonly isMeant: (participant: Participant) => boolean;
    };

const actions = ['kick', 'ban', 'unban', 'mute', 'unmute', 'transferOwner', 'deleteChat'] as const;

/**
 * Keeps order in the room that the client is in (room rules R13).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for whoever may not do that here, or not to them; VALIDATION_ERROR on
 *   `action`, `target`, `mute` or `reason`; RESOURCE_NOT_FOUND for whoever or whatever is not there.
 */
export async function moderate(
  deps: ModerationDeps,
  connection: Connection,
  command: ModerationCommand,
  requestId: number,
): Promise<void> {
  await withRoomOf(deps, connection, requestId, async (room, actor, requester) => {
    checkModerates(room.record, actor);
    await perform({ deps, room, actor, requester, reason: checkedReason(command.reason) }, command);
    room.checkOpen();
    connection.send({ kind: 'ack', body: {} }, requestId);
  });
}

async function perform(act: Act, command: ModerationCommand): Promise<void> {
  const action = actions.find((name) => command[name] !== undefined);
  switch (action) {
    case 'kick':
      return kick(act, await targetOf(act, command));
    case 'ban':
      return ban(act, await targetOf(act, command), command.ban);
    case 'unban':
      return unban(act, command);
    case 'mute':
      return mute(act, await accountOf(act, command), command.mute);
    case 'unmute':
      return unmute(act, await accountOf(act, command));
    case 'transferOwner':
      return transfer(act, await accountOf(act, command));
    case 'deleteChat':
      return deleteChat(act, command.deleteChat?.messageId ?? '');
    case undefined:
      throw validationError([{ field: 'action', issue: `must be one of ${actions.join(', ')}` }]);
  }
}

function kick(act: Act, target: Target): void {
  checkAgainst(act, target);
  if (!removeParticipants(act, target.isMeant, LeaveReason.KICKED)) throw notInside(target);
}

async function ban(act: Act, target: Target, { seconds }: Ban = { seconds: 0 }): Promise<void> {
  checkAgainst(act, target);
  const { deps, room, actor, reason } = act;
  const { roomId } = room.record;
  const common = { roomId, bannedBy: actor.userId, reason, bannedAt: deps.clock.nowMs() };
  if (target.kind === 'account') {
    const { userId } = target.user;
    const until = deps.restrictions.begin({ kind: 'ban', roomId, userId }, seconds);
    await deps.storage.addBan({ ...common, userId, until });
    removeParticipants(act, ({ info }) => info.userId === target.user.userId, LeaveReason.BANNED);
    return;
  }
  const { address, number } = target.participant;
  const { username } = target.participant.info;
  const until = deps.restrictions.begin({ kind: 'guestBan', roomId, participant: number }, seconds);
  await deps.storage.addGuestBan({ ...common, participant: number, address, username, until });
  removeParticipants(
    act,
    (participant) => participant.info.guest && participant.address === address,
    LeaveReason.BANNED,
  );
}

/** A guest who was banned is named by the number they had. */
async function unban(act: Act, command: ModerationCommand): Promise<void> {
  const { deps, room } = act;
  const { roomId } = room.record;
  const { storage, restrictions } = deps;
  const { participant } = command;
  if (participant !== undefined && (room.participants.get(participant)?.guest ?? true)) {
    const bans = await storage.guestBansOf(roomId, whateverItsEnd);
    const ban = bans.find((one) => one.participant === participant);
    const held = ban !== undefined && restrictions.holds({ kind: 'guestBan', roomId, participant }, ban.until);
    if ((await storage.removeGuestBan(roomId, participant, whateverItsEnd)) && held) return;
    throw notThere('There is no such ban.', { participant });
  }
  const { userId } = await accountOf(act, command);
  const ban = await storage.banOf(roomId, userId, whateverItsEnd);
  const held = ban !== undefined && restrictions.holds({ kind: 'ban', roomId, userId }, ban.until);
  if ((await storage.removeBan(roomId, userId, whateverItsEnd)) && held) return;
  throw notThere('There is no such ban.', { user_id: userId });
}

async function mute(act: Act, user: RoomActor, asked: Mute | undefined): Promise<void> {
  checkModeratesUser(act.room.record, act.actor, user);
  const { chat = false, notes = false, seconds = 0 } = asked ?? {};
  if (!chat && !notes) throw validationError([{ field: 'mute', issue: 'must take chat, notes or both' }]);
  const { deps, room } = act;
  const { roomId } = room.record;
  const { userId } = user;
  const until = deps.restrictions.begin({ kind: 'mute', roomId, userId }, seconds);
  const endsUs = deps.restrictions.endsUs({ kind: 'mute', roomId, userId }, until);
  await deps.storage.setMute({ roomId, userId, chat, notes, until });
  for (const participant of participantsOf(room, user))
    room.mute(participant, { chat, notes, endsUs }, act.requester.sender);
}

async function unmute({ deps, room, requester }: Act, user: RoomActor): Promise<void> {
  const { userId } = user;
  const { roomId } = room.record;
  const mute = await deps.storage.muteOf(roomId, userId, whateverItsEnd);
  const held = mute !== undefined && deps.restrictions.holds({ kind: 'mute', roomId, userId }, mute.until);
  if (!((await deps.storage.removeMute(roomId, userId, whateverItsEnd)) && held)) {
    throw notThere('They are not muted.', { user_id: userId });
  }
  for (const participant of participantsOf(room, user)) room.mute(participant, undefined, requester.sender);
}

async function transfer({ deps, room, actor }: Act, heir: RoomActor): Promise<void> {
  if (participantsOf(room, heir).length === 0) {
    throw validationError([{ field: 'target', issue: 'must be inside the room' }]);
  }
  const record = await transferRoom(deps, actor, room.record, heir);
  room.checkOpen();
  room.update(record);
  await room.chat.announce(`The room belongs to ${record.ownerName} now.`);
}

async function deleteChat({ deps, room, actor, requester }: Act, messageId: string): Promise<void> {
  const { storage } = deps;
  const { roomId } = room.record;
  const unknown = () => notThere('There is no such message.', { message_id: messageId.slice(0, 64) });
  const message = isReference(messageId) ? await storage.chatById(roomId, messageId) : undefined;
  if (message === undefined) throw unknown();
  const author = message.userId === '' ? undefined : await storage.userById(message.userId);
  // One's own message may be anybody's who keeps order; that of somebody who is gone, too.
  if (author !== undefined && author.userId !== actor.userId) checkModeratesUser(room.record, actor, author);
  if (!(await storage.deleteChat(roomId, messageId))) throw unknown();
  room.chat.remove(messageId, requester.sender);
}

/** Puts out those who are meant; tells whether there were any. */
function removeParticipants(act: Act, isMeant: Target['isMeant'], reason: LeaveReason): boolean {
  const { deps, room, requester } = act;
  const moderation = { note: act.reason, by: requester.sender };
  let found = false;
  for (const connection of deps.connectionsIn(room)) {
    if (connection.location.status === 'outside' || !isMeant(connection.location.participant)) continue;
    found = true;
    connection.leaveRoom(reason, moderation);
    connection.send({ kind: 'roomLeft', body: { roomId: room.record.roomId, reason, note: act.reason } }, 0);
  }
  return found;
}

async function targetOf({ deps, room, actor }: Act, command: ModerationCommand): Promise<Target> {
  const { participant: number } = command;
  const participant = number === undefined ? undefined : room.participants.get(number);
  if (number !== undefined && participant === undefined) {
    throw notThere('There is no such participant.', { participant: number });
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

async function accountOf(act: Act, command: ModerationCommand): Promise<RoomActor> {
  const target = await targetOf(act, command);
  if (target.kind === 'account') return target.user;
  throw validationError([{ field: 'target', issue: 'must have an account: guests only listen' }]);
}

function checkAgainst({ room, actor }: Act, target: Target): void {
  if (target.kind === 'account') checkModeratesUser(room.record, actor, target.user);
}

function participantsOf(room: LiveRoom, { userId }: RoomActor): readonly Participant[] {
  return [...room.participants.values()].filter(({ info }) => info.userId === userId);
}

function checkedReason(reason: string): string {
  const trimmed = reason.trim();
  const issue = textIssue(trimmed, limits.moderationReason, 'lineFeeds');
  if (issue !== undefined) throw validationError([{ field: 'reason', ...issue }]);
  return trimmed;
}

function notInside(target: Target): RoomtoneError {
  const who = target.kind === 'guest' ? { participant: target.participant.number } : { user_id: target.user.userId };
  return notThere('They are not in this room.', who);
}

function notThere(message: string, details: Record<string, string | number>): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', message, details);
}
