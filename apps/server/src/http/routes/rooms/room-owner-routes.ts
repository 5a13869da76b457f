import { RoomCloseReason } from '@roomtone/protocol';
import { BansView, DeletedRoomView, RoomDetails, success, UpdateRoomBody } from '@roomtone/protocol/rest';
import { includingEnded, type RestrictionEnds } from '../../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../../application/rooms/room-fields.ts';
import type { LiveRooms, RoomNews } from '../../../ports/live-rooms.ts';
import type { RoomRecord } from '../../../ports/room-storage.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { moderatedRoom } from './moderated-room.ts';
import { RoomParams } from './room-routes.ts';
import { bansView, roomDetails } from './room-views.ts';

export interface RoomOwnerRoutesDeps {
  readonly storage: Pick<Storage, 'roomById' | 'bansOf' | 'guestBansOf'>;
  readonly restrictions: Pick<RestrictionEnds, 'holds'>;
  readonly realtime: Pick<RoomNews, 'roomUpdated' | 'closeRooms'> & { readonly rooms: LiveRooms };
  readonly updateRoom: (actor: RoomActor, roomId: string, body: UpdateRoomBody) => Promise<RoomRecord>;
  readonly deleteRoom: (actor: RoomActor, roomId: string) => Promise<void>;
  readonly authentication: Authentication;
}

/** Changing and deleting a room, and its list of bans (S18). */
export function roomOwnerRoutes(app: App, deps: RoomOwnerRoutesDeps): void {
  const { storage, restrictions, realtime, authentication } = deps;
  const errors = ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'] as const;

  app.put(
    '/api/rooms/:room_id',
    {
      schema: {
        ...operation('updateRoom', 'Change a room', 'Rooms', {
          token: 'required',
          errors,
          description: 'For its owner and admins. Absent fields stay. Participants are notified.',
        }),
        params: RoomParams,
        body: UpdateRoomBody,
        response: { 200: success(RoomDetails) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const room = await deps.updateRoom(requirePrincipal(request), request.params.room_id, request.body);
      await realtime.roomUpdated(room);
      return succeed(roomDetails(room, realtime.rooms));
    },
  );

  app.delete(
    '/api/rooms/:room_id',
    {
      schema: {
        ...operation('deleteRoom', 'Delete a room', 'Rooms', {
          token: 'required',
          errors,
          description: 'For its owner and admins. Participants are removed and stay connected.',
        }),
        params: RoomParams,
        response: { 200: success(DeletedRoomView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { room_id: roomId } = request.params;
      await deps.deleteRoom(requirePrincipal(request), roomId);
      realtime.closeRooms([roomId], RoomCloseReason.DELETED);
      return succeed({ room_id: roomId });
    },
  );

  app.get(
    '/api/rooms/:room_id/bans',
    {
      schema: {
        ...operation('listBans', 'List the bans of a room', 'Rooms', {
          token: 'required',
          errors,
          description: 'For its owner and admins, and for moderators unless the room is private. The newest first.',
        }),
        params: RoomParams,
        response: { 200: success(BansView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) => {
      const { roomId } = await moderatedRoom(storage, request);
      const [accounts, guests] = await Promise.all([
        storage.bansOf(roomId, includingEnded),
        storage.guestBansOf(roomId, includingEnded),
      ]);
      const bans = accounts.filter(({ userId, until }) => restrictions.holds({ kind: 'ban', roomId, userId }, until));
      const guestBans = guests.filter(({ participant, until }) =>
        restrictions.holds({ kind: 'guestBan', roomId, participant }, until),
      );
      return succeed({ bans: bansView(bans, guestBans) });
    },
  );
}
