import { FriendAction, type FriendCommand, type Members, PresenceStatus, validationError } from '@roomtone/protocol';
import type { Friends } from '../../application/social/friends.ts';
import { accountRequired } from '../../domain/permissions.ts';
import type { ManualStatus } from '../../domain/presence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connection } from '../connections/connection.ts';
import { requireInside } from '../connections/room-of-connection.ts';
import { type AnswerOwnershipDeps, answerOwnership } from '../rooms/answer-ownership.ts';
import type { News } from '../sharing/shared-news.ts';
import type { DirectMessages } from './direct-messages.ts';
import type { OnlineUsers } from './online-users.ts';

export interface UserCommandDeps extends AnswerOwnershipDeps {
  readonly clock: Pick<Clock, 'serviceUs' | 'nowMs'>;
  readonly friends: Friends;
  readonly online: OnlineUsers;
  readonly directMessages: DirectMessages;
  readonly others: Pick<News, 'statusSet'>;
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
  if (identity.kind === 'guest') throw accountRequired();
  const { userId } = identity;
  if (body.typing !== undefined) {
    const { room, participant } = requireInside(connection);
    room.chat.typing(participant, body.typing);
    room.elsewhere?.typing(participant, body.typing);
    return;
  }
  if (body.answerOwnership !== undefined) {
    await answerOwnership(deps, connection, body.answerOwnership, requestId);
    return;
  }
  if (body.setPlayer !== undefined) {
    const { room, participant } = requireInside(connection);
    room.setPlayer(participant, body.setPlayer);
  } else if (body.setPresence !== undefined) {
    const status = manualStatus(body.setPresence.status);
    deps.online.setManualStatus(userId, status, deps.clock.serviceUs());
    deps.others.statusSet(userId, status);
  } else if (body.friend !== undefined) await befriend(deps.friends, userId, body.friend);
  else if (body.directMessage !== undefined) {
    await deps.directMessages.send(userId, body.directMessage.user, body.directMessage.message);
  } else throw validationError([{ field: 'command', issue: 'must be set' }]);
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
