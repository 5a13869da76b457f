import { issues, RoomtoneError, validationError } from '@roomtone/protocol';
import {
  ChangePasswordBody,
  EndedSessionView,
  NothingView,
  SessionListView,
  success,
  ValidateTokenView,
} from '@roomtone/protocol/rest';
import Type from 'typebox';
import type { AccountNotices } from '../../../application/accounts/account-notices.ts';
import type { Bots } from '../../../application/accounts/bots.ts';
import { isReference } from '../../../application/accounts/find-user.ts';
import { passwordIssue, passwordRequired } from '../../../application/accounts/registration.ts';
import type { Sessions } from '../../../application/accounts/sessions.ts';
import { avatarPath } from '../../../domain/avatar-path.ts';
import type { AuditRecorder } from '../../../ports/audit-log.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ChangedAccount } from '../../../ports/live-users.ts';
import { noPassword, type PasswordHasher } from '../../../ports/password-hasher.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, badToken, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { dateTime, sessionEntry } from '../users/account-views.ts';
import { mailRequestOf } from './mail-request.ts';

export interface SessionRoutesDeps {
  readonly storage: Pick<Storage, 'userById' | 'sessionById' | 'sessionsOf' | 'changePassword'>;
  readonly hasher: PasswordHasher;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly sessions: Sessions;
  readonly bots: Pick<Bots, 'endTokens'>;
  readonly authentication: Authentication;
  readonly audit: AuditRecorder;
  /** Undefined on a server without a mail server. */
  readonly notices: Pick<AccountNotices, 'send'> | undefined;
  /** Called with each auth session that a changed password has ended. */
  readonly onEnded: (sessionId: string) => void;
  /** Called when an account has got its first password. */
  readonly onMember: (account: ChangedAccount) => void;
}

const SessionParams = Type.Object({ sid: Type.String({ description: 'A `sid` of the list.' }) });

/** The caller's token, auth sessions and password (S12). */
export function sessionRoutes(app: App, deps: SessionRoutesDeps): void {
  const { storage, clock, sessions, authentication } = deps;

  app.get(
    '/api/auth/validate-token',
    {
      schema: {
        ...operation('validateToken', 'Check an access token', 'Authentication', { token: 'required' }),
        response: { 200: success(ValidateTokenView) },
      },
      onRequest: authentication.withScope(),
    },
    async (request) =>
      succeed({ valid: true as const, expires_at: dateTime(requirePrincipal(request).tokenExpiresAt) }),
  );

  app.put(
    '/api/auth/password',
    {
      schema: {
        ...operation('changePassword', 'Change the password', 'Authentication', {
          token: 'required',
          description:
            'Ends all other sessions of the account, and with `end_bots` the tokens of its bots. One without a password needs no `current_password`.',
        }),
        body: ChangePasswordBody,
        response: { 200: success(NothingView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const principal = requirePrincipal(request);
      await changePassword(deps, principal, request.body);
      deps.audit.record({ kind: 'password_changed', userId: principal.userId, address: request.ip });
      if (request.body.end_bots) await deps.bots.endTokens(principal.userId, { address: request.ip });
      deps.notices?.send(principal.userId, 'password_changed', mailRequestOf(request).language);
      return succeed({}, 'Your password is changed. You are signed out everywhere else.');
    },
  );

  app.get(
    '/api/auth/sessions',
    {
      schema: {
        ...operation('listSessions', 'List the account’s sessions', 'Authentication', {
          token: 'required',
          description: 'All sessions that have not ended, the last used first.',
        }),
        response: { 200: success(SessionListView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { userId, sessionId } = requirePrincipal(request);
      const found = await storage.sessionsOf(userId, clock.nowMs());
      return succeed({ sessions: found.map((session) => sessionEntry(session, sessionId)) });
    },
  );

  app.delete(
    '/api/auth/sessions/:sid',
    {
      schema: {
        ...operation('endSession', 'End a session', 'Authentication', {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'Its tokens stop working immediately, and its connections close with 4401.',
        }),
        params: SessionParams,
        response: { 200: success(EndedSessionView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { sid } = request.params;
      const session = isReference(sid) ? await storage.sessionById(sid) : undefined;
      // Another user's auth session is answered as if it did not exist.
      if (session?.userId !== requirePrincipal(request).userId) throw sessionNotFound(sid);
      await sessions.end(sid);
      return succeed({ sid });
    },
  );
}

async function changePassword(
  { storage, hasher, onEnded, onMember }: SessionRoutesDeps,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  body: ChangePasswordBody,
): Promise<void> {
  const user = await storage.userById(userId);
  if (user === undefined) throw badToken();
  const work = { by: `user:${userId}` };
  if (user.passwordHash !== noPassword) {
    const { current_password: current } = body;
    if (current === undefined) throw validationError([{ field: 'current_password', ...passwordRequired }]);
    if (!(await hasher.verify(user.passwordHash, current, work))) {
      throw validationError([{ field: 'current_password', ...issues.wrong }]);
    }
  }
  const issue = await passwordIssue(body.new_password, user);
  if (issue !== undefined) throw validationError([{ field: 'new_password', ...issue }]);
  const passwordHash = await hasher.hash(body.new_password, work);
  for (const ended of await storage.changePassword(userId, passwordHash, sessionId)) onEnded(ended);
  if (user.passwordHash !== noPassword) return;
  onMember({
    userId,
    username: user.username,
    displayName: user.displayName,
    avatarUrl: avatarPath(user),
    member: true,
  });
}

function sessionNotFound(sid: string): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'This session does not exist.', { sid });
}
