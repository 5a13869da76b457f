import type { BlockListView, FriendListView, FriendshipView, UserReferenceView } from '@roomtone/protocol/rest';
import { inPath, type Send } from './send.ts';

/** Friends and requests. People are named by id or name. */
export function friendCalls(send: Send) {
  const pathOf = (user: string) => `/api/users/friends/${inPath(user)}`;
  return {
    /** Friends by name, and the requests received. */
    list: (): Promise<FriendListView> => send({ method: 'GET', path: '/api/users/friends' }),
    /** Asks somebody; where they have asked already, you are friends. */
    request: (user: string): Promise<FriendshipView> =>
      send({ method: 'POST', path: '/api/users/friends', body: { user } }),
    accept: (user: string): Promise<FriendshipView> => send({ method: 'POST', path: `${pathOf(user)}/accept` }),
    /** Removes a friend, declines a request or takes one's own back. */
    remove: (user: string): Promise<UserReferenceView> => send({ method: 'DELETE', path: pathOf(user) }),
  };
}

/** Whom one does not want to hear of. People are named by id or name. */
export function blockCalls(send: Send) {
  const pathOf = (user: string) => `/api/users/blocks/${inPath(user)}`;
  return {
    list: (): Promise<BlockListView> => send({ method: 'GET', path: '/api/users/blocks' }),
    /** Ends a friendship, too. */
    add: (user: string): Promise<UserReferenceView> => send({ method: 'POST', path: pathOf(user) }),
    remove: (user: string): Promise<UserReferenceView> => send({ method: 'DELETE', path: pathOf(user) }),
  };
}
