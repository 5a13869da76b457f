import type { BlockListView, FriendListView, FriendshipView, UserReferenceView } from '@roomtone/protocol/rest';
import { inPath, type Send } from './send.ts';

/** Friends and friend requests. A `user` is an id or a name. */
export function friendCalls(send: Send) {
  const pathOf = (user: string) => `/api/users/friends/${inPath(user)}`;
  return {
    /** Friends sorted by name, and received requests. */
    list: (): Promise<FriendListView> => send({ method: 'GET', path: '/api/users/friends' }),
    /** Sends a friend request, or accepts the other user's. */
    request: (user: string): Promise<FriendshipView> =>
      send({ method: 'POST', path: '/api/users/friends', body: { user } }),
    accept: (user: string): Promise<FriendshipView> => send({ method: 'POST', path: `${pathOf(user)}/accept` }),
    /** Removes a friend, declines a request or withdraws your own. */
    remove: (user: string): Promise<UserReferenceView> => send({ method: 'DELETE', path: pathOf(user) }),
  };
}

/** Blocked users. A `user` is an id or a name. */
export function blockCalls(send: Send) {
  const pathOf = (user: string) => `/api/users/blocks/${inPath(user)}`;
  return {
    list: (): Promise<BlockListView> => send({ method: 'GET', path: '/api/users/blocks' }),
    /** Also ends a friendship. */
    add: (user: string): Promise<UserReferenceView> => send({ method: 'POST', path: pathOf(user) }),
    remove: (user: string): Promise<UserReferenceView> => send({ method: 'DELETE', path: pathOf(user) }),
  };
}
