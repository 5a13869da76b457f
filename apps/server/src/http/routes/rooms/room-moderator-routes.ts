import type { ModerationCommand } from '@roomtone/protocol';
import { ModeratedRoomView, RoomModeratorsView, success } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { findUser } from '../../../application/accounts/find-user.ts';
import type { RoomActor } from '../../../application/rooms/room-fields.ts';
import { checkModerates, roomNotFound } from '../../../domain/permissions.ts';
import type { UserRecord } from '../../../ports/account-storage.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { RoomParams } from './room-routes.ts';

export interface RoomModeratorRoutesDeps {
  readonly storage: Pick<Storage, 'roomById' | 'userById' | 'userByIdOrName'>;
  readonly realtime: {
    moderate(actor: RoomActor, roomId: string, command: ModerationCommand): Promise<void>;
  };
  readonly authentication: Authentication;
}

const path = '/api/rooms/:room_id/moderators';
const errors = ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND', 'RESOURCE_NOT_FOUND'] as const;
const ModeratorParams = Type.Object({
  ...RoomParams.properties,
  user_id: Type.String({ description: 'A user_id or a username.' }),
});

/** The moderators that a room's owner names (S32.10). */
export function roomModeratorRoutes(app: App, { storage, realtime, authentication }: RoomModeratorRoutesDeps): void {
  app.get(
    path,
    {
      schema: {
        ...operation('listModerators', 'List the moderators of a room', 'Rooms', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'],
          description: 'For those who moderate it. Those whom the owner has named, the first named first.',
        }),
        params: RoomParams,
        response: { 200: success(RoomModeratorsView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) => {
      const { room_id: roomId } = request.params;
      const room = await storage.roomById(roomId);
      if (room === undefined) throw roomNotFound(roomId);
      checkModerates(room, requirePrincipal(request));
      const found = await Promise.all(room.moderatorIds.map((userId) => storage.userById(userId)));
      return succeed({ moderators: found.flatMap((user) => (user === undefined ? [] : moderator(user))) });
    },
  );

  const set = async (request: FastifyRequest<{ Params: Type.Static<typeof ModeratorParams> }>, isOn: boolean) => {
    const { room_id: roomId, user_id: idOrName } = request.params;
    const { userId } = await findUser(storage, idOrName);
    const command = { setModerator: { moderator: isOn }, userId, reason: '' };
    await realtime.moderate(requirePrincipal(request), roomId, command);
    return succeed({ room_id: roomId });
  };

  app.put(
    `${path}/:user_id`,
    {
      schema: {
        ...operation('addModerator', 'Name a moderator of a room', 'Rooms', {
          token: 'required',
          errors,
          description: 'For its owner and admins. The user moderates this room from now on, also if it is private.',
        }),
        params: ModeratorParams,
        response: { 200: success(ModeratedRoomView) },
      },
      onRequest: authentication.required,
    },
    (request) => set(request, true),
  );

  app.delete(
    `${path}/:user_id`,
    {
      schema: {
        ...operation('removeModerator', 'Dismiss a moderator of a room', 'Rooms', {
          token: 'required',
          errors,
          description: 'For its owner and admins.',
        }),
        params: ModeratorParams,
        response: { 200: success(ModeratedRoomView) },
      },
      onRequest: authentication.required,
    },
    (request) => set(request, false),
  );
}

function moderator({ userId, username, bot }: UserRecord) {
  return { user_id: userId, username, bot: bot !== undefined };
}
