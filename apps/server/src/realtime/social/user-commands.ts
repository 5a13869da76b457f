import { FriendAction, type FriendCommand, type Members, PresenceStatus, validationError } from '@roomtone/protocol';
import type { Friends } from '../../application/social/friends.ts';
import { membersOnly } from '../../domain/permissions.ts';
import type { ManualStatus } from '../../domain/presence.ts';
import type { Clock } from '../../ports/clock.ts';
import { inside } from '../connections/asking.ts';
import type { Client } from '../connections/client.ts';
import type { DirectMessages } from './direct-messages.ts';
import type { WhoIsOnline } from './who-is-online.ts';

export interface UserCommandDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly friends: Friends;
  readonly online: WhoIsOnline;
  readonly directMessages: DirectMessages;
}

const statuses: ReadonlyMap<PresenceStatus, ManualStatus> = new Map([
  [PresenceStatus.ONLINE, 'online'],
  [PresenceStatus.AWAY, 'away'],
  [PresenceStatus.BUSY, 'busy'],
]);

/**
 * What a user does about themselves and their friends. Answered with ack, typing aside.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest, and whatever the act is refused with.
 */
export async function userCommand(
  deps: UserCommandDeps,
  client: Client,
  body: Members['userCommand'],
  requestId: number,
): Promise<void> {
  const { identity } = client;
  if (identity.kind === 'guest') throw membersOnly();
  const { userId } = identity;
  if (body.typing !== undefined) {
    const { host, member } = inside(client);
    host.talk.typing(member, body.typing);
    return;
  }
  if (body.setPlayer !== undefined) {
    const { host, member } = inside(client);
    host.setPlayer(member, body.setPlayer);
  } else if (body.setPresence !== undefined) {
    deps.online.withManualStatus(userId, statusByHand(body.setPresence.status), deps.clock.serviceUs());
  } else if (body.friend !== undefined) await befriend(deps.friends, userId, body.friend);
  else if (body.directMessage !== undefined) {
    await deps.directMessages.send(userId, body.directMessage.user, body.directMessage.message);
  } else throw validationError([{ field: 'command', issue: 'must be set' }]);
  client.tell({ kind: 'ack', body: {} }, requestId);
}

function statusByHand(status: PresenceStatus): ManualStatus {
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
