import { timingSafeEqual } from 'node:crypto';
import { type Named, RoomtoneError } from '@roomtone/protocol';
import type { BotScope } from '@roomtone/protocol/rest';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { AdmittedGuest } from '../../application/accounts/invitations.ts';
import { type AdminSecondFactor, activeRoles } from '../../domain/active-roles.ts';
import { type BotRights, checkIsPerson, checkScope } from '../../domain/bot-scopes.ts';
import type { AccessClaims } from '../../ports/access-tokens.ts';
import type { SessionRecord, UserRecord } from '../../ports/account-storage.ts';
import { type Awaitable, whenThere } from '../../ports/awaitable.ts';
import type { BotTokens, SentBotToken } from '../../ports/bot-tokens.ts';
import type { RecentReads } from '../../ports/recent-reads.ts';
import type { RecentTokens, SentToken } from '../../ports/recent-tokens.ts';

/** The user who sent a request, as in storage now. */
export interface Principal extends Named {
  readonly userId: string;
  /** Name of the uploaded picture. */
  readonly avatarName?: string | undefined;
  /** Those that count now. */
  readonly roles: readonly string[];
  /** The role of an admin does not count until there is a second factor. */
  readonly needsSecondFactor: boolean;
  readonly sessionId: string;
  /** The scopes that a bot may do; absent for people. */
  readonly bot?: BotRights | undefined;
  /** Expiry of the token that was sent, ms since 1970. */
  readonly tokenExpiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `Authentication`'s hooks; undefined for a guest. */
    principal: Principal | undefined;
    /** A guest whom an invitation admits where there are no guests otherwise. */
    admitted: AdmittedGuest | undefined;
    /** The result of checking the token, once it has been asked for. */
    tokenRead: Awaitable<Principal> | undefined;
    /** The user whose token was sent, also if the request is refused; undefined for a guest. */
    callerId: string | undefined;
  }
}

/** Hooks for `onRequest`: they run before the body is read, so that a stranger's body is never parsed. */
export interface Authentication {
  /** Answers 401 unless the request has a valid Bearer token, and refuses bots (S32.5). */
  readonly required: onRequestHookHandler;
  /** The same, but lets bots pass that have the scope, or all for none. */
  readonly withScope: (scope?: BotScope) => onRequestHookHandler;
  /** Lets requests without a token pass if the host or an invitation admits guests (S17.5, S29.6); answers 401 to a bad one (S12.6). */
  readonly optional: onRequestHookHandler;
  /** The same for what everybody may ask, whatever the host says of guests. */
  readonly anybody: onRequestHookHandler;
  /**
   * The user of a request's token; undefined if it has none or a bad one. The token is checked once per request.
   */
  readonly callerOf: (request: FastifyRequest) => Awaitable<Principal | undefined>;
}

export interface AuthenticationOptions {
  /** Called with the user of each valid token, and the request that has it. */
  readonly onSeen?: (userId: string, request: FastifyRequest['raw']) => void;
  /** on unless given. */
  readonly guests?: 'on' | 'off';
  /** True if the role of an admin counts without a second factor: optional unless given. */
  readonly adminSecondFactor?: AdminSecondFactor;
  /** Lets in a guest with an invitation; rejects if it admits nobody. */
  readonly admitGuest?: (token: string, address: string) => Promise<AdmittedGuest>;
}

