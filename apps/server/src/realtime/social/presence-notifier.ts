import { NotificationKind, PresenceStatus } from '@roomtone/protocol';
import type { PresenceStatusName } from '@roomtone/protocol/rest';
import { KeyedTurns } from '../../application/keyed-turns.ts';
import type { PresenceOfUser } from '../../ports/presence.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Connections } from '../connections/connections.ts';
import type { Log } from '../log.ts';
import type { SharedPresence } from './shared-presence.ts';

export interface PresenceNotifierDeps {
  readonly storage: Pick<Storage, 'userById' | 'friendsOf'>;
  readonly presence: Pick<SharedPresence, 'share'>;
  readonly connections: Pick<Connections, 'notify'>;
  readonly log: Pick<Log, 'warn'>;
}

const wireStatus: Readonly<Record<PresenceStatusName, PresenceStatus>> = {
  online: PresenceStatus.ONLINE,
  away: PresenceStatus.AWAY,
  busy: PresenceStatus.BUSY,
  offline: PresenceStatus.OFFLINE,
};

/** Makes the function that shares each change of a user's presence and notifies the user's friends in order (R14.4). */
export function createPresenceNotifier({ storage, presence, connections, log }: PresenceNotifierDeps) {
  const turns = new KeyedTurns();
  const notifyFriends = (userId: string, status: PresenceStatusName): void => {
    const notify = async () => {
      const [user, { friends }] = await Promise.all([storage.userById(userId), storage.friendsOf(userId)]);
      if (user === undefined) return;
      const change = { userId, username: user.username, status: wireStatus[status] };
      const notification = { kind: NotificationKind.PRESENCE, presence: change };
      for (const friend of friends) connections.notify(friend.userId, notification);
    };
    turns.run(userId, notify).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'friends could not be told of a presence');
    });
  };
  return (userId: string, now: PresenceOfUser, before: PresenceOfUser): void => {
    presence.share(userId, now);
    if (now.status !== before.status) notifyFriends(userId, now.status);
  };
}
