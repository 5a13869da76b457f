import { type CallOptions, callOptions } from '../call-options.ts';
import { checkKeys } from '../known-keys.ts';
import type { RoomType } from '../room/from-wire.ts';
import {
  type Ban,
  type BansView,
  type NewRoom,
  newRoom,
  type RoomChanges,
  type RoomDetails,
  type RoomFileBody,
  type RoomFileView,
  type RoomListView,
  roomChanges,
} from '../views.ts';
import { inPath, type Send } from './send.ts';

export interface RoomListOptions extends CallOptions {
  /** From 1. */
  readonly page?: number;
  /** Rooms per page, 1 to 100; default 20. */
  readonly limit?: number;
  readonly roomType?: RoomType;
  /** Only rooms with participants. */
  readonly hasUsers?: boolean;
}

/** The rooms of a server; join one with `joinRoom`. A room that does not exist is a ROOM_NOT_FOUND. */
export function roomCalls(send: Send) {
  const pathOf = (roomId: string) => `/api/rooms/${inPath(roomId)}`;
  return {
    /** Public and pro rooms, latest activity first; with `roomType: 'private'`, your own private rooms. */
    list: async (options: RoomListOptions = {}): Promise<RoomListView> => {
      checkKeys(options, `page limit roomType hasUsers ${callOptions}`, 'rooms.list()');
      const { page, limit, roomType, hasUsers, ...rest } = options;
      const query = { page, limit, room_type: roomType, has_users: hasUsers };
      return send({ method: 'GET', path: '/api/rooms', query }, rest);
    },
    /** A private room is returned to anybody who knows its id. */
    get: (roomId: string, options?: CallOptions): Promise<RoomDetails> =>
      send({ method: 'GET', path: pathOf(roomId) }, options),
    /** Creates a room without joining it. */
    create: async (body: NewRoom, options?: CallOptions): Promise<RoomDetails> => {
      checkKeys(body, newRoom, 'rooms.create()');
      return send({ method: 'POST', path: '/api/rooms', body }, options);
    },
    /** Absent fields keep their values; a password of "" or null removes it. Owner only. */
    update: async (roomId: string, body: RoomChanges, options?: CallOptions): Promise<RoomDetails> => {
      checkKeys(body, roomChanges, 'rooms.update()');
      return send({ method: 'PUT', path: pathOf(roomId), body }, options);
    },
    /** Participants leave the room and stay connected. Owner only. */
    delete: (roomId: string, options?: CallOptions): Promise<{ readonly roomId: string }> =>
      send({ method: 'DELETE', path: pathOf(roomId) }, options),
    /**
     * Shares a Standard MIDI File of at most 40,000 bytes with a room that you are in. Announce it in chat as
     * `♪ name #file:fileId`. The server keeps the newest files of a room until it stops.
     */
    shareFile: async (roomId: string, body: RoomFileBody, options?: CallOptions): Promise<RoomFileView> => {
      checkKeys(body, 'name data', 'rooms.shareFile()');
      return send({ method: 'POST', path: `${pathOf(roomId)}/files`, body }, options);
    },
    /** A file that somebody shared; RESOURCE_NOT_FOUND if it is no longer kept. */
    file: (roomId: string, fileId: string, options?: CallOptions): Promise<RoomFileView> =>
      send({ method: 'GET', path: `${pathOf(roomId)}/files/${inPath(fileId)}` }, options),
    /** The room's bans, newest first. For its owner and moderators. */
    bans: async (roomId: string, options?: CallOptions): Promise<BansView> => {
      type Given = Omit<Ban, 'participantId'> & { readonly participant?: number };
      const request = { method: 'GET', path: `${pathOf(roomId)}/bans` } as const;
      const { bans } = await send<{ readonly bans: readonly Given[] }>(request, options);
      return {
        bans: bans.map(({ participant, ...ban }) =>
          participant === undefined ? ban : { ...ban, participantId: participant },
        ),
      };
    },
  };
}
