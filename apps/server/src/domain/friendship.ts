import { serviceLimits } from '@roomtone/protocol';

/** The relation between two accounts, as seen by the acting user. */
export interface Relation {
  readonly friends: boolean;
  /** The acting user has sent a request that is unanswered. */
  readonly requested: boolean;
  /** The other user has sent a request that is unanswered. */
  readonly asked: boolean;
  /** The other user blocks the acting one. */
  readonly isBlocked: boolean;
  /** The acting user blocks the other one. */
  readonly blocks: boolean;
}

/**
 * The result of a friend request. requested: the other user may accept it. accepted: both have asked, so they are friends
 * now. friends: they were friends already. waiting: the request was sent before. blocked: refused, because the other user
 * blocks the sender. blocking: refused, because the sender blocks the other user.
 */
export type RequestOutcome = 'requested' | 'accepted' | 'friends' | 'waiting' | 'blocked' | 'blocking';

/** Decides a friend request (S16). */
export function requestOutcome({ friends, requested, asked, isBlocked, blocks }: Relation): RequestOutcome {
  if (isBlocked) return 'blocked';
  if (blocks) return 'blocking';
  if (friends) return 'friends';
  if (asked) return 'accepted';
  return requested ? 'waiting' : 'requested';
}

/** accepted: they are friends now. friends: they were friends already. absent: there is no request to accept. */
export type AcceptOutcome = 'accepted' | 'friends' | 'absent';

/** Decides the acceptance of a friend request. */
export function acceptOutcome({ friends, asked }: Pick<Relation, 'friends' | 'asked'>): AcceptOutcome {
  if (friends) return 'friends';
  return asked ? 'accepted' : 'absent';
}

/**
 * The result of sending a direct message. kept: stored until delivered. The others are refusals. blocked, blocking: as in
 * RequestOutcome. strangers: they are not friends. full: too many messages wait already.
 */
export type DirectMessageOutcome = 'kept' | 'blocked' | 'blocking' | 'strangers' | 'full';

/** Decides a direct message (room rules R15). @param waiting number of messages that wait for the recipient. */
export function directMessageOutcome(relation: Relation, waiting: number): DirectMessageOutcome {
  if (relation.isBlocked) return 'blocked';
  if (relation.blocks) return 'blocking';
  if (!relation.friends) return 'strangers';
  return waiting >= serviceLimits.directMessagesWaiting ? 'full' : 'kept';
}
