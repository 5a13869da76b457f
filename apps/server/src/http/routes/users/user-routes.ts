import { PublicUserView, success } from '@roomtone/protocol/rest';
import Type from 'typebox';
import { findUser, userNotFound } from '../../../application/accounts/find-user.ts';
import type { LiveActivity } from '../../../ports/presence.ts';
import type { RecentReads } from '../../../ports/recent-reads.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { publicUserView } from './account-views.ts';

export interface UserRoutesDeps {
  readonly recent: Pick<RecentReads, 'userByIdOrName' | 'profile'>;
  readonly activity: Pick<LiveActivity, 'pending'>;
  readonly authentication: Authentication;
}

export const UserParams = Type.Object({ user_id: Type.String({ description: 'A user_id or a username.' }) });

/** The public profile of an account (S13.6). */
export function userRoutes(app: App, { recent, activity, authentication }: UserRoutesDeps): void {
  app.get(
    '/api/users/:user_id',
    {
      schema: {
        ...operation('readUser', 'Read a user’s public profile', 'Users', {
          token: 'optional',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'By user_id, or by username without regard to case.',
        }),
        params: UserParams,
        response: { 200: success(PublicUserView) },
      },
      onRequest: authentication.optional,
    },
    async (request) => {
      const { user_id: idOrName } = request.params;
      const { userId } = await findUser(recent, idOrName);
      const [profile, live] = await Promise.all([recent.profile(userId), activity.pending(userId)]);
      if (profile === undefined) throw userNotFound(idOrName);
      return succeed(publicUserView(profile, live));
    },
  );
}
