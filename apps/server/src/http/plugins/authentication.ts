import { RoomtoneError } from '@roomtone/protocol';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { AccessClaims } from '../../ports/access-tokens.ts';
import type { SessionRecord, UserRecord } from '../../ports/account-storage.ts';
import { type Awaitable, whenThere } from '../../ports/awaitable.ts';
import type { RecentReads } from '../../ports/recent-reads.ts';
import type { RecentTokens, SentToken } from '../../ports/recent-tokens.ts';

/** Who a request comes from, as storage knows them now. */
export interface Principal {
  readonly userId: string;
  readonly username: string;
  /** Name of the picture they uploaded. */
  readonly avatarName?: string | undefined;
  readonly roles: readonly string[];
  readonly sessionId: string;
  /** When the token that was sent expires, ms since 1970. */
  readonly tokenExpiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `Authentication`'s hooks; undefined for a guest. */
    principal: Principal | undefined;
    /** What came of looking at the token, once somebody has asked. */
    tokenRead: Awaitable<Principal> | undefined;
  }
}

/** Hooks for `onRequest`: before the body is read, so that a stranger's is not even looked at. */
export interface Authentication {
  /** A valid Bearer token or 401. */
  readonly required: onRequestHookHandler;
  /** A valid Bearer token or none; a bad one is 401 (S12.6). */
  readonly optional: onRequestHookHandler;
  /**
   * Whom a request's token belongs to; undefined, at once or later, where that cannot be told. A token is looked at once a
   * request.
   */
  readonly callerOf: (request: FastifyRequest) => Awaitable<Principal | undefined>;
}

/** @param onSeen told whom each valid token belongs to. */
export function createAuthentication(
  tokens: RecentTokens,
  recent: Pick<RecentReads, 'sessionById' | 'userById'>,
  onSeen: (userId: string) => void = () => {},
): Authentication {
  const admit = (claims: AccessClaims, session: SessionRecord | undefined, user: UserRecord | undefined): Principal => {
    if (session === undefined || user === undefined || session.userId !== user.userId) throw badToken();
    const { userId, username, avatarName, roles } = user;
    onSeen(userId);
    return { userId, username, avatarName, roles, sessionId: session.sessionId, tokenExpiresAt: claims.expiresAt };
  };
  const lookUp = (claims: AccessClaims | undefined): Awaitable<Principal> => {
    if (claims === undefined) throw badToken();
    // Roles and names come from storage, and a session that has ended takes its tokens with it at once.
    const [session, user] = [recent.sessionById(claims.sessionId), recent.userById(claims.userId)];
    if (!(session instanceof Promise || user instanceof Promise)) return admit(claims, session, user);
    return Promise.all([session, user]).then((found) => admit(claims, ...found));
  };
  /** What was last sent over each connection. */
  const lastSent = new WeakMap<object, { readonly authorization: string; readonly sent: SentToken }>();
  const sentIn = (authorization: string, connection: object): SentToken => {
    const last = lastSent.get(connection);
    if (last?.authorization === authorization) return last.sent;
    const sent = tokens.sent(tokenIn(authorization));
    lastSent.set(connection, { authorization, sent });
    return sent;
  };
  const readToken = (authorization: string, connection: object): Awaitable<Principal> => {
    try {
      return whenThere(tokens.verify(sentIn(authorization, connection)), lookUp);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  /** Undefined for a request without a token. */
  const principalOf = (request: FastifyRequest): Awaitable<Principal> | undefined => {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    request.tokenRead ??= readToken(authorization, request.raw.socket);
    return request.tokenRead;
  };
  const enter = (request: FastifyRequest, reading: Awaitable<Principal>, done: (error?: Error) => void) => {
    if (reading instanceof Promise) {
      reading.then((principal) => {
        request.principal = principal;
        done();
      }, done);
    } else {
      request.principal = reading;
      done();
    }
  };
  return {
    required(request, _reply, done) {
      const reading = principalOf(request);
      if (reading === undefined) throw tokenNeeded();
      enter(request, reading, done);
    },
    optional(request, _reply, done) {
      const reading = principalOf(request);
      if (reading === undefined) done();
      else enter(request, reading, done);
    },
    // Why is said where the caller matters, by required() and optional().
    callerOf(request) {
      const reading = principalOf(request);
      return reading instanceof Promise ? reading.catch(() => undefined) : reading;
    },
  };
}

/** The principal of a request that went through `required`. */
export function requirePrincipal(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw tokenNeeded();
  return request.principal;
}

/**
 * The Bearer token of a request; undefined when it carries no Authorization at all.
 * @throws {RoomtoneError} AUTHENTICATION_ERROR for another scheme.
 */
export function bearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  return authorization === undefined ? undefined : tokenIn(authorization);
}

function tokenIn(authorization: string): string {
  const token = /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw badToken();
  return token;
}

function tokenNeeded(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'This needs an access token: Authorization: Bearer <token>.');
}

export function badToken(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'The access token is not valid or has expired.');
}
