import { limits, RoomtoneError, restNamesOf, serviceLimits } from '@roomtone/protocol';
import type { LoginView, RefreshView } from '@roomtone/protocol/rest';
import { serverLimits } from '../../domain/server-limits.ts';
import type { AccessTokens } from '../../ports/access-tokens.ts';
import type { SessionRecord, UserRecord } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import { noPassword } from '../../ports/password-hasher.ts';
import type { RefreshTokens } from '../../ports/refresh-tokens.ts';
import type { Storage } from '../../ports/storage.ts';

export interface SessionsDeps {
  readonly storage: Pick<Storage, 'createSession' | 'sessionById' | 'rotateSession' | 'deleteSession' | 'userById'>;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Called once an auth session is gone from storage: its connections close. */
  readonly onEnded: (sessionId: string) => void;
}

/** The client of a sign-in, for the user's list of sessions. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

/** Auth sessions. One is a family of refresh tokens, of which one works at a time (S12). */
export interface Sessions {
  /** @throws {RoomtoneError} AUTHORIZATION_ERROR with the reason `suspended`. */
  start(user: UserRecord, remembered: boolean, from: Origin): Promise<LoginView>;
  /** @throws {RoomtoneError} AUTHENTICATION_ERROR. */
  refresh(token: string): Promise<RefreshView>;
  /** Does nothing if the session has already ended. */
  end(sessionId: string): Promise<void>;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { storage, accessTokens, refreshTokens, clock } = deps;

  const end = async (sessionId: string) => {
    await storage.deleteSession(sessionId);
    deps.onEnded(sessionId);
  };

  /** Fails if the password was changed, the account suspended or deleted, while the password was being checked. */
  const create = async (session: SessionRecord, passwordHash: string) => {
    const [created, user] = await Promise.allSettled([
      storage.createSession(session),
      storage.userById(session.userId),
    ]);
    if (user.status === 'fulfilled' && user.value?.passwordHash !== passwordHash) {
      await end(session.sessionId);
      throw signInAgain();
    }
    if (user.status === 'fulfilled' && user.value?.isSuspended) {
      await end(session.sessionId);
      throw suspended();
    }
    for (const act of [created, user]) if (act.status === 'rejected') throw act.reason;
  };

  const answer = async (session: SessionRecord, refreshToken: string): Promise<RefreshView> => {
    const user = await storage.userById(session.userId);
    if (user === undefined) throw signInAgain();
    const token = await accessTokens.issue(user, session.sessionId);
    return { token, refresh_token: refreshToken, expires_in: limits.accessTokenSeconds };
  };

  /** Somebody without a password could not sign in again. */
  const nextEnd = async ({ userId, createdAt, remembered }: SessionRecord, now: number): Promise<number> => {
    const unused = now + lifetimeMs(remembered);
    const longest = createdAt + serverLimits.longestSessionMs;
    if (longest >= unused) return unused;
    return (await storage.userById(userId))?.passwordHash === noPassword ? unused : longest;
  };

  return {
    async start(user, remembered, from) {
      const now = clock.nowMs();
      const sessionId = refreshTokens.newSessionId();
      const refreshToken = refreshTokens.first(sessionId);
      const session: SessionRecord = {
        sessionId,
        userId: user.userId,
        refreshHash: refreshTokens.hash(refreshToken),
        previousHash: undefined,
        remembered,
        createdAt: now,
        lastUsed: now,
        expiresAt: now + lifetimeMs(remembered),
        address: from.address,
        userAgent: from.userAgent.slice(0, 256),
      };
      await create(session, user.passwordHash);
      return {
        token: await accessTokens.issue(user, sessionId),
        refresh_token: refreshToken,
        expires_in: limits.accessTokenSeconds,
        user: { user_id: user.userId, ...restNamesOf(user), roles: [...user.roles] },
      };
    },

    async refresh(token) {
      const sessionId = refreshTokens.sessionOf(token);
      if (sessionId === undefined) throw signInAgain();
      const hash = refreshTokens.hash(token);
      const successor = refreshTokens.successor(token);
      for (;;) {
        const session = await storage.sessionById(sessionId);
        const now = clock.nowMs();
        if (session === undefined) throw signInAgain();
        // It stays in storage: a wrong clock must not end it forever.
        if (session.expiresAt <= now) throw signInAgain();
        // The client lost the answer to its last refresh: the successor has not been used yet.
        if (session.previousHash === hash && isInGrace(session, now)) return answer(session, successor);
        if (session.refreshHash !== hash) {
          // The token was replaced long ago, or its successor used: two clients may have this session, one of them a thief.
          await end(sessionId);
          throw signInAgain();
        }
        const rotated = await storage.rotateSession(sessionId, hash, {
          refreshHash: refreshTokens.hash(successor),
          previousHash: hash,
          lastUsed: now,
          expiresAt: await nextEnd(session, now),
        });
        if (rotated) return answer(session, successor);
        // Another request with the same token was faster: try again with the hashes it stored.
      }
    },

    end,
  };
}

/** True while a client may still repeat its last refresh because it lost the answer. A clock set back does not extend it. */
function isInGrace({ lastUsed }: SessionRecord, now: number): boolean {
  return Math.abs(now - lastUsed) < serviceLimits.refreshGraceMs;
}

function lifetimeMs(remembered: boolean): number {
  const { remembered: long, otherwise } = limits.refreshTokenSeconds;
  return (remembered ? long : otherwise) * 1000;
}

function signInAgain(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'The session has ended. Sign in again.');
}

function suspended(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'This account is suspended. Ask the host.', {
    required: [],
    reason: 'suspended',
  });
}
