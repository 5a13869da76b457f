import { NotificationKind, PresenceStatus } from '@roomtone/protocol';
import type { PresenceStatusName } from '@roomtone/protocol/rest';
import { KeyedTurns } from '../../application/keyed-turns.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Client } from '../connections/client.ts';
import type { Log } from '../realtime.ts';

export interface PresenceNewsDeps {
  readonly storage: Pick<Storage, 'userById' | 'friendsOf'>;
  readonly log: Pick<Log, 'warn'>;
  readonly connectionsOf: (userId: string) => readonly Client[];
}

const wireStatus: Readonly<Record<PresenceStatusName, PresenceStatus>> = {
  online: PresenceStatus.ONLINE,
  away: PresenceStatus.AWAY,
  busy: PresenceStatus.BUSY,
  offline: PresenceStatus.OFFLINE,
};

/** Makes what tells a user's friends of each change of their presence, in order (R14.4). */
export function createPresenceNews({ storage, log, connectionsOf }: PresenceNewsDeps) {
  const turns = new KeyedTurns();
  return (userId: string, status: PresenceStatusName): void => {
    const tell = async () => {
      const [user, { friends }] = await Promise.all([storage.userById(userId), storage.friendsOf(userId)]);
      if (user === undefined) return;
      const presence = { userId, username: user.username, status: wireStatus[status] };
      const body = { kind: NotificationKind.PRESENCE, presence };
      for (const friend of friends) {
        for (const client of connectionsOf(friend.userId)) client.tell({ kind: 'notification', body }, 0);
      }
    };
    turns.run(userId, tell).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'friends could not be told of a presence');
    });
  };
}
