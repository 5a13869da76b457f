import { issues, NotificationKind, namesOf, RoomtoneError, validationError } from '@roomtone/protocol';
import type { RequestOutcome } from '../../domain/friendship.ts';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveUsers } from '../../ports/live-users.ts';
import type { FriendStorage } from '../../ports/social-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { findUser, userNotFound } from '../accounts/find-user.ts';

export interface FriendsDeps {
  readonly storage: FriendStorage & Pick<Storage, 'userById' | 'userByIdOrName' | 'botsOf'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Gets each change once it is stored. */
  readonly news: Pick<LiveUsers, 'notify' | 'blockChanged'>;
}

/**
 * Friend requests, friendships and blocks, for REST and WebSocket (S16). `other` is the id or name of the other user, with whom
 * every method resolves.
 * @throws {RoomtoneError} RESOURCE_NOT_FOUND if there is no such user; VALIDATION_ERROR on `user` if it is the caller.
 */
export interface Friends {
  /**
   * Sends a friend request, or accepts the other user's. `isNew` is false if that changed nothing.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason blocked or blocking.
   */
  request(
    userId: string,
    other: string,
  ): Promise<{ readonly user: UserRecord; readonly state: 'requested' | 'friends'; readonly isNew: boolean }>;
  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND if the other user has sent no request. */
  accept(userId: string, other: string): Promise<UserRecord>;
  /** Removes a friend, declines a request or takes back the caller's own; does nothing if there is none. */
  remove(userId: string, other: string): Promise<UserRecord>;
  block(userId: string, other: string): Promise<UserRecord>;
  unblock(userId: string, other: string): Promise<UserRecord>;
}

export function createFriends({ storage, clock, news }: FriendsDeps): Friends {
  const notifyOther = async (userId: string, otherId: string, what: 'request' | 'acceptance'): Promise<void> => {
    const user = await storage.userById(userId);
    if (user === undefined) return;
    const person = { userId, ...namesOf(user) };
    if (what === 'request') news.notify(otherId, { kind: NotificationKind.FRIEND_REQUEST, friendRequest: person });
    else news.notify(otherId, { kind: NotificationKind.FRIEND_ACCEPTED, friendAccepted: person });
  };
  const findOther = async (userId: string, idOrName: string): Promise<UserRecord> => {
    const user = await findUser(storage, idOrName);
    if (user.userId === userId) throw validationError([{ field: 'user', ...issues.oneself }]);
    return user;
  };
  return {
    async request(userId, other) {
      const user = await findOther(userId, other);
      const outcome = await storage.requestFriend(userId, user.userId, clock.nowMs());
      if (outcome === 'unknown') throw userNotFound(other);
      const result = outcomes(outcome);
      if (result.isNew) await notifyOther(userId, user.userId, result.state === 'friends' ? 'acceptance' : 'request');
      return { user, ...result };
    },
    async accept(userId, other) {
      const user = await findOther(userId, other);
      const outcome = await storage.acceptFriend(userId, user.userId, clock.nowMs());
      if (outcome === 'accepted') await notifyOther(userId, user.userId, 'acceptance');
      if (outcome !== 'absent') return user;
      throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no request of this user.', { user_id: user.userId });
    },
    async remove(userId, other) {
      const user = await findOther(userId, other);
      await storage.removeFriend(userId, user.userId);
      return user;
    },
    async block(userId, other) {
      const user = await findOther(userId, other);
      const bots = await storage.botsOf(user.userId);
      await storage.block(userId, user.userId, clock.nowMs());
      for (const blocked of [user, ...bots.map((bot) => bot.user)]) news.blockChanged(userId, blocked.userId, true);
      return user;
    },
    async unblock(userId, other) {
      const user = await findOther(userId, other);
      await storage.unblock(userId, user.userId);
      const bots = await storage.botsOf(user.userId);
      const [blocks, ofOwners] = [await storage.blocksOf(userId), await storage.blockedBotsOf(userId)];
      const remaining = new Set([...blocks.map((each) => each.userId), ...ofOwners]);
      for (const other of [user, ...bots.map((bot) => bot.user)]) {
        if (!remaining.has(other.userId)) news.blockChanged(userId, other.userId, false);
      }
      return user;
    },
  };
}

function outcomes(outcome: RequestOutcome): { state: 'requested' | 'friends'; isNew: boolean } {
  switch (outcome) {
    case 'requested':
      return { state: 'requested', isNew: true };
    case 'waiting':
      return { state: 'requested', isNew: false };
    case 'accepted':
      return { state: 'friends', isNew: true };
    case 'friends':
      return { state: 'friends', isNew: false };
    case 'blocked':
      throw refused('This user does not take requests from you.', 'blocked');
    case 'blocking':
      throw refused('You have blocked this user. Undo that first.', 'blocking');
  }
}

function refused(message: string, reason: 'blocked' | 'blocking'): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', message, { required: [], reason });
}
