import type { PresenceStatusName } from '@roomtone/protocol/rest';
import type { UserActivity } from './account-storage.ts';

/** What friends see of a user. */
export interface PresenceOfUser {
  readonly status: PresenceStatusName;
  /** The room_id; "" outside a room and if the room is private. */
  readonly currentRoom: string;
}

/** The users' current presence. Implemented by realtime/. */
export interface Presence {
  of(userId: string): Promise<PresenceOfUser>;
}

/** The users' activity, collected and stored in batches. Implemented by realtime/. */
export interface LiveActivity {
  /** The user did something just now. */
  seen(userId: string): void;
  /** Activity not yet sent to storage; add it to the result of a read that starts at the same moment. */
  pending(userId: string): UserActivity;
}
