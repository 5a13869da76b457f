import { namesOf } from '@roomtone/protocol';
import {
  CreateInvitationBody,
  HeldInvitationView,
  InvitationReferenceView,
  InvitationsView,
  type InvitationView,
  NewInvitationView,
  success,
} from '@roomtone/protocol/rest';
import Type from 'typebox';
import type { Invitations } from '../../../application/accounts/invitations.ts';
import type { ListedInvitation } from '../../../ports/invitation-storage.ts';
import { type Authentication, invitationToken, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { dateTime } from '../users/account-views.ts';

export interface InvitationRoutesDeps {
  readonly invitations: Invitations;
  readonly authentication: Authentication;
}

const Params = Type.Object({ invitation_id: Type.String({ maxLength: 64, description: 'An invitation_id.' }) });

/** Make, list and revoke invitations that admit their holders (S29). */
export function invitationRoutes(app: App, { invitations, authentication }: InvitationRoutesDeps): void {
  app.get(
    '/api/invitations',
    {
      schema: {
        ...operation('listInvitations', 'List invitations', 'Invitations', {
          token: 'required',
          description: 'Those that have not expired, newest first: your own; for admins, everybody’s.',
        }),
        response: { 200: success(InvitationsView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const found = await invitations.list(requirePrincipal(request));
      return succeed({ invitations: found.map(invitationView) });
    },
  );

  app.get(
    '/api/invitations/current',
    {
      schema: {
        ...operation('readInvitation', 'Read the invitation that one holds', 'Invitations', {
          token: 'ignored',
          errors: ['AUTHORIZATION_ERROR'],
          description:
            'The invitation whose token is sent as `Authorization: Invitation <token>`: from whom, to which room, and until when. It ' +
            'is no use of it. One that has ended is AUTHORIZATION_ERROR with the reason `invitation`.',
        }),
        response: { 200: success(HeldInvitationView) },
      },
    },
    async (request) => {
      const { roomId, roomName, madeByName, madeByDisplayName, expiresAt, hasPlaces } = await invitations.read(
        invitationToken(request) ?? '',
        request.ip,
      );
      return succeed({
        room_id: roomId ?? '',
        room_name: roomName,
        made_by_name: madeByName,
        made_by_display_name: madeByDisplayName,
        has_places: hasPlaces,
        expires_at: dateTime(expiresAt),
      });
    },
  );

  app.post(
    '/api/invitations',
    {
      schema: {
        ...operation('createInvitation', 'Make an invitation', 'Invitations', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'],
          description:
            'For the owner of the room and admins. Its `token` lets people make an account where registration is closed, and lets ' +
            'guests listen in the room where there are none otherwise. It is in this answer only.',
        }),
        body: CreateInvitationBody,
        response: { 201: success(NewInvitationView) },
      },
      onRequest: authentication.required,
    },
    async (request, reply) => {
      const by = requirePrincipal(request);
      const { room_id: roomId, max_uses: maxUses, seconds } = request.body;
      const { token, ...made } = await invitations.make(by, { roomId, maxUses, seconds });
      reply.code(201);
      return succeed({
        ...invitationView({ ...made, madeByName: by.username, madeByDisplayName: namesOf(by).displayName }),
        token,
      });
    },
  );

  app.delete(
    '/api/invitations/:invitation_id',
    {
      schema: {
        ...operation('revokeInvitation', 'Revoke an invitation', 'Invitations', {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'Your own; for admins, anybody’s. Guests whom it admitted are disconnected; accounts stay.',
        }),
        params: Params,
        response: { 200: success(InvitationReferenceView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { invitation_id: invitationId } = request.params;
      await invitations.revoke(requirePrincipal(request), invitationId);
      return succeed({ invitation_id: invitationId });
    },
  );
}

function invitationView(invitation: ListedInvitation): InvitationView {
  return {
    invitation_id: invitation.invitationId,
    room_id: invitation.roomId ?? '',
    room_name: invitation.roomName,
    made_by: invitation.madeBy ?? '',
    made_by_name: invitation.madeByName,
    made_by_display_name: invitation.madeByDisplayName,
    uses: invitation.uses,
    max_uses: invitation.maxUses,
    created_at: dateTime(invitation.createdAt),
    expires_at: dateTime(invitation.expiresAt),
  };
}
