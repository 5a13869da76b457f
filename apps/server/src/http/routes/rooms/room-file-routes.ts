import { RoomtoneError } from '@roomtone/protocol';
import { RoomFileBody, RoomFileView, success } from '@roomtone/protocol/rest';
import { roomNotFound } from '@roomtone/room';
import Type from 'typebox';
import { addressBlock } from '../../../application/address-block.ts';
import type { RoomFiles } from '../../../application/rooms/room-files.ts';
import { personOf } from '../../../domain/bot-scopes.ts';
import { whenThere } from '../../../ports/awaitable.ts';
import type { LiveRooms } from '../../../ports/live-rooms.ts';
import type { RecentReads } from '../../../ports/recent-reads.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { RoomParams } from './room-routes.ts';

export interface RoomFileRoutesDeps {
  readonly recent: Pick<RecentReads, 'roomById'>;
  readonly rooms: Pick<LiveRooms, 'isInside'>;
  readonly files: RoomFiles;
  readonly authentication: Authentication;
}

const FileParams = Type.Object({
  ...RoomParams.properties,
  file_id: Type.String({ description: 'A file_id of the room.' }),
});

/** Sharing MIDI files with a room (S18.21). */
export function roomFileRoutes(app: App, { recent, rooms, files, authentication }: RoomFileRoutesDeps): void {
  app.post(
    '/api/rooms/:room_id/files',
    {
      schema: {
        ...operation('shareRoomFile', 'Share a MIDI file with a room', 'Rooms', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'],
          description: 'For players inside. The server keeps it in memory, with the newest of the room.',
        }),
        params: RoomParams,
        body: RoomFileBody,
        response: { 201: success(RoomFileView) },
      },
      onRequest: authentication.withScope('play'),
    },
    async (request, reply) => {
      const { room_id: roomId } = request.params;
      const principal = requirePrincipal(request);
      if ((await whenThere(recent.roomById(roomId), (room) => room)) === undefined) throw roomNotFound(roomId);
      if (!(await rooms.isInside(roomId, principal.userId))) throw notInRoom();
      reply.code(201);
      const by = { personId: personOf(principal), roomId, addressBlock: addressBlock(request.ip) };
      return succeed(await files.add(by, request.body));
    },
  );

  app.get(
    '/api/rooms/:room_id/files/:file_id',
    {
      schema: {
        ...operation('readRoomFile', 'Read a file that was shared with a room', 'Rooms', {
          token: 'optional',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'Anybody who knows its id may read it, as long as the server keeps it.',
        }),
        params: FileParams,
        response: { 200: success(RoomFileView) },
      },
      onRequest: authentication.optional,
    },
    async (request) => {
      const { room_id: roomId, file_id: fileId } = request.params;
      const file = await files.get(roomId, fileId);
      if (file === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'This file is not kept here.', {});
      return succeed(file);
    },
  );
}

function notInRoom(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'Only players inside may share files.', {
    required: [],
    reason: 'not_in_room',
  });
}
