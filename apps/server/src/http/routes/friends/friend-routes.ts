import { restNamesOf } from '@roomtone/protocol';
import {
  BlockListView,
  FriendListView,
  FriendRequestBody,
  FriendshipView,
  success,
  UserReferenceView,
} from '@roomtone/protocol/rest';
import type { Friends } from '../../../application/social/friends.ts';
import type { Presence } from '../../../ports/presence.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { dateTime, friendEntry } from '../users/account-views.ts';
import { UserParams } from '../users/user-routes.ts';

export interface FriendRoutesDeps {
  readonly storage: Pick<Storage, 'friendsOf' | 'blocksOf'>;
  readonly friends: Friends;
  readonly presence: Presence;
  readonly authentication: Authentication;
}

/** Friends and their requests (S16). */
export function friendRoutes(app: App, { storage, friends, presence, authentication }: FriendRoutesDeps): void {
  app.get(
    '/api/users/friends',
    {
      schema: {
        ...operation('listFriends', 'List friends and received requests', 'Friends', { token: 'required' }),
        response: { 200: success(FriendListView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const found = await storage.friendsOf(requirePrincipal(request).userId);
      return succeed({
        friends: await Promise.all(
          found.friends.map(async (friend) => friendEntry(friend, await presence.of(friend.userId))),
        ),
        pending_requests: found.requests.map(({ userId, sentAt, ...names }) => ({
          user_id: userId,
          ...restNamesOf(names),
          sent_at: dateTime(sentAt),
        })),
      });
    },
  );

  app.post(
    '/api/users/friends',
    {
      schema: {
        ...operation('requestFriend', 'Send a friend request', 'Friends', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description:
            'If the other user has already sent one, this accepts it. A second request, or one to a friend, changes nothing.',
        }),
        body: FriendRequestBody,
        response: { 201: success(FriendshipView) },
      },
      onRequest: authentication.required,
    },
    async (request, reply) => {
      const { user, state } = await friends.request(requirePrincipal(request).userId, request.body.user);
      reply.code(201);
      return succeed({ user_id: user.userId, ...restNamesOf(user), state });
    },
  );

  app.post(
    '/api/users/friends/:user_id/accept',
    {
      schema: {
        ...operation('acceptFriend', 'Accept a friend request', 'Friends', {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
        }),
        params: UserParams,
        response: { 200: success(FriendshipView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const user = await friends.accept(requirePrincipal(request).userId, request.params.user_id);
      return succeed({ user_id: user.userId, ...restNamesOf(user), state: 'friends' as const });
    },
  );

  onOtherUser(app, authentication, {
    method: 'DELETE',
    url: '/api/users/friends/:user_id',
    operation: ['removeFriend', 'Remove a friend, decline a request or take one back'],
    act: (userId, otherId) => friends.remove(userId, otherId),
  });
}

/** Blocks of other users (S16.8). */
export function blockRoutes(app: App, { storage, friends, authentication }: Omit<FriendRoutesDeps, 'presence'>): void {
  app.get(
    '/api/users/blocks',
    {
      schema: {
        ...operation('listBlocks', 'List blocked users', 'Friends', { token: 'required' }),
        response: { 200: success(BlockListView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const found = await storage.blocksOf(requirePrincipal(request).userId);
      const blocks = found.map(({ userId, blockedAt, ...names }) => ({
        user_id: userId,
        ...restNamesOf(names),
        blocked_at: dateTime(blockedAt),
      }));
      return succeed({ blocks });
    },
  );

  onOtherUser(app, authentication, {
    method: 'POST',
    url: '/api/users/blocks/:user_id',
    operation: ['blockUser', 'Block a user'],
    description:
      'Ends a friendship. The user’s requests and direct messages are refused, and their chat is not delivered to you.',
    act: (userId, otherId) => friends.block(userId, otherId),
  });

  onOtherUser(app, authentication, {
    method: 'DELETE',
    url: '/api/users/blocks/:user_id',
    operation: ['unblockUser', 'Unblock a user'],
    act: (userId, otherId) => friends.unblock(userId, otherId),
  });
}

interface ActOnOtherUser {
  readonly method: 'POST' | 'DELETE';
  readonly url: string;
  /** Its id and its summary. */
  readonly operation: readonly [string, string];
  readonly description?: string;
  readonly act: (userId: string, otherId: string) => Promise<{ readonly userId: string }>;
}

/** A route by which the signed-in user does something to another one, whose id it answers. */
function onOtherUser(app: App, authentication: Authentication, route: ActOnOtherUser): void {
  const [id, summary] = route.operation;
  const { description } = route;
  const status = route.method === 'POST' ? 201 : 200;
  app.route({
    method: route.method,
    url: route.url,
    schema: {
      ...operation(id, summary, 'Friends', {
        token: 'required',
        errors: ['RESOURCE_NOT_FOUND'],
        ...(description === undefined ? {} : { description }),
      }),
      params: UserParams,
      response: { [status]: success(UserReferenceView) },
    },
    onRequest: authentication.required,
    async handler(request, reply) {
      const { userId } = await route.act(requirePrincipal(request).userId, request.params.user_id);
      reply.code(status);
      return succeed({ user_id: userId });
    },
  });
}
