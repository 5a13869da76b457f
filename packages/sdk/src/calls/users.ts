import type { PublicUserView, RoleName, RolesView, UserReferenceView } from '@roomtone/protocol/rest';
import { inPath, type Send } from './send.ts';

/** Other users. An unknown user is a RESOURCE_NOT_FOUND. */
export function userCalls(send: Send) {
  const pathOf = (user: string) => `/api/users/${inPath(user)}`;
  return {
    /** @param user an id, or a name in any case. */
    get: (user: string): Promise<PublicUserView> => send({ method: 'GET', path: pathOf(user) }),
    /** Gives an account exactly these roles; every account is a member. For admins. */
    setRoles: (user: string, roles: RoleName[]): Promise<RolesView> =>
      send({ method: 'PUT', path: `${pathOf(user)}/roles`, body: { roles } }),
    /** Ends all of a user's auth sessions and connections. For admins. */
    signOut: (user: string): Promise<UserReferenceView> => send({ method: 'DELETE', path: `${pathOf(user)}/sessions` }),
  };
}
