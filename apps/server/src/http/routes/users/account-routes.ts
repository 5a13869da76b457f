import { restNamesOf } from '@roomtone/protocol';
import {
  HostClaimBody,
  RolesBody,
  RolesView,
  success,
  UserListQuery,
  UserListView,
  UserReferenceView,
} from '@roomtone/protocol/rest';
import type { AccountMails } from '../../../application/accounts/account-mails.ts';
import type { AccountNotices } from '../../../application/accounts/account-notices.ts';
import type { Bots } from '../../../application/accounts/bots.ts';
import { findUser, userNotFound } from '../../../application/accounts/find-user.ts';
import type { OwnPasskeys } from '../../../application/accounts/own-passkeys.ts';
import type { SecondFactors } from '../../../application/accounts/second-factors.ts';
import type { Sessions } from '../../../application/accounts/sessions.ts';
import type { Billing } from '../../../application/billing/billing.ts';
import type { HostClaim } from '../../../application/hosting/host-claim.ts';
import type { Friends } from '../../../application/social/friends.ts';
import type { Config } from '../../../config/config.ts';
import { avatarPath } from '../../../domain/avatar-path.ts';
import { serverLimits } from '../../../domain/server-limits.ts';
import type { AuditRecorder } from '../../../ports/audit-log.ts';
import type { AvatarMaker, AvatarStore } from '../../../ports/avatars.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { RoomNews } from '../../../ports/live-rooms.ts';
import type { LiveUsers } from '../../../ports/live-users.ts';
import type { Log } from '../../../ports/log.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { LiveActivity, Presence } from '../../../ports/presence.ts';
import type { RecentReads } from '../../../ports/recent-reads.ts';
import type { Storage } from '../../../ports/storage.ts';
import { adminOnly } from '../../plugins/admin-only.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { emailRoutes } from '../auth/email-routes.ts';
import { sessionRoutes } from '../auth/session-routes.ts';
import { blockRoutes, friendRoutes } from '../friends/friend-routes.ts';
import { dateTime } from './account-views.ts';
import { avatarRoutes } from './avatar-routes.ts';
import { botRoutes } from './bot-routes.ts';
import { managedUserRoutes } from './managed-user-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { type ProfileRoutesDeps, profileRoutes } from './profile-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { doneBy, signOutEverywhere } from './sign-out-everywhere.ts';
import { UserParams, userRoutes } from './user-routes.ts';

export interface AccountRoutesDeps {
  readonly config: Pick<Config, 'email' | 'publicUrl'>;
  readonly storage: Storage;
  readonly recent: RecentReads;
  readonly hasher: PasswordHasher;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly sessions: Sessions;
  readonly secondFactors: SecondFactors;
  readonly ownPasskeys: OwnPasskeys;
  readonly bots: Bots;
  readonly mails: AccountMails | undefined;
  readonly notices: AccountNotices | undefined;
  readonly avatars: AvatarStore;
  readonly avatarMaker: AvatarMaker;
  readonly uploadMs: number;
  readonly friends: Friends;
  readonly realtime: LiveUsers & RoomNews & { readonly presence: Presence; readonly activity: LiveActivity };
  readonly billing: Pick<Billing, 'stopRenewals'>;
  readonly authentication: Authentication;
  readonly log: Pick<Log, 'warn'>;
  readonly audit: AuditRecorder;
  readonly hostClaim: HostClaim;
  readonly exportAccount: ProfileRoutesDeps['exportAccount'];
}

