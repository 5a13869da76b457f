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
}

/** What a room's own settings say about who may do what. */
export interface RoomRules {
  readonly roomType: RoomTypeName;
  readonly maxUsers: number;
  readonly settings: { readonly allowChat: boolean; readonly allowGuests: boolean };
}

/** Why a room does not let somebody in, as clients read it in `details.reason`. */
export type JoinRefusal = 'password' | 'full' | 'pro' | 'guests';

const refusals: Readonly<Record<JoinRefusal, string>> = {
  password: 'This room needs the right password.',
  full: 'This room is full.',
  pro: 'This room is for Pro accounts.',
  guests: 'This room does not let guests in.',
};

/** The AUTHORIZATION_ERROR that refuses a join. */
export function joinRefused(reason: JoinRefusal): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', refusals[reason], { reason });
}

/**
 * Whether this visitor may ever come in, whatever the password and however full the room is (room rules R2.5, R2.6).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason guests or pro.
 */
export function checkEntry(rules: RoomRules, visitor: Visitor): void {
  if (visitor.guest && !rules.settings.allowGuests) throw joinRefused('guests');
  if (rules.roomType === 'pro' && !mayEnterPro(visitor.roles)) throw joinRefused('pro');
}

/** The AUTHORIZATION_ERROR for a guest: they listen and read, everything else needs an account (room rules R3.5). */
export function membersOnly(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'Guests listen: this needs an account.', { required: ['member'] });
}

/** @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest. */
export function checkMember(who: { readonly guest: boolean }): void {
  if (who.guest) throw membersOnly();
}

// Moderators and admins keep order in pro rooms, so they must be able to enter them.
function mayEnterPro(roles: readonly string[]): boolean {
  return roles.includes('pro') || roles.includes('moderator') || roles.includes('admin');
}
