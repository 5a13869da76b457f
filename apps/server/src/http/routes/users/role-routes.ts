import { RoomtoneError } from '@roomtone/protocol';
import { RolesBody, RolesView, success, UserReferenceView } from '@roomtone/protocol/rest';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { findUser, userNotFound } from '../../../application/accounts/find-user.ts';
import type { LiveUsers } from '../../../ports/live-users.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { UserParams } from './user-routes.ts';

export interface RoleRoutesDeps {
  readonly storage: Pick<Storage, 'userByIdOrName' | 'setRoles' | 'deleteSessionsOf'>;
  readonly realtime: Pick<LiveUsers, 'forceSignOut' | 'sessionEnded'>;
  readonly authentication: Authentication;
}

/** Roles and forced sign-out, for admins (S17). */
export function roleRoutes(app: App, { storage, realtime, authentication }: RoleRoutesDeps): void {
  /** Runs before the body is checked, so that users who may not do this learn nothing about its body. */
  const adminOnly: onRequestHookHandler[] = [
    authentication.required,
    (request, _reply, done) => {
      requireAdmin(request);
      done();
    },
  ];

  app.put(
    '/api/users/:user_id/roles',
    {
      schema: {
        ...operation('setRoles', 'Set a user’s roles', 'Users', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description: 'Admins only. The list replaces the user’s roles; member is always included.',
        }),
        params: UserParams,
        body: RolesBody,
        response: { 200: success(RolesView) },
      },
      onRequest: adminOnly,
    },
    async (request) => {
      const { user_id: idOrName } = request.params;
      const { userId } = await findUser(storage, idOrName);
      const roles = ['member', 'pro', 'moderator', 'admin'].filter(
        (role) => role === 'member' || request.body.roles.some((wanted) => wanted === role),
      );
      const user = await storage.setRoles(userId, roles);
      if (user === undefined) throw userNotFound(idOrName);
      return succeed({ user_id: userId, username: user.username, roles: [...user.roles] });
    },
  );

  app.delete(
    '/api/users/:user_id/sessions',
    {
      schema: {
        ...operation('forceSignOut', 'Sign a user out everywhere', 'Users', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description: 'Admins only. Ends all sessions of the user; connections close with 4403.',
        }),
        params: UserParams,
        response: { 200: success(UserReferenceView) },
      },
      onRequest: adminOnly,
    },
    async (request) => {
      const { userId } = await findUser(storage, request.params.user_id);
      const ended = await storage.deleteSessionsOf(userId);
      // First, since sessionEnded() would close the same connections with another code.
      realtime.forceSignOut(userId);
      for (const sessionId of ended) realtime.sessionEnded(sessionId);
      return succeed({ user_id: userId });
    },
  );
}

/** @throws {RoomtoneError} AUTHORIZATION_ERROR for users without the admin role in storage. */
function requireAdmin(request: FastifyRequest): void {
  const { roles, needsSecondFactor } = requirePrincipal(request);
  if (roles.includes('admin')) return;
  if (needsSecondFactor) {
    throw new RoomtoneError('AUTHORIZATION_ERROR', 'This server asks admins for a second factor. Set one up first.', {
      required: ['admin'],
      reason: 'second_factor',
    });
  }
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only admins may do this.', { required: ['admin'] });
}
