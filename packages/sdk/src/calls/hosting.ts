import type * as wire from '@roomtone/protocol/rest';
import type { CallOptions } from '../call-options.ts';
import type { Camel } from '../camel-case.ts';
import type { RolesView, UserReferenceView } from '../views.ts';
import { auditCalls } from './audit.ts';
import { connectionCalls } from './connections.ts';
import { inPath, type Send } from './send.ts';
import { webhookCalls } from './webhooks.ts';

/** An invitation that admits its holders. Times are ms since 1970. */
export type InvitationView = Camel<wire.InvitationView>;
/** The only answer with the `token`, for the `token` of `invitationLink()`. */
export type NewInvitationView = Camel<wire.NewInvitationView>;
/** An invitation as its holder sees it. */
export type HeldInvitationView = Camel<wire.HeldInvitationView>;
/** An account to be made for somebody. */
export type NewUser = Camel<wire.AddUserBody>;
export type AddedUserView = Camel<wire.AddedUserView>;
export type UserListView = Camel<wire.UserListView>;
/** A user as admins see them. */
export type ListedUserView = Camel<wire.ListedUserView>;
/** The content of an invitation to the server: its addresses, the one for friends outside first, its name and its key. */
export type AddressesView = Camel<wire.AddressesView>;
/** Everyone connected with their addresses, and the way from the internet to the server. */
export type ConnectionsView = Camel<wire.ConnectionsView>;
export type ClosedConnectionsView = Camel<wire.ClosedConnectionsView>;
/** Can others reach the server? */
export type ReachView = Camel<wire.ReachView>;

export interface NewInvitation {
  /** The room that guests may join with it; any room if absent, for admins only. */
  readonly roomId?: string;
  /** How many people it admits, 1 to 100; default 10. */
  readonly maxUses?: number;
  /** How long it admits them, s; default 7 days, at most 30. */
  readonly seconds?: number;
}

/** @param client a RoomtoneClient. */
export function hostingCalls({ call }: { readonly call: Send }) {
  return {
    /** For admins. */
    auditLog: auditCalls(call),
    /** For admins. */
    connections: connectionCalls(call),
    /** Invitations that let people make an account where registration is closed, and listen where guests are off. */
    invitations: {
      /** Those that have not expired, newest first: your own; for admins, everybody's. */
      list: async (options?: CallOptions): Promise<readonly InvitationView[]> => {
        const path = '/api/invitations';
        return (await call<{ invitations: InvitationView[] }>({ method: 'GET', path }, options)).invitations;
      },
      /** The one that this client was made with; AUTHORIZATION_ERROR if it has ended. */
      current: (options?: CallOptions): Promise<HeldInvitationView> =>
        call({ method: 'GET', path: '/api/invitations/current' }, options),
      /** For the owner of the room and admins. */
      create: (invitation: NewInvitation = {}, options?: CallOptions): Promise<NewInvitationView> =>
        call({ method: 'POST', path: '/api/invitations', body: invitation }, options),
      /** Ends one, and the stay of guests whom it admitted; accounts stay. */
      revoke: async (invitationId: string, options?: CallOptions): Promise<void> => {
        await call({ method: 'DELETE', path: `/api/invitations/${inPath(invitationId)}` }, options);
      },
    },
    admins: {
      /** Those seen last come first, at most 50. For admins. @param search a part of the username or display name. */
      listUsers: (search = '', options?: CallOptions): Promise<UserListView> =>
        call({ method: 'GET', path: '/api/users', query: { search: search === '' ? undefined : search } }, options),
      /** Makes the signed-in user the admin, with the token of the link that the server prints for its host. */
      claim: (token: string, options?: CallOptions): Promise<RolesView> =>
        call({ method: 'POST', path: '/api/host', body: { token } }, options),
      /** Makes an account for somebody, also where registration is closed. For admins, like all that follow. */
      addUser: (user: NewUser, options?: CallOptions): Promise<AddedUserView> =>
        call({ method: 'POST', path: '/api/users', body: user }, options),
      /** Also ends all sessions of the user. @param user an id, or a name in any case. */
      setPassword: (user: string, password: string, options?: CallOptions): Promise<UserReferenceView> =>
        call({ method: 'PUT', path: `/api/users/${inPath(user)}/password`, body: { password } }, options),
      /** Refuses sign-ins, and ends sessions, connections and the tokens of bots, until `unsuspend()`. */
      suspend: (user: string, options?: CallOptions): Promise<UserReferenceView> =>
        call({ method: 'PUT', path: `/api/users/${inPath(user)}/suspension` }, options),
      unsuspend: (user: string, options?: CallOptions): Promise<UserReferenceView> =>
        call({ method: 'DELETE', path: `/api/users/${inPath(user)}/suspension` }, options),
      /** Deletes an account with everything personal in it and the rooms that it owns. */
      deleteUser: (user: string, options?: CallOptions): Promise<UserReferenceView> =>
        call({ method: 'DELETE', path: `/api/users/${inPath(user)}` }, options),
    },
    /** For admins. */
    webhooks: webhookCalls(call),
    /** For users with an account. */
    addresses: (options?: CallOptions): Promise<AddressesView> =>
      call({ method: 'GET', path: '/api/server/addresses' }, options),
    /** For admins. */
    reachTest: {
      /** The visitors who have reached the server. */
      read: (options?: CallOptions): Promise<ReachView> => call({ method: 'GET', path: '/api/reach-test' }, options),
      /** Makes a test link for somebody outside, in place of the last one. */
      start: (options?: CallOptions): Promise<ReachView> => call({ method: 'POST', path: '/api/reach-test' }, options),
    },
  };
}
