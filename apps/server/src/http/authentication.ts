import { RoomtoneError } from '@roomtone/protocol';
import type { FastifyRequest } from 'fastify';
import type { AccessTokens } from '../adapters/access-tokens.ts';
import type { Storage } from '../ports.ts';

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
  }
}

/** Hooks for `onRequest`: before the body is read, so that a stranger's is not even looked at. */
export interface Authentication {
  /** A valid Bearer token or 401. */
  readonly required: (request: FastifyRequest) => Promise<void>;
  /** A valid Bearer token or none; a bad one is 401 (decisions 3). */
  readonly optional: (request: FastifyRequest) => Promise<void>;
  /** Whom a request's token belongs to; undefined where that cannot be told. A token is looked at once a request. */
  readonly callerOf: (request: FastifyRequest) => Promise<Principal | undefined>;
}

/** @param onSeen told whom each valid token belongs to. */
export function createAuthentication(
  tokens: Pick<AccessTokens, 'verify'>,
  storage: Pick<Storage, 'sessionById' | 'userById'>,
  onSeen: (userId: string) => void = () => {},
): Authentication {
  const seen = new WeakMap<FastifyRequest, Promise<Principal | undefined>>();
  const readToken = async (request: FastifyRequest) => {
    const token = bearerToken(request);
    if (token === undefined) return undefined;
    const claims = await tokens.verify(token);
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
  const principalOf = (request: FastifyRequest) => {
    const known = seen.get(request) ?? readToken(request);
    seen.set(request, known);
    return known;
  };
  const optional = async (request: FastifyRequest) => {
    request.principal = await principalOf(request);
  };
  const required = async (request: FastifyRequest) => {
    await optional(request);
    requirePrincipal(request);
  };
  const callerOf = async (request: FastifyRequest) => {
    try {
      return await principalOf(request);
    } catch {
      // Why is said where the caller matters, by required() and optional().
      return undefined;
    }
  };
  return { required, optional, callerOf };
}

/** The principal of a request that went through `required`. */
export function requirePrincipal(request: FastifyRequest): Principal {
  if (request.principal === undefined) {
    throw new RoomtoneError('AUTHENTICATION_ERROR', 'This needs an access token: Authorization: Bearer <token>.');
  }
  return request.principal;
}

/**
 * The Bearer token of a request; undefined when it carries no Authorization at all.
 * @throws {RoomtoneError} AUTHENTICATION_ERROR for another scheme.
 */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const token = /^bearer +([^\s]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw badToken();
  return token;
}

export function badToken(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'The access token is not valid or has expired.');
}
