import type { PresenceStatusName } from '@roomtone/protocol/rest';
import type { UserActivity } from './account-storage.ts';
import type { Awaitable } from './awaitable.ts';

/** A user's presence as friends see it. */
export interface PresenceOfUser {
  readonly status: PresenceStatusName;
  /** The room_id; "" outside a room and if the room is private. */
  readonly currentRoom: string;
}

/** The users' current presence. Implemented by realtime/. */
export interface Presence {
  of(userId: string): Promise<PresenceOfUser>;
}

/** The presence that a user's connections to one process show. */
export interface OwnPresence extends PresenceOfUser {
  /** The user has set the status. */
  readonly isByHand: boolean;
}

export interface PresenceChange {
  readonly now: PresenceOfUser;
  readonly before: PresenceOfUser;
}

/** Where the processes of a service show the presence of their users. */
export interface PresenceBoard extends Presence {
  /**
   * Shows what the connections to this process show.
   * @param before what they showed last.
   * @returns what the connections to all processes show together.
   */
  show(userId: string, own: OwnPresence, before: PresenceOfUser): Awaitable<PresenceChange>;
}

/** The users' activity, collected and stored in batches. Implemented by realtime/. */
export interface LiveActivity {
  /** The user did something just now. */
  seen(userId: string): void;
  /** Activity not yet sent to storage; add it to the result of a read that starts at the same moment. */
  pending(userId: string): UserActivity;
}
