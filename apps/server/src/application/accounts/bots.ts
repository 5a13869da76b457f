import { randomUUID } from 'node:crypto';
import { cleanDisplayName, issues, RoomtoneError, validationError } from '@roomtone/protocol';
import { type BotScope, botScopes, type CreateBotBody } from '@roomtone/protocol/rest';
import { serverLimits } from '../../domain/server-limits.ts';
import type { SessionRecord } from '../../ports/account-storage.ts';
import type { AuditEvent } from '../../ports/audit-log.ts';
import type { BotRecord } from '../../ports/bot-storage.ts';
import type { BotTokens, SentBotToken } from '../../ports/bot-tokens.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveUsers } from '../../ports/live-users.ts';
import { noPassword } from '../../ports/password-hasher.ts';
import type { Storage } from '../../ports/storage.ts';
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';
import { displayNameProblems, withUserTag } from './registration.ts';
import { isReservedName } from './reserved-names.ts';

/** A bot with its token, which is known at this moment only. */
interface BotWithToken {
  readonly bot: BotRecord;
  readonly token: string;
}

/** Where a request about bots came from; by command from nowhere. */
type BotActor = Pick<AuditEvent, 'address' | 'byUserId'>;

export interface BotsDeps {
  readonly storage: Pick<
    Storage,
    'addBot' | 'botsOf' | 'replaceBotSession' | 'deleteBotSessionsOf' | 'userById' | 'blockersOf'
  > &
    DeleteAccountDeps['storage'];
  readonly tokens: Pick<BotTokens, 'issue'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly deleting: Omit<DeleteAccountDeps, 'storage'>;
  readonly news: Pick<LiveUsers, 'blockChanged'>;
  readonly record: (event: AuditEvent) => Promise<void> | void;
}

/** Bots: accounts of programs, which belong to a user (S32). */
export interface Bots {
  /**
   * @throws {RoomtoneError} VALIDATION_ERROR on `username` or `display_name`; AUTHORIZATION_ERROR with reason bot_quota for one bot too many;
   *   AUTHENTICATION_ERROR if the owner is gone.
   */
  create(ownerId: string, body: CreateBotBody, by?: BotActor): Promise<BotWithToken>;
  of(ownerId: string): Promise<readonly BotRecord[]>;
  /** The token before stops working. @throws {RoomtoneError} RESOURCE_NOT_FOUND unless the bot is the owner's. */
  replaceToken(ownerId: string, botId: string, by?: BotActor): Promise<BotWithToken>;
  /** The tokens of all of the owner's bots stop working; the bots stay. Resolves with their number. */
  endTokens(ownerId: string, by?: BotActor): Promise<number>;
  /** Its token stops working, too. @throws {RoomtoneError} RESOURCE_NOT_FOUND unless the bot is the owner's. */
  delete(ownerId: string, botId: string, by?: BotActor): Promise<void>;
}

/** The year 9999: a token lasts until it is revoked. */
const neverMs = 253_402_300_799_000;

export function createBots({ storage, tokens, clock, deleting, news, record }: BotsDeps): Bots {
  const find = async (ownerId: string, botId: string): Promise<BotRecord> => {
    const found = (await storage.botsOf(ownerId)).find(({ user }) => user.userId === botId);
    if (found === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'You have no such bot.', { user_id: botId });
    return found;
  };
  return {
    async create(ownerId, { username, display_name: wanted = '', scopes }, by = {}) {
      if (isReservedName(username)) throw validationError([{ field: 'username', ...issues.reserved }]);
      const problems = displayNameProblems(wanted);
      if (problems.length > 0) throw validationError(problems);
      if (scopes.length === 0)
        throw validationError([{ field: 'scopes', code: 'invalid', issue: 'must have at least one' }]);
      const now = clock.nowMs();
      const displayName = cleanDisplayName(wanted);
      const account = {
        userId: randomUUID(),
        username,
        ...(displayName !== '' && { displayName }),
        email: undefined,
        passwordHash: noPassword,
        roles: ['member'],
        createdAt: now,
        bot: { ownerId, scopes: inOrder(scopes) },
      };
      const { token, ...sent } = tokens.issue();
      const session = sessionOf(account.userId, sent, now);
      const quota = serverLimits.botsOfUser;
      const created = await withUserTag(username, (userTag) => storage.addBot({ ...account, userTag }, session, quota));
      if (created === undefined) throw new RoomtoneError('AUTHENTICATION_ERROR', 'This account no longer exists.');
      if ('taken' in created) throw refusal(created.taken, quota);
      for (const blocker of await storage.blockersOf(ownerId)) news.blockChanged(blocker, created.userId, true);
      await record({
        kind: 'account_created',
        userId: created.userId,
        byUserId: ownerId,
        ...by,
        details: { bot: true },
      });
      return { bot: { user: created, lastSeen: now, isSignedIn: true }, token };
    },

    of: (ownerId) => storage.botsOf(ownerId),

    async replaceToken(ownerId, botId, by = {}) {
      const bot = await find(ownerId, botId);
      const { token, ...sent } = tokens.issue();
      const ended = await storage.replaceBotSession(sessionOf(botId, sent, clock.nowMs()));
      for (const sessionId of ended ?? []) deleting.realtime.sessionEnded(sessionId);
      await record({ kind: 'bot_token_replaced', userId: botId, byUserId: ownerId, ...by });
      return { bot: { ...bot, isSignedIn: true }, token };
    },

    async endTokens(ownerId, by = {}) {
      const ended = await storage.deleteBotSessionsOf(ownerId);
      for (const sessionId of ended) deleting.realtime.sessionEnded(sessionId);
      if (ended.length > 0) await record({ kind: 'bot_tokens_ended', userId: ownerId, ...by });
      return ended.length;
    },

    async delete(ownerId, botId, by = {}) {
      const { user } = await find(ownerId, botId);
      await deleteAccount({ ...deleting, storage }, botId);
      const { username } = user;
      await record({
        kind: 'account_deleted',
        userId: botId,
        username,
        byUserId: ownerId,
        ...by,
        details: { bot: true },
      });
    },
  };
}

function inOrder(scopes: readonly BotScope[]): readonly BotScope[] {
  return botScopes.filter((scope) => scopes.includes(scope));
}

function sessionOf(userId: string, { sessionId, hash }: SentBotToken, now: number): SessionRecord {
  return {
    sessionId,
    userId,
    refreshHash: hash,
    previousHash: undefined,
    remembered: true,
    createdAt: now,
    lastUsed: now,
    expiresAt: neverMs,
    address: '',
    userAgent: '',
  };
}

function refusal(taken: string, limit: number): RoomtoneError {
  if (taken !== 'botQuota') return validationError([{ field: 'username', ...issues.taken }]);
  const details = { required: [], reason: 'bot_quota', limit } as const;
  return new RoomtoneError('AUTHORIZATION_ERROR', `You already have ${limit} bots, which is the limit.`, details);
}
