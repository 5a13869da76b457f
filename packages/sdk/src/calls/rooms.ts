import type {
  BansView,
  CreateRoomBody,
  DeletedRoomView,
  RoomDetails,
  RoomListView,
  RoomTypeName,
  UpdateRoomBody,
} from '@roomtone/protocol/rest';
import { inPath, type Send } from './send.ts';

export interface RoomListOptions {
  /** From 1. */
  readonly page?: number;
  /** Rooms per page, 1 to 100; default 20. */
  readonly limit?: number;
  readonly roomType?: RoomTypeName;
  /** Only rooms with participants. */
  readonly hasUsers?: boolean;
}

/** The rooms of a server; join one with `openRoom`. A room that does not exist is a ROOM_NOT_FOUND. */
export function roomCalls(send: Send) {
  const pathOf = (roomId: string) => `/api/rooms/${inPath(roomId)}`;
  return {
    /** Public and pro rooms, latest activity first; with `roomType: 'private'`, your own private rooms. */
    list: ({ page, limit, roomType, hasUsers }: RoomListOptions = {}): Promise<RoomListView> => {
      const query = { page, limit, room_type: roomType, has_users: hasUsers };
      return send({ method: 'GET', path: '/api/rooms', query });
    },
    /** A private room is returned to anybody who knows its id. */
    get: (roomId: string): Promise<RoomDetails> => send({ method: 'GET', path: pathOf(roomId) }),
    /** Creates a room without joining it. */
    create: (body: CreateRoomBody): Promise<RoomDetails> => send({ method: 'POST', path: '/api/rooms', body }),
    /** Absent fields keep their values; a password of "" or null removes it. Owner only. */
    update: (roomId: string, body: UpdateRoomBody): Promise<RoomDetails> =>
      send({ method: 'PUT', path: pathOf(roomId), body }),
    /** Participants leave the room and stay connected. Owner only. */
    delete: (roomId: string): Promise<DeletedRoomView> => send({ method: 'DELETE', path: pathOf(roomId) }),
    /** The room's bans, newest first. For its owner and moderators. */
    bans: (roomId: string): Promise<BansView> => send({ method: 'GET', path: `${pathOf(roomId)}/bans` }),
  };
}
