import { RoomtoneError } from '@roomtone/protocol';
import type { RoomTypeName } from '@roomtone/protocol/rest';

/** Who wants to come in, or is in. */
export interface Visitor {
  /** "" for a guest. */
  readonly userId: string;
  readonly username: string;
  readonly avatarUrl: string;
  readonly guest: boolean;
  readonly roles: readonly string[];
  /** What stands for a guest when they are banned; "" for an account. */
  readonly address: string;
  /** Whose chat is not theirs to read: always as it is now. */
  readonly blocks: ReadonlySet<string>;
  /** What they may not do in this room, if anything. */
  readonly mute: Mute | undefined;
}

/** What somebody may not do in a room. */
export interface Mute {
  readonly chat: boolean;
  readonly notes: boolean;
  /** Service clock, µs: the first moment at which they may again; undefined: until it is undone. */
  readonly endsUs: number | undefined;
}

/** Whether what a mute has taken is the participant's again, also where nobody has been told of it yet. */
export function isOver({ endsUs }: Mute, nowUs: number): boolean {
  return endsUs !== undefined && nowUs >= endsUs;
}

/** What a room's own settings say about who may do what. */
export interface RoomRules {
  readonly roomType: RoomTypeName;
  readonly maxUsers: number;
  readonly settings: {
    readonly allowChat: boolean;
    readonly allowGuests: boolean;
    readonly autoModeration: boolean;
  };
}

/** Why a room does not let somebody in, as clients read it in `details.reason`. */
export type JoinRefusal = 'password' | 'full' | 'banned' | 'pro' | 'guests';

const refusals: Readonly<Record<JoinRefusal, string>> = {
  password: 'This room needs the right password.',
  full: 'This room is full.',
  banned: 'You may not come into this room for now.',
  pro: 'This room is for Pro accounts.',
  guests: 'This room does not let guests in.',
};

/** The AUTHORIZATION_ERROR that refuses a join. */
export function joinRefused(reason: JoinRefusal): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', refusals[reason], { reason });
}

/** For a room that does not exist, or no more. */
export function roomNotFound(roomId: string): RoomtoneError {
  return new RoomtoneError('ROOM_NOT_FOUND', 'There is no such room.', { room_id: roomId });
}

/**
 * Whether this visitor may ever come in, whatever the password and however full the room is (room rules R2.5, R2.6).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason guests or pro.
 */
export function checkEntry(rules: RoomRules, visitor: Pick<Visitor, 'guest' | 'roles'>): void {
  if (visitor.guest && !rules.settings.allowGuests) throw joinRefused('guests');
  if (rules.roomType === 'pro' && !mayEnterPro(visitor.roles)) throw joinRefused('pro');
}

/** The AUTHORIZATION_ERROR for a guest: they listen and read, everything else needs an account (room rules R3.5). */
export function membersOnly(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'Guests can only listen. This needs an account.', {
    required: ['member'],
  });
}

/** @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest. */
export function checkMember(who: { readonly guest: boolean }): void {
  if (who.guest) throw membersOnly();
}

/** Whether these roles have Pro's rooms and bounds (S17). */
export function mayUsePro(roles: readonly string[]): boolean {
  return roles.includes('pro') || roles.includes('admin');
}

/** Somebody with an account, by roles as storage has them now. */
export interface Account {
  readonly userId: string;
  readonly roles: readonly string[];
}

/**
 * Changing and removing a room is its owner's, and an admin's (S18.16).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR that requires the owner.
 */
export function checkManages(room: { readonly ownerId: string }, { userId, roles }: Account): void {
  if (room.ownerId === userId || roles.includes('admin')) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only the owner of this room can do that.', { required: ['owner'] });
}

/**
 * Keeping order in a room is its owner's, an admin's, and in rooms that are not private a moderator's (R13.1).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR that requires the owner, or a moderator.
 */
export function checkKeepsOrder(
  room: { readonly ownerId: string; readonly roomType: RoomTypeName },
  { userId, roles }: Account,
): void {
  if (room.ownerId === userId || roles.includes('admin')) return;
  const isOpenToModerators = room.roomType !== 'private';
  if (isOpenToModerators && roles.includes('moderator')) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only the owner and moderators of this room can do that.', {
    required: isOpenToModerators ? ['owner', 'moderator'] : ['owner'],
  });
}

/**
 * Whether somebody may act against somebody else in a room: only an admin against an admin, and no moderator against the
 * owner (R13.2).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR, as checkKeepsOrder() does.
 */
export function checkActsAgainst(
  room: { readonly ownerId: string; readonly roomType: RoomTypeName },
  actor: Account,
  target: Account,
): void {
  checkKeepsOrder(room, actor);
  if (actor.roles.includes('admin')) return;
  const isOwner = target.userId === room.ownerId;
  if (!isOwner && !target.roles.includes('admin')) return;
  throw new RoomtoneError(
    'AUTHORIZATION_ERROR',
    `Only an admin can do that to ${isOwner ? 'the owner' : 'an admin'}.`,
    {
      required: ['admin'],
    },
  );
}

/** For what a mute takes from somebody. */
export function muted(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'You are muted in this room for now.', { reason: 'muted' });
}

// Moderators and admins keep order in pro rooms, so they must be able to enter them.
function mayEnterPro(roles: readonly string[]): boolean {
  return roles.includes('pro') || roles.includes('moderator') || roles.includes('admin');
}
