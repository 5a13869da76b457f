import type { ModerationCommand } from '@roomtone/protocol';
import { ModeratedRoomView, RoomPlayersView, success } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { findUser } from '../../../application/accounts/find-user.ts';
import type { RoomActor } from '../../../application/rooms/room-fields.ts';
import { checkModerates, roomNotFound } from '../../../domain/permissions.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { RoomParams } from './room-routes.ts';

export interface RoomPlayerRoutesDeps {
  readonly storage: Pick<Storage, 'roomById' | 'userById' | 'userByIdOrName'>;
  readonly realtime: {
    moderate(actor: RoomActor, roomId: string, command: ModerationCommand): Promise<void>;
  };
  readonly authentication: Authentication;
}

const path = '/api/rooms/:room_id/players';
const errors = ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND', 'RESOURCE_NOT_FOUND'] as const;
const PlayerParams = Type.Object({
  ...RoomParams.properties,
  user_id: Type.String({ description: 'A user_id or a username.' }),
});

/** The named players of a room (room rules R23.4). */
export function roomPlayerRoutes(app: App, { storage, realtime, authentication }: RoomPlayerRoutesDeps): void {
  app.get(
    path,
    {
      schema: {
        ...operation('listPlayers', 'List the named players of a room', 'Rooms', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'],
          description: 'For those who moderate it. The first named first.',
        }),
        params: RoomParams,
        response: { 200: success(RoomPlayersView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) => {
      const { room_id: roomId } = request.params;
      const room = await storage.roomById(roomId);
      if (room === undefined) throw roomNotFound(roomId);
      checkModerates(room, requirePrincipal(request));
      const found = await Promise.all(room.playerIds.map((userId) => storage.userById(userId)));
      const players = found.flatMap((user) => {
        if (user === undefined) return [];
        return [{ user_id: user.userId, username: user.username, bot: user.bot !== undefined }];
      });
      return succeed({ players });
    },
  );

  const set = async (request: FastifyRequest<{ Params: Type.Static<typeof PlayerParams> }>, named: boolean) => {
    const { room_id: roomId, user_id: idOrName } = request.params;
    const { userId } = await findUser(storage, idOrName);
    await realtime.moderate(requirePrincipal(request), roomId, { namePlayer: { named }, userId, reason: '' });
    return succeed({ room_id: roomId });
  };

  app.put(
    `${path}/:user_id`,
    {
      schema: {
        ...operation('addPlayer', 'Name a player of a room', 'Rooms', {
          token: 'required',
          errors,
          description: 'For those who moderate it. Where only named players play, the user may play from now on.',
        }),
        params: PlayerParams,
        response: { 200: success(ModeratedRoomView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    (request) => set(request, true),
  );

  app.delete(
    `${path}/:user_id`,
    {
      schema: {
        ...operation('removePlayer', 'Take a player off the list of named players', 'Rooms', {
          token: 'required',
          errors,
          description: 'For those who moderate it.',
        }),
        params: PlayerParams,
        response: { 200: success(ModeratedRoomView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    (request) => set(request, false),
  );
}
