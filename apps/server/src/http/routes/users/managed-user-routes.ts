import { issues, restNamesOf, validationError } from '@roomtone/protocol';
import { AddedUserView, AddUserBody, SetPasswordBody, success, UserReferenceView } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import { type DeleteAccountDeps, deleteAccount } from '../../../application/accounts/delete-account.ts';
import { findUser, userNotFound } from '../../../application/accounts/find-user.ts';
import { passwordIssue, type RegistrationDeps, registerUser } from '../../../application/accounts/registration.ts';
import type { UserRecord } from '../../../ports/account-storage.ts';
import type { AuditRecorder } from '../../../ports/audit-log.ts';
import type { LiveUsers } from '../../../ports/live-users.ts';
import type { Storage } from '../../../ports/storage.ts';
import { adminOnly } from '../../plugins/admin-only.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { doneBy, type SignOutDeps, signOutEverywhere } from './sign-out-everywhere.ts';
import { UserParams } from './user-routes.ts';

export interface ManagedUserRoutesDeps extends DeleteAccountDeps, SignOutDeps {
  readonly storage: DeleteAccountDeps['storage'] &
    SignOutDeps['storage'] &
    Pick<Storage, 'createUser' | 'userByIdOrName' | 'changePassword' | 'setSuspended'>;
  readonly hasher: RegistrationDeps['hasher'];
  readonly clock: RegistrationDeps['clock'];
  readonly realtime: DeleteAccountDeps['realtime'] & Pick<LiveUsers, 'forceSignOut' | 'sessionEnded'>;
  readonly authentication: Authentication;
  readonly audit: AuditRecorder;
}

/** No session has this id, so every session ends. */
const noSession = '';

const errors = ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'] as const;

/** Adding, suspending and deleting users, and setting their passwords, for admins (S17.8 to S17.11). */
export function managedUserRoutes(app: App, deps: ManagedUserRoutesDeps): void {
  const { storage, realtime, audit, hasher } = deps;
  const onRequest = adminOnly(deps.authentication);

  app.post(
    '/api/users',
    {
      schema: {
        ...operation('addUser', 'Add a user', 'Users', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description: 'Admins only, also where registration is closed. The account has no email.',
        }),
        body: AddUserBody,
        response: { 201: success(AddedUserView) },
      },
      onRequest,
    },
    async (request, reply) => {
      const body = { ...request.body, confirm_password: request.body.password };
      const config = { email: 'optional', password: 'required' } as const;
      const user = await registerUser({ ...deps, config }, body);
      audit.record({ kind: 'account_created', userId: user.userId, ...doneBy(request) });
      return reply.status(201).send(succeed({ user_id: user.userId, ...restNamesOf(user) }));
    },
  );

  app.put(
    '/api/users/:user_id/password',
    {
      schema: {
        ...operation('setPassword', 'Set a user’s password', 'Users', {
          token: 'required',
          errors,
          description: 'Admins only. Ends all sessions of the user.',
        }),
        params: UserParams,
        body: SetPasswordBody,
        response: { 200: success(UserReferenceView) },
      },
      onRequest,
    },
    async (request) => {
      const user = await personIn(request);
      const { password } = request.body;
      const issue = await passwordIssue(password, user);
      if (issue !== undefined) throw validationError([{ field: 'password', ...issue }]);
      const { sessionId } = requirePrincipal(request);
      const ended = await storage.changePassword(
        user.userId,
        await hasher.hash(password),
        isSelf(request, user) ? sessionId : noSession,
      );
      for (const one of ended) realtime.sessionEnded(one);
      audit.record({ kind: 'password_reset', userId: user.userId, ...doneBy(request) });
      return succeed({ user_id: user.userId });
    },
  );

  app.put(
    '/api/users/:user_id/suspension',
    {
      schema: {
        ...operation('suspendUser', 'Suspend a user', 'Users', {
          token: 'required',
          errors,
          description:
            'Admins only. Nobody signs in to the account any more; its sessions, the tokens of its bots and their connections end.',
        }),
        params: UserParams,
        response: { 200: success(UserReferenceView) },
      },
      onRequest,
    },
    async (request) => {
      const user = await otherPersonIn(request);
      await storage.setSuspended(user.userId, true);
      // Whoever signs in from now on is refused, so no session is left behind.
      await signOutEverywhere(deps, user.userId);
      audit.record({
        kind: 'suspension_changed',
        userId: user.userId,
        ...doneBy(request),
        details: { suspended: true },
      });
      return succeed({ user_id: user.userId });
    },
  );

  app.delete(
    '/api/users/:user_id/suspension',
    {
      schema: {
        ...operation('unsuspendUser', 'Let a suspended user in again', 'Users', {
          token: 'required',
          errors,
          description: 'Admins only. Bots need a new token.',
        }),
        params: UserParams,
        response: { 200: success(UserReferenceView) },
      },
      onRequest,
    },
    async (request) => {
      const user = await personIn(request);
      await storage.setSuspended(user.userId, false);
      audit.record({
        kind: 'suspension_changed',
        userId: user.userId,
        ...doneBy(request),
        details: { suspended: false },
      });
      return succeed({ user_id: user.userId });
    },
  );

  app.delete(
    '/api/users/:user_id',
    {
      schema: {
        ...operation('deleteUser', 'Delete a user', 'Users', {
          token: 'required',
          errors,
          description: 'Admins only. Everything personal goes with the account, and the rooms that it owns.',
        }),
        params: UserParams,
        response: { 200: success(UserReferenceView) },
      },
      onRequest,
    },
    async (request) => {
      const { userId, username } = await otherPersonIn(request);
      await deleteAccount(deps, userId);
      audit.record({ kind: 'account_deleted', userId, username, ...doneBy(request) });
      return succeed({ user_id: userId });
    },
  );

  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND, also for a bot, which its owner manages. */
  async function personIn({ params }: FastifyRequest): Promise<UserRecord> {
    const { user_id: idOrName } = params as { readonly user_id: string };
    const user = await findUser(storage, idOrName);
    if (user.bot !== undefined) throw userNotFound(idOrName);
    return user;
  }

  /** @throws {RoomtoneError} as personIn(); VALIDATION_ERROR for the admin who asks. */
  async function otherPersonIn(request: FastifyRequest): Promise<UserRecord> {
    const user = await personIn(request);
    if (isSelf(request, user)) throw validationError([{ field: 'user_id', ...issues.oneself }]);
    return user;
  }
}

function isSelf(request: FastifyRequest, { userId }: UserRecord): boolean {
  return requirePrincipal(request).userId === userId;
}
