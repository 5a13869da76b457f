import { acceptOutcome, directMessageOutcome, type Relation, requestOutcome } from '../../domain/friendship.ts';
import type { Person, UserRecord } from '../../ports/account-storage.ts';
import type { DirectMessageRecord, DirectMessageStorage, FriendStorage } from '../../ports/social-storage.ts';

/** What one user has to do with another one, since when. */
interface Pair {
  readonly from: string;
  readonly to: string;
  readonly since: number;
}

export interface MemoryFriends {
  readonly acts: FriendStorage & DirectMessageStorage;
  /** The account is gone. */
  forget(userId: string): void;
}

/** Friends, requests, blocks and direct messages of memory storage. */
export function memoryFriends(users: ReadonlyMap<string, UserRecord>): MemoryFriends {
  const friends = new Pairs();
  const requests = new Pairs();
  const blocks = new Pairs();
  let waiting: DirectMessageRecord[] = [];

  const befriend = (userId: string, otherId: string, since: number): void => {
    requests.removeBoth(userId, otherId);
    friends.add({ from: userId, to: otherId, since });
    friends.add({ from: otherId, to: userId, since });
  };
  const removeFriend = (userId: string, otherId: string): void => {
    requests.removeBoth(userId, otherId);
    friends.removeBoth(userId, otherId);
  };
  const relation = (userId: string, otherId: string): Relation => ({
    friends: friends.has(userId, otherId),
    requested: requests.has(userId, otherId),
    asked: requests.has(otherId, userId),
    isBlocked: blocks.has(otherId, userId),
    blocks: blocks.has(userId, otherId),
  });
  const person = (userId: string): Person[] => {
    const user = users.get(userId);
    if (user === undefined) return [];
    const { username, avatarName } = user;
    return [avatarName === undefined ? { userId, username } : { userId, username, avatarName }];
  };

  const acts: MemoryFriends['acts'] = {
    async requestFriend(userId, otherId, now) {
      if (!users.has(userId) || !users.has(otherId)) return 'unknown';
      const outcome = requestOutcome(relation(userId, otherId));
      if (outcome === 'accepted') befriend(userId, otherId, now);
      if (outcome === 'requested') requests.add({ from: userId, to: otherId, since: now });
      return outcome;
    },
    async acceptFriend(userId, otherId, now) {
      const outcome = acceptOutcome(relation(userId, otherId));
      if (outcome === 'accepted') befriend(userId, otherId, now);
      return outcome;
    },
    async removeFriend(userId, otherId) {
      removeFriend(userId, otherId);
    },
    async friendsOf(userId) {
      const mine = friends.of((pair) => pair.from === userId).flatMap(({ to }) => person(to));
      const received = requests.of((pair) => pair.to === userId);
      const senders = received.flatMap(({ from, since }) => person(from).map((one) => ({ ...one, sentAt: since })));
      return {
        friends: mine.sort(byName),
        requests: senders.sort((one, other) => other.sentAt - one.sentAt || byName(one, other)),
      };
    },
    async block(userId, otherId, now) {
      if (!users.has(userId) || !users.has(otherId)) return;
      removeFriend(userId, otherId);
      waiting = waiting.filter(({ fromId, toId }) => fromId !== otherId || toId !== userId);
      if (!blocks.has(userId, otherId)) blocks.add({ from: userId, to: otherId, since: now });
    },
    async unblock(userId, otherId) {
      blocks.remove(userId, otherId);
    },
    async blocksOf(userId) {
      const mine = blocks.of((pair) => pair.from === userId);
      const blocked = mine.flatMap(({ to, since }) => person(to).map((one) => ({ ...one, blockedAt: since })));
      return blocked.sort((one, other) => other.blockedAt - one.blockedAt || byName(one, other));
    },

    async addDirectMessage(message) {
      const { fromId, toId } = message;
      if (!users.has(fromId) || !users.has(toId)) return 'unknown';
      const before = waiting.filter((one) => one.toId === toId).length;
      const outcome = directMessageOutcome(relation(fromId, toId), before);
      if (outcome === 'kept') waiting.push(message);
      return outcome;
    },
    async directMessagesTo(userId) {
      return waiting
        .filter(({ toId }) => toId === userId)
        .flatMap((message) => person(message.fromId).map(({ username }) => ({ ...message, username })));
    },
    async removeDirectMessages(messageIds) {
      waiting = waiting.filter(({ messageId }) => !messageIds.includes(messageId));
    },
  };

  return {
    acts,
    forget(userId) {
      for (const pairs of [friends, requests, blocks]) pairs.forget(userId);
      waiting = waiting.filter(({ fromId, toId }) => fromId !== userId && toId !== userId);
    },
  };
}

class Pairs {
  #all: Pair[] = [];

  has(from: string, to: string): boolean {
    return this.#all.some((pair) => pair.from === from && pair.to === to);
  }

  add(pair: Pair): void {
    this.#all.push(pair);
  }

  remove(from: string, to: string): void {
    this.#all = this.#all.filter((pair) => pair.from !== from || pair.to !== to);
  }

  removeBoth(one: string, other: string): void {
    this.remove(one, other);
    this.remove(other, one);
  }

  of(wanted: (pair: Pair) => boolean): Pair[] {
    return this.#all.filter(wanted);
  }

  forget(userId: string): void {
    this.#all = this.#all.filter((pair) => pair.from !== userId && pair.to !== userId);
  }
}

function byName(one: Person, other: Person): number {
  return one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1;
}
