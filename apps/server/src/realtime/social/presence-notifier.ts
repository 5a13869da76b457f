import { NotificationKind, namesOf, PresenceStatus } from '@roomtone/protocol';
import type { PresenceStatusName } from '@roomtone/protocol/rest';
import { KeyedTurns } from '../../application/keyed-turns.ts';
import type { OwnPresence, PresenceBoard, PresenceChange, PresenceOfUser } from '../../ports/presence.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Log } from '../log.ts';
import type { News } from '../sharing/shared-news.ts';
import type { OnlineUsers } from './online-users.ts';

/** Shows again what everybody's connections show: it ends by itself, and may have been lost. */
export function renewPresence(online: Pick<OnlineUsers, 'everybody'>, presence: Pick<PresenceBoard, 'show'>): void {
  for (const [userId, now] of online.everybody()) {
    const shown = presence.show(userId, now, now);
    // The next renewal tries again.
    if (shown instanceof Promise) shown.catch(() => undefined);
  }
}

export interface PresenceNotifierDeps {
  readonly storage: Pick<Storage, 'userById' | 'friendsOf'>;
  readonly presence: Pick<PresenceBoard, 'show'>;
  /** Sends a notification on all of a user's connections. */
  readonly notify: News['notify'];
  readonly log: Pick<Log, 'warn'>;
}

const wireStatus: Readonly<Record<PresenceStatusName, PresenceStatus>> = {
  online: PresenceStatus.ONLINE,
  away: PresenceStatus.AWAY,
  busy: PresenceStatus.BUSY,
  offline: PresenceStatus.OFFLINE,
};

export interface PresenceNotifier {
  /** The user's connections here show something else: shows it to others, and notifies the user's friends in order (R14.4). */
  changed(userId: string, now: OwnPresence, before: PresenceOfUser): void;
  /** Others have changed what the user's connections everywhere show together. */
  changedElsewhere(userId: string, change: PresenceChange): void;
}

export function createPresenceNotifier(deps: PresenceNotifierDeps): PresenceNotifier {
  const { storage, presence, notify, log } = deps;
  const turns = new KeyedTurns();
  const notifyFriends = async (userId: string, status: PresenceStatusName): Promise<void> => {
    const [user, { friends }] = await Promise.all([storage.userById(userId), storage.friendsOf(userId)]);
    if (user === undefined) return;
    const change = { userId, ...namesOf(user), status: wireStatus[status] };
    const notification = { kind: NotificationKind.PRESENCE, presence: change };
    for (const friend of friends) notify(friend.userId, notification);
  };
  const tell = (userId: string, change: PresenceChange | Promise<PresenceChange>): void => {
    const inTurn = async () => {
      const { now, before } = await change;
      if (now.status !== before.status) await notifyFriends(userId, now.status);
    };
    turns.run(userId, inTurn).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'friends could not be told of a presence');
    });
  };
  return {
    changed(userId, now, before) {
      const shown = presence.show(userId, now, before);
      if (shown instanceof Promise)
        tell(
          userId,
          shown.catch(() => ({ now, before })),
        );
      else if (shown.now.status !== shown.before.status) tell(userId, shown);
    },
    changedElsewhere: tell,
  };
}
