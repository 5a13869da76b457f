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
import { includingEnded } from '../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { transferRoom } from '../../application/rooms/transfer-room.ts';
import { checkActsAgainst, checkKeepsOrder } from '../../domain/permissions.ts';
import type { Member } from '../../domain/room.ts';
import type { Storage } from '../../ports/storage.ts';
import { type AskingDeps, aboutRoom } from '../connections/asking.ts';
import type { Client } from '../connections/client.ts';
import type { Asker } from '../delivery/seat.ts';
import type { RoomHost } from './room-host.ts';

export interface ModerationDeps extends AskingDeps {
  readonly storage: Storage;
  /** Everybody inside, those who may still resume included. */
  readonly clientsIn: (host: RoomHost) => readonly Client[];
}

/** Somebody who keeps order in a room, and what they say about it. */
interface Act {
  readonly deps: ModerationDeps;
  readonly host: RoomHost;
  readonly actor: RoomActor;
  readonly asker: Asker;
  readonly reason: string;
}

/** Whom a command names. A participant with an account stands for the account. */
type Target =
  | { readonly kind: 'account'; readonly user: RoomActor; readonly isMeant: (member: Member) => boolean }
  | { readonly kind: 'guest'; readonly member: Member; readonly isMeant: (member: Member) => boolean };

const actions = ['kick', 'ban', 'unban', 'mute', 'unmute', 'transferOwner', 'deleteChat'] as const;

/**
 * Keeps order in the room that the client is in (room rules R13).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for whoever may not do that here, or not to them; VALIDATION_ERROR on
 *   `action`, `target`, `mute` or `reason`; RESOURCE_NOT_FOUND for whoever or whatever is not there.
 */
