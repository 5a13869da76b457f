import { RoomtoneError } from '@roomtone/protocol';
import { LoginBody, LoginView, RefreshBody, RefreshView, RegisterBody, success } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { LoginLock } from '../../../application/accounts/login-lock.ts';
import { registerUser } from '../../../application/accounts/registration.ts';
import type { Origin, Sessions } from '../../../application/accounts/sessions.ts';
import { addressBlock } from '../../../application/address-block.ts';
import type { Config } from '../../../config/config.ts';
import type { AccessTokens } from '../../../ports/access-tokens.ts';
import type { AuditRecorder } from '../../../ports/audit-log.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { RefreshTokens } from '../../../ports/refresh-tokens.ts';
import type { Storage } from '../../../ports/storage.ts';
import { badToken, bearerToken } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

export interface AuthRoutesDeps {
  readonly config: Pick<Config, 'registration' | 'email'>;
  readonly storage: Pick<Storage, 'createUser' | 'userByLogin'>;
  readonly hasher: PasswordHasher;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly sessions: Sessions;
  readonly loginLock: LoginLock;
  readonly audit: AuditRecorder;
  readonly accessTokens: Pick<AccessTokens, 'verify'>;
  readonly refreshTokens: Pick<RefreshTokens, 'sessionOf'>;
}

const LogoutBody = Type.Partial(RefreshBody, { additionalProperties: false });
const Nothing = Type.Object({});

/** Register, log in, refresh and log out (S11, S12). */
export function authRoutes(app: App, deps: AuthRoutesDeps): void {
  const { sessions } = deps;

  app.post(
    '/api/auth/register',
    {
      schema: {
        ...operation('register', 'Create an account', 'Authentication', {
          token: 'ignored',
          errors: ['AUTHORIZATION_ERROR'],
          description: 'Creates an account and signs in to it. Refused if the host has closed registration.',
        }),
        body: RegisterBody,
        response: { 201: success(LoginView) },
      },
      // Before the body is checked, whose content does not matter then.
      preValidation: async () => {
        if (deps.config.registration === 'closed') throw registrationClosed();
      },
    },
    async (request, reply) => {
      const user = await registerUser(deps, request.body);
      deps.audit.record({ kind: 'account_created', userId: user.userId, address: request.ip });
      reply.code(201);
      return succeed(await sessions.start(user, false, originOf(request)));
    },
  );

  app.post(
    '/api/auth/login',
    {
      schema: {
        ...operation('login', 'Sign in', 'Authentication', {
          token: 'ignored',
          errors: ['AUTHENTICATION_ERROR'],
          description:
            'Signs in with a username or an email. Ten failures in a row by one name from one address lock it there for 60 s, and ' +
            'a hundred from all addresses lock it wherever nobody has signed in by it lately.',
        }),
        body: LoginBody,
        response: { 200: success(LoginView) },
      },
    },
    async (request) => {
      const { username, password, remember_me: remembered = false } = request.body;
      const user = await deps.storage.userByLogin(username);
      const signedIn = await deps.loginLock.try({ name: username, address: addressBlock(request.ip) }, async () => {
        const matches = await deps.hasher.verify(user?.passwordHash, password, { isLogin: true });
        return user !== undefined && matches ? user : undefined;
      });
      if (signedIn === undefined) throw wrongCredentials();
      return succeed(await sessions.start(signedIn, remembered, originOf(request)));
    },
  );

  app.post(
    '/api/auth/refresh',
    {
      schema: {
        ...operation('refresh', 'Get a new access token', 'Authentication', {
          token: 'ignored',
          errors: ['AUTHENTICATION_ERROR'],
          description: 'Every use replaces the refresh token with the one in the answer.',
        }),
        body: RefreshBody,
        response: { 200: success(RefreshView) },
      },
    },
    async (request) => succeed(await sessions.refresh(request.body.refresh_token)),
  );

  app.post(
    '/api/auth/logout',
    {
      schema: {
        ...operation('logout', 'Sign out', 'Authentication', {
          token: 'optional',
          bodyIsOptional: true,
          description: 'Ends a session, named by its access token or its refresh token.',
        }),
        body: LogoutBody,
        response: { 200: success(Nothing) },
      },
      preValidation: absentBodyIsEmpty,
    },
    async (request) => {
      const accessToken = bearerToken(request);
      const refreshToken = request.body.refresh_token;
      if (accessToken === undefined && refreshToken === undefined) {
        throw new RoomtoneError('AUTHENTICATION_ERROR', 'Signing out needs an access token or a refresh_token.');
      }
      if (accessToken !== undefined) {
        // Its auth session may already have ended, which does not matter.
        const claims = await deps.accessTokens.verify(accessToken);
        if (claims === undefined) throw badToken();
        await sessions.end(claims.sessionId);
      }
      const sessionId = refreshToken === undefined ? undefined : deps.refreshTokens.sessionOf(refreshToken);
      if (sessionId !== undefined) await sessions.end(sessionId);
      return succeed({}, 'You are signed out.');
    },
  );
}

/** For routes with an optional body. */
export async function absentBodyIsEmpty(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}

/** The same for an unknown user and for a wrong password. */
function wrongCredentials(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'The username or the password is wrong.');
}

function registrationClosed(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'Registration is closed here. Ask the host for an account.', {
    required: [],
    reason: 'registration_closed',
  });
}
