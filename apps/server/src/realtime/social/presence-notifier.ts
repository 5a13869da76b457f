import { NotificationKind, PresenceStatus } from '@roomtone/protocol';
import type { PresenceStatusName } from '@roomtone/protocol/rest';
import { KeyedTurns } from '../../application/keyed-turns.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Connection } from '../connections/connection.ts';
import type { Log } from '../log.ts';

export interface PresenceNotifierDeps {
  readonly storage: Pick<Storage, 'userById' | 'friendsOf'>;
  readonly log: Pick<Log, 'warn'>;
  readonly connectionsOf: (userId: string) => readonly Connection[];
}

const wireStatus: Readonly<Record<PresenceStatusName, PresenceStatus>> = {
  online: PresenceStatus.ONLINE,
  away: PresenceStatus.AWAY,
  busy: PresenceStatus.BUSY,
  offline: PresenceStatus.OFFLINE,
};

/** Makes what tells a user's friends of each change of their presence, in order (R14.4). */
export function createPresenceNotifier({ storage, log, connectionsOf }: PresenceNotifierDeps) {
  const turns = new KeyedTurns();
  return (userId: string, status: PresenceStatusName): void => {
    const notify = async () => {
      const [user, { friends }] = await Promise.all([storage.userById(userId), storage.friendsOf(userId)]);
      if (user === undefined) return;
      const presence = { userId, username: user.username, status: wireStatus[status] };
      const body = { kind: NotificationKind.PRESENCE, presence };
      for (const friend of friends) {
        for (const connection of connectionsOf(friend.userId)) connection.send({ kind: 'notification', body }, 0);
      }
    };
    turns.run(userId, notify).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'friends could not be told of a presence');
    });
  };
}