/** All routes about accounts except signing in (S13 to S17). */
export async function accountRoutes(app: App, deps: AccountRoutesDeps): Promise<void> {
  const { storage, recent, friends, realtime, authentication } = deps;
  const { presence, activity } = realtime;
  sessionRoutes(app, {
    ...deps,
    onEnded: (sessionId) => realtime.sessionEnded(sessionId),
    onMember: (account) => realtime.accountChanged(account),
  });
  profileRoutes(app, { ...deps, activity });
  secondFactorRoutes(app, deps);
  passkeyRoutes(app, deps);
  botRoutes(app, deps);
  emailRoutes(app, deps);
  await avatarRoutes(app, deps);
  friendRoutes(app, { storage, friends, presence, authentication });
  blockRoutes(app, { storage, friends, authentication });
  userRoutes(app, { recent, activity, authentication });
  roleRoutes(app, deps);
  managedUserRoutes(app, deps);
}

const knownRoles: readonly string[] = ['member', 'pro', 'moderator', 'admin'];

interface RoleRoutesDeps {
  readonly storage: Pick<
    Storage,
    'userByIdOrName' | 'setRoles' | 'deleteSessionsOf' | 'botsOf' | 'deleteBotSessionsOf' | 'listUsers'
  >;
  readonly hostClaim: Pick<HostClaim, 'claim'>;
  readonly realtime: Pick<LiveUsers, 'forceSignOut' | 'sessionEnded'>;
  readonly authentication: Authentication;
  readonly audit: AuditRecorder;
}

/** Roles and forced sign-out, for admins (S17). */
function roleRoutes(app: App, { storage, realtime, authentication, audit, hostClaim }: RoleRoutesDeps): void {
  app.get(
    '/api/users',
    {
      schema: {
        ...operation('listUsers', 'List users', 'Users', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description: 'Admins only. Those seen last come first, at most 50; bots are left out.',
        }),
        querystring: UserListQuery,
        response: { 200: success(UserListView) },
      },
      onRequest: adminOnly(authentication),
    },
    async (request) => {
      const found = await storage.listUsers(request.query.search ?? '', serverLimits.listedUsers + 1);
      const users = found.slice(0, serverLimits.listedUsers).map((user) => ({
        user_id: user.userId,
        ...restNamesOf(user),
        avatar_url: avatarPath(user),
        roles: [...user.roles],
        suspended: user.isSuspended === true,
        last_seen: dateTime(user.lastSeen),
      }));
      return succeed({ users, more: found.length > users.length });
    },
  );

  app.post(
    '/api/host',
    {
      schema: {
        ...operation('claimHost', 'Become the server’s admin', 'Users', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description:
            'With the token of the link that the server prints at a start without an admin. It works once; then it is AUTHORIZATION_ERROR with ' +
            'the reason `host_link`.',
        }),
        body: HostClaimBody,
        response: { 200: success(RolesView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      const user = await hostClaim.claim(request.body.token, { userId, address: request.ip });
      return succeed({ user_id: userId, ...restNamesOf(user), roles: [...user.roles] });
    },
  );

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
      const given = knownRoles.filter(
        (role) => role === 'member' || request.body.roles.some((wanted) => wanted === role),
      );
      // Those that another version has given are not this one's to take.
      const roles = [...given, ...before.filter((role) => !knownRoles.includes(role))];
      const user = await storage.setRoles(userId, roles);
      if (user === undefined) throw userNotFound(idOrName);
      const details = { roles: [...user.roles], roles_before: [...before] };
      audit.record({ kind: 'roles_changed', userId, ...doneBy(request), details });
      return succeed({ user_id: userId, ...restNamesOf(user), roles: [...user.roles] });
    },
  );

  app.delete(
    '/api/users/:user_id/sessions',
    {
      schema: {
        ...operation('forceSignOut', 'Sign a user out everywhere', 'Users', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description:
            'Admins only. Ends all sessions of the user and the tokens of their bots; connections close with 4403.',
        }),
        params: UserParams,
        response: { 200: success(UserReferenceView) },
      },
      onRequest: adminOnly(authentication),
    },
    async (request) => {
      const { userId } = await findUser(storage, request.params.user_id);
      await signOutEverywhere({ storage, realtime }, userId);
      audit.record({ kind: 'signed_out', userId, ...doneBy(request) });
      return succeed({ user_id: userId });
    },
  );
}