export async function moderate(
  deps: ModerationDeps,
  client: Client,
  command: ModerationCommand,
  requestId: number,
): Promise<void> {
  await aboutRoom(deps, client, requestId, async (host, actor, asker) => {
    checkKeepsOrder(host.record, actor);
    await perform({ deps, host, actor, asker, reason: checkedReason(command.reason) }, command);
    host.checkOpen();
    client.tell({ kind: 'ack', body: {} }, requestId);
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
  if (!putOut(act, target.isMeant, LeaveReason.KICKED)) throw notInside(target);
}

async function ban(act: Act, target: Target, { seconds }: Ban = { seconds: 0 }): Promise<void> {
  checkAgainst(act, target);
  const { deps, host, actor, reason } = act;
  const { roomId } = host.record;
  const common = { roomId, bannedBy: actor.userId, reason, bannedAt: deps.clock.nowMs() };
  if (target.kind === 'account') {
    const { userId } = target.user;
    const until = deps.restrictions.begin({ kind: 'ban', roomId, userId }, seconds);
    await deps.storage.addBan({ ...common, userId, until });
    putOut(act, ({ participant }) => participant.userId === target.user.userId, LeaveReason.BANNED);
    return;
  }
  const { address, participant } = target.member;
  const { number, username } = participant;
  const until = deps.restrictions.begin({ kind: 'guestBan', roomId, participant: number }, seconds);
  await deps.storage.addGuestBan({ ...common, participant: number, address, username, until });
  putOut(act, (member) => member.participant.guest && member.address === address, LeaveReason.BANNED);
}

/** A guest who was banned is named by the number they had. */
async function unban(act: Act, command: ModerationCommand): Promise<void> {
  const { deps, host } = act;
  const { roomId } = host.record;
  const { storage, restrictions } = deps;
  const { participant } = command;
  if (participant !== undefined && (host.members.get(participant)?.participant.guest ?? true)) {
    const bans = await storage.guestBansOf(roomId, includingEnded);
    const ban = bans.find((one) => one.participant === participant);
    const held = ban !== undefined && restrictions.holds({ kind: 'guestBan', roomId, participant }, ban.until);
    if ((await storage.removeGuestBan(roomId, participant, includingEnded)) && held) return;
    throw notThere('There is no such ban.', { participant });
  }
  const { userId } = await accountOf(act, command);
  const ban = await storage.banOf(roomId, userId, includingEnded);
  const held = ban !== undefined && restrictions.holds({ kind: 'ban', roomId, userId }, ban.until);
  if ((await storage.removeBan(roomId, userId, includingEnded)) && held) return;
  throw notThere('There is no such ban.', { user_id: userId });
}

async function mute(act: Act, user: RoomActor, asked: Mute | undefined): Promise<void> {
  checkActsAgainst(act.host.record, act.actor, user);
  const { chat = false, notes = false, seconds = 0 } = asked ?? {};
  if (!chat && !notes) throw validationError([{ field: 'mute', issue: 'must take chat, notes or both' }]);
  const { deps, host } = act;
  const { roomId } = host.record;
  const { userId } = user;
  const until = deps.restrictions.begin({ kind: 'mute', roomId, userId }, seconds);
  const endsUs = deps.restrictions.endsUs({ kind: 'mute', roomId, userId }, until);
  await deps.storage.setMute({ roomId, userId, chat, notes, until });
  for (const member of membersOf(host, user)) host.mute(member, { chat, notes, endsUs }, act.asker.sender);
}

async function unmute({ deps, host, asker }: Act, user: RoomActor): Promise<void> {
  const { userId } = user;
  const { roomId } = host.record;
  const mute = await deps.storage.muteOf(roomId, userId, includingEnded);
  const held = mute !== undefined && deps.restrictions.holds({ kind: 'mute', roomId, userId }, mute.until);
  if (!((await deps.storage.removeMute(roomId, userId, includingEnded)) && held)) {
    throw notThere('They are not muted.', { user_id: userId });
  }
  for (const member of membersOf(host, user)) host.mute(member, undefined, asker.sender);
}

async function transfer({ deps, host, actor }: Act, heir: RoomActor): Promise<void> {
  if (membersOf(host, heir).length === 0) {
    throw validationError([{ field: 'target', issue: 'must be inside the room' }]);
  }
  const record = await transferRoom(deps, actor, host.record, heir);
  host.checkOpen();
  host.update(record);
  await host.talk.announce(`The room belongs to ${record.ownerName} now.`);
}

async function deleteChat({ deps, host, actor, asker }: Act, messageId: string): Promise<void> {
  const { storage } = deps;
  const { roomId } = host.record;
  const unknown = () => notThere('There is no such message.', { message_id: messageId.slice(0, 64) });
  const message = isReference(messageId) ? await storage.chatById(roomId, messageId) : undefined;
  if (message === undefined) throw unknown();
  const author = message.userId === '' ? undefined : await storage.userById(message.userId);
  // One's own message may be anybody's who keeps order; that of somebody who is gone, too.
  if (author !== undefined && author.userId !== actor.userId) checkActsAgainst(host.record, actor, author);
  if (!(await storage.deleteChat(roomId, messageId))) throw unknown();
  host.talk.remove(messageId, asker.sender);
}

/** Puts out those who are meant; tells whether there were any. */
function putOut(act: Act, isMeant: Target['isMeant'], reason: LeaveReason): boolean {
  const { deps, host, asker } = act;
  const putOut = { note: act.reason, by: asker.sender };
  let found = false;
  for (const client of deps.clientsIn(host)) {
    if (client.place.status === 'outside' || !isMeant(client.place.member)) continue;
    found = true;
    client.leaveRoom(reason, putOut);
    client.tell({ kind: 'roomLeft', body: { roomId: host.record.roomId, reason, note: act.reason } }, 0);
  }
  return found;
}

async function targetOf({ deps, host, actor }: Act, command: ModerationCommand): Promise<Target> {
  const { participant: number } = command;
  const member = number === undefined ? undefined : host.members.get(number);
  if (number !== undefined && member === undefined) {
    throw notThere('There is no such participant.', { participant: number });
  }
  if (member?.participant.guest) return { kind: 'guest', member, isMeant: (one) => one === member };
  const userId = member?.participant.userId ?? command.userId;
  if (userId === undefined) throw validationError([{ field: 'target', issue: 'must be a userId or a participant' }]);
  if (userId === actor.userId) throw validationError([{ field: 'target', ...issues.oneself }]);
  const user = isReference(userId) ? await deps.storage.userById(userId) : undefined;
  if (user === undefined) throw userNotFound(userId);
  const isMeant = (one: Member) => (member === undefined ? one.participant.userId === user.userId : one === member);
  return { kind: 'account', user, isMeant };
}

async function accountOf(act: Act, command: ModerationCommand): Promise<RoomActor> {
  const target = await targetOf(act, command);
  if (target.kind === 'account') return target.user;
  throw validationError([{ field: 'target', issue: 'must have an account: guests only listen' }]);
}

function checkAgainst({ host, actor }: Act, target: Target): void {
  if (target.kind === 'account') checkActsAgainst(host.record, actor, target.user);
}

function membersOf(host: RoomHost, { userId }: RoomActor): readonly Member[] {
  return [...host.members.values()].filter(({ participant }) => participant.userId === userId);
}

function checkedReason(reason: string): string {
  const trimmed = reason.trim();
  const issue = textIssue(trimmed, limits.moderationReason, 'lineFeeds');
  if (issue !== undefined) throw validationError([{ field: 'reason', ...issue }]);
  return trimmed;
}

function notInside(target: Target): RoomtoneError {
  const who =
    target.kind === 'guest' ? { participant: target.member.participant.number } : { user_id: target.user.userId };
  return notThere('They are not in this room.', who);
}

function notThere(message: string, details: Record<string, string | number>): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', message, details);
}
