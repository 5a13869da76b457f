import type { CallOptions } from '../call-options.ts';
import type { BlockListView, FriendListView, FriendshipView, UserReferenceView } from '../views.ts';
import { inPath, type Send } from './send.ts';

/** Friends and friend requests. A `user` is an id or a name. */
export function friendCalls(send: Send) {
  const pathOf = (user: string) => `/api/users/friends/${inPath(user)}`;
  return {
    /** Friends sorted by name, and received requests. */
    list: (options?: CallOptions): Promise<FriendListView> =>
      send({ method: 'GET', path: '/api/users/friends' }, options),
    /** Sends a friend request, or accepts the other user's. */
    request: (user: string, options?: CallOptions): Promise<FriendshipView> =>
      send({ method: 'POST', path: '/api/users/friends', body: { user } }, options),
    accept: (user: string, options?: CallOptions): Promise<FriendshipView> =>
      send({ method: 'POST', path: `${pathOf(user)}/accept` }, options),
    /** Removes a friend, declines a request or withdraws your own. */
    remove: (user: string, options?: CallOptions): Promise<UserReferenceView> =>
      send({ method: 'DELETE', path: pathOf(user) }, options),
  };
}

/** Blocked users. A `user` is an id or a name. */
export function blockCalls(send: Send) {
  const pathOf = (user: string) => `/api/users/blocks/${inPath(user)}`;
  return {
    list: (options?: CallOptions): Promise<BlockListView> =>
      send({ method: 'GET', path: '/api/users/blocks' }, options),
    /** Also ends a friendship. */
    add: (user: string, options?: CallOptions): Promise<UserReferenceView> =>
      send({ method: 'POST', path: pathOf(user) }, options),
    remove: (user: string, options?: CallOptions): Promise<UserReferenceView> =>
      send({ method: 'DELETE', path: pathOf(user) }, options),
  };
}
