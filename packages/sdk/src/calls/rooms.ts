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
  /** Rooms a page, 1 to 100; 20 unless told otherwise. */
  readonly limit?: number;
  readonly roomType?: RoomTypeName;
  /** Only rooms with somebody inside. */
  readonly hasUsers?: boolean;
}

/** The rooms of a server; entering them is `openRoom`. A room that does not exist is ROOM_NOT_FOUND. */
export function roomCalls(send: Send) {
  const pathOf = (roomId: string) => `/api/rooms/${inPath(roomId)}`;
  return {
    /** Public and pro rooms, newest activity first; one's own private ones by `roomType: 'private'`. */
    list: ({ page, limit, roomType, hasUsers }: RoomListOptions = {}): Promise<RoomListView> => {
      const query = { page, limit, room_type: roomType, has_users: hasUsers };
      return send({ method: 'GET', path: '/api/rooms', query });
    },
    /** A private room is shown to whoever knows its id. */
    get: (roomId: string): Promise<RoomDetails> => send({ method: 'GET', path: pathOf(roomId) }),
    /** Makes a room without entering it. */
    create: (body: CreateRoomBody): Promise<RoomDetails> => send({ method: 'POST', path: '/api/rooms', body }),
    /** What is left out stays; a password of "" or null is none. For its owner. */
    update: (roomId: string, body: UpdateRoomBody): Promise<RoomDetails> =>
      send({ method: 'PUT', path: pathOf(roomId), body }),
    /** Those inside are taken out and stay connected. For its owner. */
    delete: (roomId: string): Promise<DeletedRoomView> => send({ method: 'DELETE', path: pathOf(roomId) }),
    /** Who may not come in, the newest ban first. For its owner and moderators. */
    bans: (roomId: string): Promise<BansView> => send({ method: 'GET', path: `${pathOf(roomId)}/bans` }),
  };
}
