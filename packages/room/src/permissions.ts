import { type RoomSettingsValues, RoomtoneError } from '@roomtone/protocol';
import type { RoomTypeName } from '@roomtone/protocol/rest';

/** Somebody who wants to join a room, or has joined. */
export interface Visitor {
  /** "" for a guest. */
  readonly userId: string;
  /** A bot's owner, otherwise the user; "" for a guest. */
  readonly personId: string;
  readonly username: string;
  readonly displayName?: string | undefined;
  readonly avatarUrl: string;
  readonly guest: boolean;
  /** A program with an account of its own. */
  readonly bot: boolean;
  readonly roles: readonly string[];
  /** A user whose account has a password. */
  readonly member: boolean;
  /** The address by which a guest can be banned; "" for a user. */
  readonly address: string;
  /** The users whose chat they do not get; always current. */
  readonly blocks: ReadonlySet<string>;
  /** Their mute in this room, if any. */
  readonly mute: Mute | undefined;
}

/** The acts that a user may not do in a room. */
export interface Mute {
  readonly chat: boolean;
  readonly notes: boolean;
  /** Service clock, µs: the first moment at which they may do it again; undefined for a mute without an end. */
  readonly endsUs: number | undefined;
}

/** True if the mute has ended, even if nobody has been told yet. */
export function isOver({ endsUs }: Mute, nowUs: number): boolean {
  return endsUs !== undefined && nowUs >= endsUs;
}

/** The settings of a room that decide who may do what. */
export interface RoomRules {
  readonly ownerId: string;
  /** The users whom the owner has named. */
  readonly moderatorIds: readonly string[];
  /** The named players. */
  readonly playerIds: readonly string[];
  readonly roomType: RoomTypeName;
  readonly maxUsers: number;
  readonly settings: RoomSettingsValues;
}

/** Why a join is refused; clients read it in `details.reason`. */
export type JoinRefusal = 'password' | 'full' | 'banned' | 'pro' | 'guests' | 'invitation';

const refusals: Readonly<Record<JoinRefusal, string>> = {
  password: 'This room needs the right password.',
  full: 'This room is full.',
  banned: 'You may not come into this room for now.',
  pro: 'This room is for Pro accounts.',
  guests: 'This room does not let guests in.',
  invitation: 'Your invitation leads to another room.',
};

/** The AUTHORIZATION_ERROR that refuses a join. */
export function joinRefused(reason: JoinRefusal): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', refusals[reason], { reason });
}

/** The error for a room that does not exist, or no longer. */
export function roomNotFound(roomId: string): RoomtoneError {
  return new RoomtoneError('ROOM_NOT_FOUND', 'There is no such room.', { room_id: roomId });
}

/**
 * Checks that a visitor may join at all, apart from the password and the size of the room (room rules R2.5, R2.6).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason guests or pro.
 */
export function checkAdmission(rules: RoomRules, visitor: Pick<Visitor, 'guest' | 'roles'>): void {
  if (visitor.guest && !rules.settings.allowGuests) throw joinRefused('guests');
  if (rules.roomType === 'pro' && !mayJoinPro(visitor.roles)) throw joinRefused('pro');
}

/** The AUTHORIZATION_ERROR for a guest: guests listen and read, everything else needs an account (room rules R3.5). */
export function accountRequired(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'Guests can only listen. This needs an account.', {
    required: ['member'],
  });
}

/** @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest. */
export function checkHasAccount(who: { readonly guest: boolean }): void {
  if (who.guest) throw accountRequired();
}

/** True if these roles include the rooms and limits of Pro (S17). */
export function mayUsePro(roles: readonly string[]): boolean {
  return roles.includes('pro') || roles.includes('admin');
}

/** A user with their current roles from storage. */
export interface Account {
  readonly userId: string;
  readonly roles: readonly string[];
}

/**
 * Checks that a user may change and remove a room: its owner or an admin (S18.16).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR that requires the owner.
 */
export function checkManages(room: { readonly ownerId: string }, { userId, roles }: Account): void {
  if (room.ownerId === userId || roles.includes('admin')) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only the owner of this room can do that.', { required: ['owner'] });
}

/** The fields of a room that decide who moderates it. */
export type ModeratedRoom = Pick<RoomRules, 'ownerId' | 'moderatorIds' | 'roomType'>;

/**
 * Checks that a user may moderate a room.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR that requires the owner, or a moderator.
 */
export function checkModerates(room: ModeratedRoom, account: Account): void {
  if (mayModerate(room, account)) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only the owner and moderators of this room can do that.', {
    required: room.roomType === 'private' ? ['owner'] : ['owner', 'moderator'],
  });
}

/**
 * True for the owner of a room, for those whom the owner has named its moderators, for admins and, unless it is private, for
 * the service's moderators (R13.1).
 */
export function mayModerate(room: ModeratedRoom, { userId, roles }: Account): boolean {
  if (room.ownerId === userId || roles.includes('admin') || room.moderatorIds.includes(userId)) return true;
  return isServiceModerator(room, { userId, roles });
}

/**
 * Checks that a user may moderate another user in a room. Only an admin may do that to an admin or the owner, and only they,
 * the owner and the service's moderators to those whom the owner has named, who may not do it to the service's moderators (R13.2).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR, as checkModerates() does.
 */
export function checkModeratesUser(room: ModeratedRoom, actor: Account, target: Account): void {
  checkModerates(room, actor);
  if (actor.roles.includes('admin')) return;
  const isOwner = target.userId === room.ownerId;
  if (!isOwner && !target.roles.includes('admin')) {
    const outranks = isServiceModerator(room, actor) || actor.userId === room.ownerId;
    if (outranks) return;
    if (room.moderatorIds.includes(target.userId)) checkManages(room, actor);
    if (isServiceModerator(room, target)) throw outranked();
    return;
  }
  throw new RoomtoneError(
    'AUTHORIZATION_ERROR',
    `Only an admin can do that to ${isOwner ? 'the owner' : 'an admin'}.`,
    {
      required: ['admin'],
    },
  );
}

/**
 * Checks that a user may dismiss a moderator of a room: its owner, an admin or, unless it is private, a moderator of the service.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR that requires the owner.
 */
export function checkDismisses(room: ModeratedRoom, actor: Account): void {
  if (!isServiceModerator(room, actor)) checkManages(room, actor);
}

function isServiceModerator({ roomType }: ModeratedRoom, { roles }: Account): boolean {
  return roomType !== 'private' && roles.includes('moderator');
}

function outranked(): RoomtoneError {
  const message = 'Only the owner or an admin can do that to a moderator of this server.';
  return new RoomtoneError('AUTHORIZATION_ERROR', message, { required: ['owner', 'admin'] });
}

/** The AUTHORIZATION_ERROR for a muted participant. */
export function muted(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'You are muted in this room for now.', { reason: 'muted' });
}

// Moderators and admins moderate pro rooms, so they must be able to join them.
function mayJoinPro(roles: readonly string[]): boolean {
  return roles.includes('pro') || roles.includes('moderator') || roles.includes('admin');
}
