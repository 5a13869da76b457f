import { RolesBody, RolesView, success, UserReferenceView } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import { findUser, userNotFound } from '../../../application/accounts/find-user.ts';
import type { AuditEvent, AuditRecorder } from '../../../ports/audit-log.ts';
import type { LiveUsers } from '../../../ports/live-users.ts';
import type { Storage } from '../../../ports/storage.ts';
import { adminOnly } from '../../plugins/admin-only.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { UserParams } from './user-routes.ts';

export interface RoleRoutesDeps {
  readonly storage: Pick<Storage, 'userByIdOrName' | 'setRoles' | 'deleteSessionsOf'>;
  readonly realtime: Pick<LiveUsers, 'forceSignOut' | 'sessionEnded'>;
  readonly authentication: Authentication;
  readonly audit: AuditRecorder;
}

/** Roles and forced sign-out, for admins (S17). */
export function roleRoutes(app: App, { storage, realtime, authentication, audit }: RoleRoutesDeps): void {
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
      onRequest: adminOnly(authentication),
    },
    async (request) => {
      const { user_id: idOrName } = request.params;
      const { userId, roles: before } = await findUser(storage, idOrName);
      const roles = ['member', 'pro', 'moderator', 'admin'].filter(
        (role) => role === 'member' || request.body.roles.some((wanted) => wanted === role),
      );
      const user = await storage.setRoles(userId, roles);
      if (user === undefined) throw userNotFound(idOrName);
      const details = { roles: [...user.roles], roles_before: [...before] };
      audit.record({ kind: 'roles_changed', userId, ...doneBy(request), details });
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
      onRequest: adminOnly(authentication),
    },
    async (request) => {
      const { userId } = await findUser(storage, request.params.user_id);
      const ended = await storage.deleteSessionsOf(userId);
      // First, since sessionEnded() would close the same connections with another code.
      realtime.forceSignOut(userId);
      for (const sessionId of ended) realtime.sessionEnded(sessionId);
      audit.record({ kind: 'signed_out', userId, ...doneBy(request) });
      return succeed({ user_id: userId });
    },
  );
}

function doneBy(request: FastifyRequest): Pick<AuditEvent, 'byUserId' | 'address'> {
  return { byUserId: requirePrincipal(request).userId, address: request.ip };
}