export function createAuthentication(
  { tokens, botTokens }: { readonly tokens: RecentTokens; readonly botTokens: Pick<BotTokens, 'read'> },
  recent: Pick<RecentReads, 'sessionById' | 'userById'>,
  {
    onSeen = () => {},
    guests = 'on',
    adminSecondFactor = 'optional',
    admitGuest = noGuest,
  }: AuthenticationOptions = {},
): Authentication {
  const admit = (
    { expiresAt }: Pick<AccessClaims, 'expiresAt'>,
    session: SessionRecord | undefined,
    user: UserRecord | undefined,
  ): Principal => {
    if (session === undefined || user === undefined || session.userId !== user.userId) throw badToken();
    const { userId, username, displayName, avatarName, bot } = user;
    const roles = activeRoles(user, adminSecondFactor);
    const needsSecondFactor = roles !== user.roles;
    return {
      userId,
      username,
      displayName,
      avatarName,
      roles,
      needsSecondFactor,
      sessionId: session.sessionId,
      bot,
      tokenExpiresAt: expiresAt,
    };
  };
  const lookUp = (claims: AccessClaims | undefined): Awaitable<Principal> => {
    if (claims === undefined) throw badToken();
    // Roles and names come from storage, and the tokens of an ended auth session stop working immediately.
    const [session, user] = [recent.sessionById(claims.sessionId), recent.userById(claims.userId)];
    if (!(session instanceof Promise || user instanceof Promise)) return admit(claims, session, user);
    return Promise.all([session, user]).then((found) => admit(claims, ...found));
  };
  const admitBot = ({ hash }: SentBotToken, session: SessionRecord | undefined): Awaitable<Principal> => {
    if (session === undefined || !isSame(session.refreshHash, hash)) throw badToken();
    return whenThere(recent.userById(session.userId), (user) => {
      // A session of people has no such token.
      if (user?.bot === undefined) throw badToken();
      return admit(session, session, user);
    });
  };
  /** The last token of each connection. */
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
      const bot = botTokens.read(tokenIn(authorization));
      if (bot !== undefined) return whenThere(recent.sessionById(bot.sessionId), (found) => admitBot(bot, found));
      return whenThere(tokens.verify(sentIn(authorization, connection)), lookUp);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  /** Undefined for a request without a token. */
  const principalOf = (request: FastifyRequest): Awaitable<Principal> | undefined => {
    const { authorization } = request.headers;
    if (authorization === undefined || isInvitation(authorization)) return undefined;
    request.tokenRead ??= whenThere(readToken(authorization, request.raw.socket), (principal) => {
      onSeen(principal.userId, request.raw);
      request.callerId = principal.userId;
      return principal;
    });
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
  const anybody: onRequestHookHandler = (request, _reply, done) => {
    const reading = principalOf(request);
    if (reading === undefined) done();
    else enter(request, reading, done);
  };
  const withToken =
    (check: (principal: Principal) => void): onRequestHookHandler =>
    (request, _reply, done) => {
      const reading = principalOf(request);
      if (reading === undefined) throw tokenNeeded();
      enter(
        request,
        whenThere(reading, (principal) => {
          check(principal);
          return principal;
        }),
        done,
      );
    };
  return {
    required: withToken(({ bot }) => checkIsPerson(bot)),
    withScope: (scope) =>
      withToken(({ bot }) => {
        if (scope !== undefined) checkScope(bot, scope);
      }),
    optional(request, reply, done) {
      const { authorization } = request.headers;
      if (guests === 'off' && authorization === undefined) throw guestsRefused();
      if (guests === 'on' || authorization === undefined || !isInvitation(authorization)) {
        anybody.call(this, request, reply, done);
        return;
      }
      admitGuest(tokenOfInvitation(authorization), request.ip).then((admitted) => {
        request.admitted = admitted;
        done();
      }, done);
    },
    anybody,
    // required() and optional() answer with the reason if the caller matters.
    callerOf(request) {
      const reading = principalOf(request);
      return reading instanceof Promise ? reading.catch(() => undefined) : reading;
    },
  };
}

/** The principal of a request that has passed `required`. */
export function requirePrincipal(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw tokenNeeded();
  return request.principal;
}

/**
 * The Bearer token of a request; undefined if it has no Authorization header, or an invitation in it.
 * @throws {RoomtoneError} AUTHENTICATION_ERROR for another scheme.
 */
export function bearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  return authorization === undefined || isInvitation(authorization) ? undefined : tokenIn(authorization);
}

function tokenIn(authorization: string): string {
  const token = /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw badToken();
  return token;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** How a guest sends the token of an invitation. */
const invitationScheme = 'Invitation ';

/** The token of the invitation in a request's Authorization header; undefined without one. */
export function invitationToken({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization !== undefined && isInvitation(authorization) ? tokenOfInvitation(authorization) : undefined;
}

function tokenOfInvitation(authorization: string): string {
  return authorization.slice(invitationScheme.length).trim();
}

function isInvitation(authorization: string): boolean {
  return authorization.slice(0, invitationScheme.length).toLowerCase() === invitationScheme.toLowerCase();
}

function noGuest(): Promise<never> {
  return Promise.reject(guestsRefused());
}

function tokenNeeded(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'This needs an access token: Authorization: Bearer <token>.');
}

function guestsRefused(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'This server admits only people with an account. Sign in.', {
    required: [],
    reason: 'guests',
  });
}

export function badToken(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'The access token is not valid or has expired.');
}
