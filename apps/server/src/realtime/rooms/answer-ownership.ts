import { type AnswerOwnership, OwnershipOfferState, RoomtoneError } from '@roomtone/protocol';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { transferRoom } from '../../application/rooms/transfer-room.ts';
import type { AuditRecorder } from '../../ports/audit-log.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Connection } from '../connections/connection.ts';
import { type RoomOfConnectionDeps, withRoomOf } from '../connections/room-of-connection.ts';
import type { LiveRoom } from './live-room.ts';
import type { Offer } from './ownership-offers.ts';

export interface AnswerOwnershipDeps extends RoomOfConnectionDeps {
  readonly storage: RoomOfConnectionDeps['storage'] & Pick<Storage, 'transferRoom'>;
  readonly audit: AuditRecorder;
}

/**
 * Answers the open offer of the room's ownership to this user (room rules R13.15). Whether the room may be transferred is
 * decided now: roles and ownership may have changed since the offer.
 * @throws {RoomtoneError} RESOURCE_NOT_FOUND if there is no open offer; AUTHORIZATION_ERROR as transferRoom() does.
 */
export async function answerOwnership(
  deps: AnswerOwnershipDeps,
  connection: Connection,
  { accept }: AnswerOwnership,
  requestId: number,
): Promise<void> {
  await withRoomOf(deps, connection, requestId, async (room, user) => {
    const offer = room.ownership.take(user.userId);
    if (offer === undefined) {
      throw new RoomtoneError('RESOURCE_NOT_FOUND', 'Nobody is offering you this room any more.', {
        room_id: room.record.roomId,
      });
    }
    if (accept) await transfer(deps, room, offer, user);
    else await room.carryOut({ kind: 'offerEnded', offer, state: OwnershipOfferState.DECLINED });
    connection.send({ kind: 'ack', body: {} }, requestId);
  });
}

async function transfer(deps: AnswerOwnershipDeps, room: LiveRoom, offer: Offer, newOwner: RoomActor): Promise<void> {
  try {
    const by = await deps.storage.userById(offer.by.userId);
    const record = await transferRoom(deps, by ?? { ...offer.by, roles: [] }, room.record, newOwner);
    room.checkOpen();
    await deps.rooms.update(record);
  } catch (error) {
    await room.carryOut({ kind: 'offerEnded', offer, state: OwnershipOfferState.WITHDRAWN });
    throw error;
  }
  const details = { room_id: room.record.roomId };
  deps.audit.record({ kind: 'room_transferred', userId: newOwner.userId, byUserId: offer.by.userId, details });
  await room.carryOut({ kind: 'offerEnded', offer, state: OwnershipOfferState.ACCEPTED });
  await room.chat.announce({ kind: 'newOwner', name: room.record.ownerName });
}
