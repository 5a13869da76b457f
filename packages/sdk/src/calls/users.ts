import type { CallOptions } from '../call-options.ts';
import type { PublicUserView, RoleName, RolesView, UserReferenceView } from '../views.ts';
import { inPath, type Send } from './send.ts';

/** Other users. An unknown user is a RESOURCE_NOT_FOUND. */
export function userCalls(send: Send) {
  const pathOf = (user: string) => `/api/users/${inPath(user)}`;
  return {
    /** @param user an id, or a name in any case. */
    get: (user: string, options?: CallOptions): Promise<PublicUserView> =>
      send({ method: 'GET', path: pathOf(user) }, options),
    /** Gives an account exactly these roles; every account is a member. For admins. */
    setRoles: (user: string, roles: readonly RoleName[], options?: CallOptions): Promise<RolesView> =>
      send({ method: 'PUT', path: `${pathOf(user)}/roles`, body: { roles } }, options),
    /** Ends all of a user's auth sessions and connections. For admins. */
    signOut: (user: string, options?: CallOptions): Promise<UserReferenceView> =>
      send({ method: 'DELETE', path: `${pathOf(user)}/sessions` }, options),
  };
}
