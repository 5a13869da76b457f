import { limits } from '@roomtone/protocol';

/** How two accounts stand to one another, seen by the one who acts. */
export interface Relation {
  readonly friends: boolean;
  /** Has asked the other one, who has not answered. */
  readonly requested: boolean;
  /** Was asked by the other one, and has not answered. */
  readonly asked: boolean;
  readonly isBlocked: boolean;
  readonly blocks: boolean;
}

/**
 * What comes of asking for a friendship. requested: the other one may accept now. accepted: both have asked, so they are
 * friends now. friends, waiting: they were, or it was asked before; nothing changes. blocked, blocking: refused, as the
 * other one has blocked the one who asks, or is blocked by them.
 */
export type RequestOutcome = 'requested' | 'accepted' | 'friends' | 'waiting' | 'blocked' | 'blocking';

/** Decides a request for a friendship (S16). */
export function requestOutcome({ friends, requested, asked, isBlocked, blocks }: Relation): RequestOutcome {
  if (isBlocked) return 'blocked';
  if (blocks) return 'blocking';
  if (friends) return 'friends';
  if (asked) return 'accepted';
  return requested ? 'waiting' : 'requested';
}

/** What comes of accepting: accepted makes the friendship; friends, they were; absent, the other one has not asked. */
export type AcceptOutcome = 'accepted' | 'friends' | 'absent';

/** Decides the acceptance of a request. */
export function acceptOutcome({ friends, asked }: Pick<Relation, 'friends' | 'asked'>): AcceptOutcome {
  if (friends) return 'friends';
  return asked ? 'accepted' : 'absent';
}

/**
 * What comes of writing to somebody: kept until it is delivered, or refused. blocked, blocking: as in RequestOutcome;
 * strangers: they are not friends; full: as much as may waits already.
 */
export type DirectMessageOutcome = 'kept' | 'blocked' | 'blocking' | 'strangers' | 'full';

/** Decides a direct message (room rules R15). @param waiting how many wait for the other one. */
export function directMessageOutcome(relation: Relation, waiting: number): DirectMessageOutcome {
  if (relation.isBlocked) return 'blocked';
  if (relation.blocks) return 'blocking';
  if (!relation.friends) return 'strangers';
  return waiting >= limits.directMessagesWaiting ? 'full' : 'kept';
}
