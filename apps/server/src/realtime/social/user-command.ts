import {
  type AnswerOwnership,
  FriendAction,
  type FriendCommand,
  type Members,
  OwnershipOfferState,
  PresenceStatus,
  RoomtoneError,
  type SetPlayer,
  validationError,
} from '@roomtone/protocol';
import { accountRequired } from '@roomtone/room';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { transferRoom } from '../../application/rooms/transfer-room.ts';
import type { Friends } from '../../application/social/friends.ts';
import type { ManualStatus } from '../../domain/presence.ts';
import type { AuditRecorder } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Connection } from '../connections/connection.ts';
import type { DirectOptions } from '../connections/direct-signal.ts';
import { type RoomOfConnectionDeps, requireInside, withRoomOf } from '../connections/room-of-connection.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Offer } from '../rooms/ownership-offers.ts';
import type { News } from '../sharing/shared-news.ts';
import type { DirectMessages } from './direct-messages.ts';
import type { OnlineUsers } from './online-users.ts';

export interface UserCommandDeps extends AnswerOwnershipDeps {
  readonly clock: Pick<Clock, 'serviceUs' | 'nowMs'>;
  readonly friends: Friends;
  readonly online: OnlineUsers;
  readonly directMessages: DirectMessages;
  readonly others: Pick<News, 'statusSet'>;
  readonly direct: DirectOptions;
}

const statuses: ReadonlyMap<PresenceStatus, ManualStatus> = new Map([
  [PresenceStatus.ONLINE, 'online'],
  [PresenceStatus.AWAY, 'away'],
  [PresenceStatus.BUSY, 'busy'],
]);

/**
 * Runs a command about the user or their friends. All but typing are answered with ack.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest, or the refusal of the command.
 */
export async function userCommand(
  deps: UserCommandDeps,
  connection: Connection,
  body: Members['userCommand'],
  requestId: number,
): Promise<void> {
  const { identity } = connection;
  // Guests say that they record; the room refuses all else of setPlayer.
  if (identity.kind === 'guest') {
    if (body.setPlayer === undefined) throw accountRequired();
    setPlayer(deps, connection, body.setPlayer, requestId);
    return;
  }
  const { userId } = identity;
  if (body.typing !== undefined) {
    const { room, participant } = requireInside(connection);
    room.chat.typing(participant, body.typing);
    room.otherProcesses?.typing(participant, body.typing);
    return;
  }
  if (body.answerOwnership !== undefined) {
    await answerOwnership(deps, connection, body.answerOwnership, requestId);
    return;
  }
  if (body.setPlayer !== undefined) {
    setPlayer(deps, connection, body.setPlayer, requestId);
    return;
  }
  if (body.setPresence !== undefined) {
    const status = manualStatus(body.setPresence.status);
    deps.online.setManualStatus(userId, status, deps.clock.serviceUs());
    deps.others.statusSet(userId, status);
  } else if (body.friend !== undefined) await befriend(deps.friends, userId, body.friend);
  else if (body.directMessage !== undefined) {
    await deps.directMessages.send(userId, body.directMessage.user, body.directMessage.message);
  } else throw validationError([{ field: 'command', issue: 'must be set' }]);
  connection.send({ kind: 'ack', body: {} }, requestId);
}

function setPlayer({ direct }: UserCommandDeps, connection: Connection, change: SetPlayer, requestId: number): void {
  const { room, participant } = requireInside(connection);
  if (change.talking) room.voices.checkMayTalk(participant);
  room.setPlayer(participant, change);
  if (participant.info.direct) direct.ownAddress?.open();
  connection.send({ kind: 'ack', body: {} }, requestId);
}

function manualStatus(status: PresenceStatus): ManualStatus {
  const found = statuses.get(status);
  if (found === undefined) throw validationError([{ field: 'status', issue: 'must be online, away or busy' }]);
  return found;
}

async function befriend(friends: Friends, userId: string, { action, user }: FriendCommand): Promise<void> {
  if (action === FriendAction.REQUEST) await friends.request(userId, user);
  else if (action === FriendAction.ACCEPT) await friends.accept(userId, user);
  else if (action === FriendAction.REMOVE) await friends.remove(userId, user);
  else throw validationError([{ field: 'action', issue: 'must be request, accept or remove' }]);
}

interface AnswerOwnershipDeps extends RoomOfConnectionDeps {
  readonly storage: RoomOfConnectionDeps['storage'] & Pick<Storage, 'transferRoom'>;
  readonly audit: AuditRecorder;
}

/**
 * Answers the open offer of the room's ownership to this user (room rules R13.15). Whether the room may be transferred is
 * decided now: roles and ownership may have changed since the offer.
 * @throws {RoomtoneError} RESOURCE_NOT_FOUND if there is no open offer; AUTHORIZATION_ERROR as transferRoom() does.
 */
async function answerOwnership(
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
  await room.chat.announce({ kind: 'newOwner', name: room.record.ownerDisplayName });
}
