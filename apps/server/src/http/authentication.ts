import { RoomtoneError } from '@roomtone/protocol';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { AccessTokens } from '../adapters/access-tokens.ts';
import type { Storage } from '../ports.ts';
import type { App } from './server-types.ts';

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
    tokenRead: Promise<Principal> | undefined;
  }
}

/** Hooks for `onRequest`: before the body is read, so that a stranger's is not even looked at. */
export interface Authentication {
  /** A valid Bearer token or 401. */
  readonly required: onRequestHookHandler;
  /** A valid Bearer token or none; a bad one is 401 (decisions 3). */
  readonly optional: onRequestHookHandler;
  /**
   * Whom a request's token belongs to; undefined, at once or later, where that cannot be told. A token is looked at once a
   * request.
   */
  readonly callerOf: (request: FastifyRequest) => Promise<Principal | undefined> | undefined;
}

/** Makes room for the caller in every request. */
export function decorateCallers(app: App): void {
  app.decorateRequest('principal', undefined);
  app.decorateRequest('tokenRead', undefined);
}

/** @param onSeen told whom each valid token belongs to. */
export function createAuthentication(
  tokens: Pick<AccessTokens, 'verify'>,
  storage: Pick<Storage, 'sessionById' | 'userById'>,
  onSeen: (userId: string) => void = () => {},
): Authentication {
  const readToken = async (authorization: string): Promise<Principal> => {
    const claims = await tokens.verify(tokenIn(authorization));
    if (claims === undefined) throw badToken();
    // Roles and names come from storage, and a session that has ended takes its tokens with it at once.
    const [session, user] = await Promise.all([storage.sessionById(claims.sessionId), storage.userById(claims.userId)]);
    if (session === undefined || user === undefined || session.userId !== user.userId) throw badToken();
    const { userId, username, avatarName, roles } = user;
    onSeen(userId);
    return {
      userId,
      username,
      avatarName,
      roles,
      sessionId: session.sessionId,
      tokenExpiresAt: claims.expiresAt,
    };
  };
  /** Undefined for a request without a token: it waits for nothing. */
  const principalOf = (request: FastifyRequest) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    request.tokenRead ??= readToken(authorization);
    return request.tokenRead;
  };
  const admit = (request: FastifyRequest, reading: Promise<Principal>, done: (error?: Error) => void) => {
    reading.then((principal) => {
      request.principal = principal;
      done();
    }, done);
  };
  return {
    required(request, _reply, done) {
      const reading = principalOf(request);
      if (reading === undefined) throw tokenNeeded();
      admit(request, reading, done);
    },
    optional(request, _reply, done) {
      const reading = principalOf(request);
      if (reading === undefined) done();
      else admit(request, reading, done);
    },
    // Why is said where the caller matters, by required() and optional().
    callerOf: (request) => principalOf(request)?.catch(() => undefined),
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
