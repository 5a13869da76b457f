import { limits } from '@roomtone/protocol';
import { CreateRoomBody, RoomDetails, RoomListQuery, RoomListView, success } from '@roomtone/protocol/rest';
import { roomNotFound } from '@roomtone/room';
import Type from 'typebox';
import type { RoomActor } from '../../../application/rooms/room-fields.ts';
import { whenThere } from '../../../ports/awaitable.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LiveRooms } from '../../../ports/live-rooms.ts';
import type { RecentReads } from '../../../ports/recent-reads.ts';
import type { RoomListRequest, RoomRecord } from '../../../ports/room-storage.ts';
import { type Authentication, type Principal, requirePrincipal } from '../../plugins/authentication.ts';
import { cacheResult } from '../../plugins/cached-result.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { WrittenAnswers } from '../../plugins/written-answers.ts';
import { roomDetails, roomEntry } from './room-views.ts';

export interface RoomRoutesDeps {
  readonly recent: Pick<RecentReads, 'listRooms' | 'roomById'>;
  readonly rooms: LiveRooms;
  readonly createRoom: (owner: RoomActor, body: CreateRoomBody) => Promise<RoomRecord>;
  readonly authentication: Authentication;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** The order of lists may lag behind what happens in rooms by this much. */
const listOrderAgeMs = 1_000;

export const RoomParams = Type.Object({ room_id: Type.String({ description: 'A room_id.' }) });

/** List, create and read rooms (S18). */
export function roomRoutes(app: App, { recent, rooms, createRoom, authentication, clock }: RoomRoutesDeps): void {
  const lists = new WrittenAnswers<ReturnType<typeof succeed<RoomListView>>>();
  const details = new WrittenAnswers<ReturnType<typeof succeed<RoomDetails>>>();
  // Storage sorts by the activity it knows: it gets the latest one before a list is read.
  const flushActivity = cacheResult(() => rooms.flushActivity().catch(() => undefined), clock, listOrderAgeMs);
  app.get(
    '/api/rooms',
    {
      schema: {
        ...operation('listRooms', 'List rooms', 'Rooms', {
          token: 'optional',
          description:
            'Public and pro rooms, newest activity first. Private rooms are listed on request to their owner and to those whom they name.',
        }),
        querystring: RoomListQuery,
        response: { 200: success(RoomListView) },
      },
      onRequest: authentication.optional,
    },
    async (request, reply) => {
      const { page = limits.page.default, limit = limits.page.limitDefault } = request.query;
      // If storage cannot write now, the order lags, and the list is read anyway.
      await flushActivity();
      const listed = listRequest(request.query, request.principal, rooms);
      const found = await recent.listRooms({ ...listed, page, limit });
      const inside = found.rooms.map(({ roomId }) => rooms.occupancy(roomId));
      return lists.view(found, inside, reply, () =>
        succeed({
          rooms: found.rooms.map((room) => roomEntry(room, rooms)),
          pagination: { page, limit, total: found.total, pages: Math.ceil(found.total / limit) },
        }),
      );
    },
  );

  app.post(
    '/api/rooms',
    {
      schema: {
        ...operation('createRoom', 'Create a room', 'Rooms', { token: 'required', errors: ['AUTHORIZATION_ERROR'] }),
        body: CreateRoomBody,
        response: { 201: success(RoomDetails) },
      },
      onRequest: authentication.required,
    },
    async (request, reply) => {
      const room = await createRoom(requirePrincipal(request), request.body);
      reply.code(201);
      return succeed(roomDetails(room, rooms));
    },
  );

  app.get(
    '/api/rooms/:room_id',
    {
      schema: {
        ...operation('readRoom', 'Read a room', 'Rooms', {
          token: 'optional',
          errors: ['ROOM_NOT_FOUND'],
          description: 'Anyone who knows the id of a private room may read it.',
        }),
        params: RoomParams,
        response: { 200: success(RoomDetails) },
      },
      onRequest: authentication.optional,
    },
    (request, reply) => {
      const { room_id: roomId } = request.params;
      return whenThere(recent.roomById(roomId), (room) => {
        if (room === undefined) throw roomNotFound(roomId);
        const people = rooms.participants(roomId).flatMap((participant) => Object.values(participant));
        const inside = [rooms.occupancy(roomId), ...people];
        return details.view(room, inside, reply, () => succeed(roomDetails(room, rooms)));
      });
    },
  );
}

/** The rooms that a query asks for: private rooms are only listed on request, to their owner and to those whom they name. */
function listRequest(
  query: RoomListQuery,
  principal: Principal | undefined,
  rooms: LiveRooms,
): Pick<RoomListRequest, 'roomTypes' | 'ofUserId' | 'roomIds'> {
  const inside = query.has_users === true ? { roomIds: rooms.occupiedRoomIds() } : {};
  if (query.room_type !== 'private') {
    return { roomTypes: query.room_type === undefined ? ['public', 'pro'] : [query.room_type], ...inside };
  }
  if (principal === undefined) return { roomTypes: [] };
  return { roomTypes: ['private'], ofUserId: principal.userId, ...inside };
}
