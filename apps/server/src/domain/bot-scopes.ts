import { RoomtoneError } from '@roomtone/protocol';
import type { BotScope } from '@roomtone/protocol/rest';

/** A bot as it acts: what its owner lets it do. */
export interface BotRights {
  readonly ownerId: string;
  readonly scopes: readonly BotScope[];
}

/** The user whose limits and restrictions an account shares: its owner for a bot, otherwise itself (S32.13). */
export function personOf({ userId, bot }: { readonly userId: string; readonly bot?: BotRights | undefined }): string {
  return bot?.ownerId ?? userId;
}

/**
 * Checks that somebody may do what needs a scope. People may: scopes are for bots.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason scope.
 */
export function checkScope(bot: BotRights | undefined, scope: BotScope): void {
  if (!lacksScope(bot, scope)) return;
  throw scopeRequired(scope);
}

/** True for a bot without this scope. */
export function lacksScope(bot: BotRights | undefined, scope: BotScope): boolean {
  return bot !== undefined && !bot.scopes.includes(scope);
}

export function scopeRequired(scope: BotScope): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', `This bot's token lacks the scope ${scope}.`, {
    required: [scope],
    reason: 'scope',
  });
}

/**
 * Checks that somebody is not a bot: only people own rooms, have friends and look after an account.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason bot.
 */
export function checkIsPerson(bot: BotRights | undefined): void {
  if (bot === undefined) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'A bot may not do this.', { required: [], reason: 'bot' });
}
