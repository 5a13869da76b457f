import { RoomtoneError } from '@roomtone/protocol';
import {
  LoginBody,
  LoginView,
  RefreshBody,
  RefreshView,
  RegisterBody,
  SecondFactorBody,
  success,
} from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { AccountMails } from '../../../application/accounts/account-mails.ts';
import type { Invitations } from '../../../application/accounts/invitations.ts';
import { registerUser } from '../../../application/accounts/registration.ts';
import type { Origin, Sessions } from '../../../application/accounts/sessions.ts';
import type { SignIn } from '../../../application/accounts/sign-in.ts';
import type { Config } from '../../../config/config.ts';
import type { AccessTokens } from '../../../ports/access-tokens.ts';
import type { UserRecord } from '../../../ports/account-storage.ts';
import type { AuditRecorder } from '../../../ports/audit-log.ts';
import type { Clock } from '../../../ports/clock.ts';
import { noPassword, type PasswordHasher } from '../../../ports/password-hasher.ts';
import type { RefreshTokens } from '../../../ports/refresh-tokens.ts';
import type { Storage } from '../../../ports/storage.ts';
import { badToken, bearerToken } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { siteOf } from '../../plugins/site.ts';
import { mailRequestOf } from './mail-request.ts';

export interface AuthRoutesDeps {
  readonly config: Pick<Config, 'registration' | 'email' | 'password' | 'publicUrl'>;
  readonly storage: Pick<Storage, 'createUser' | 'userByLogin'>;
  readonly hasher: PasswordHasher;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly invitations: Pick<Invitations, 'check' | 'createUser'>;
  readonly mails: Pick<AccountMails, 'welcome'> | undefined;
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
          description:
            'Creates an account and signs in to it; without a password, where the host allows that, for 30 days after its last ' +
            'use. Refused if the host has closed registration, unless an `invitation` admits the user.',
        }),
        body: RegisterBody,
        response: { 201: success(LoginView) },
      },
      // Before the body is checked, whose content does not matter then.
      preValidation: async (request) => {
        const isInvited = typeof (request.body as { invitation?: unknown } | null | undefined)?.invitation === 'string';
        if (deps.config.registration === 'closed' && !isInvited) throw registrationClosed();
      },
    },
    async (request, reply) => {
      const { user, invitation } = await register(deps, request.body);
      const details = invitation === undefined ? {} : { invitation_id: invitation.invitationId };
      deps.audit.record({ kind: 'account_created', userId: user.userId, address: request.ip, details });
      deps.mails?.welcome(user, mailRequestOf(request));
      reply.code(201);
      // Without a password nobody could sign in again.
      const remembered = user.passwordHash === noPassword;
      return succeed(await sessions.start(user, remembered, originOf(request)));
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
            'Signs in with a username or an email. If the account has a second factor, the answer to the right password is 401 with ' +
            'the `reason` `second_factor` and what finishes the sign-in: a `challenge`, for how many seconds it works, and the ' +
            '`methods` that the account has. Ten failures in a row by one name from one address lock it there for 60 s, and ' +
            'a hundred from all addresses lock it wherever nobody has signed in by it lately.',
        }),
        body: LoginBody,
        response: { 200: success(LoginView) },
      },
    },
    async (request) =>
      succeed(await deps.signIn.withPassword(request.body, originOf(request), siteOf(request, deps.config))),
  );

  app.post(
    '/api/auth/login/second-factor',
    {
      schema: {
        ...operation('loginWithSecondFactor', 'Finish signing in with a second factor', 'Authentication', {
          token: 'ignored',
          errors: ['AUTHENTICATION_ERROR'],
          description:
            'The second step of a sign-in to an account with a second factor. A code works once. Wrong ones count as failed ' +
            'logins, and five in a row from one address lock the second step of the account there for an hour.',
        }),
        body: SecondFactorBody,
        response: { 200: success(LoginView) },
      },
    },
    async (request) => succeed(await deps.signIn.withSecondFactor(request.body, originOf(request))),
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

/** The invitation is not looked at, and not used up, where anybody may make an account. */
async function register(deps: AuthRoutesDeps, body: RegisterBody) {
  const { invitation: token } = body;
  if (deps.config.registration === 'open' || token === undefined) {
    return { user: await registerUser(deps, body), invitation: undefined };
  }
  // Before a password is hashed.
  const invitation = await deps.invitations.check(token);
  const storage = { createUser: (user: UserRecord) => deps.invitations.createUser(token, user) };
  return { user: await registerUser({ ...deps, storage }, body), invitation };
}

/** For routes with an optional body. */
export async function absentBodyIsEmpty(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}

function registrationClosed(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'Registration is closed here. Ask the host for an account.', {
    required: [],
    reason: 'registration_closed',
  });
}
