import { checkModerates, roomNotFound } from '@roomtone/room';
import type { FastifyRequest } from 'fastify';
import type { RoomRecord } from '../../../ports/room-storage.ts';
import type { Storage } from '../../../ports/storage.ts';
import { requirePrincipal } from '../../plugins/authentication.ts';

/**
 * The room that a request is about, for those who moderate it.
 * @throws {RoomtoneError} ROOM_NOT_FOUND; AUTHORIZATION_ERROR for others.
 */
export async function moderatedRoom(
  storage: Pick<Storage, 'roomById'>,
  request: FastifyRequest<{ Params: { room_id: string } }>,
): Promise<RoomRecord> {
  const { room_id: roomId } = request.params;
  const room = await storage.roomById(roomId);
  if (room === undefined) throw roomNotFound(roomId);
  checkModerates(room, requirePrincipal(request));
  return room;
}
