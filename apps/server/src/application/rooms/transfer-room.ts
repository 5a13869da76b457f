import { RoomtoneError } from '@roomtone/protocol';
import { type Account, checkManages, mayUsePro, roomNotFound } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { roomQuota } from './create-room.ts';
import type { RoomActor } from './room-fields.ts';

export interface TransferRoomDeps {
  readonly storage: Pick<Storage, 'transferRoom'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * Transfers a room; the caller tells the participants. The new owner has to be allowed to create such a room: the limits on
 * rooms owned and on pro rooms are those of creation.
 * @throws {RoomtoneError} ROOM_NOT_FOUND; AUTHORIZATION_ERROR for anyone but the owner and admins, or if the new owner may not
 *   have the room.
 */
export async function transferRoom(
  { storage, clock }: TransferRoomDeps,
  actor: Account,
  room: RoomRecord,
  heir: Pick<RoomActor, 'userId' | 'roles'>,
): Promise<RoomRecord> {
  checkTransfer(actor, room, heir);
  const quota = roomQuota(heir.roles);
  const transferred = await storage.transferRoom(room.roomId, heir.userId, quota, clock.nowMs());
  if (transferred === undefined) throw roomNotFound(room.roomId);
  if (!('taken' in transferred)) return transferred;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'The new owner already owns as many rooms as they can.', {
    required: [],
    reason: 'room_quota',
    limit: quota,
  });
}

/**
 * Checks all but the number of rooms that the new owner has.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR.
 */
export function checkTransfer(
  actor: Account,
  room: Pick<RoomRecord, 'ownerId' | 'roomType'>,
  heir: Pick<RoomActor, 'roles'>,
): void {
  checkManages(room, actor);
  if (room.roomType !== 'pro' || mayUsePro(heir.roles)) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'A pro room needs an owner with the Pro role.', { required: ['pro'] });
}
