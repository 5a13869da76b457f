import type { PresenceStatusName } from '@roomtone/protocol/rest';
import type { UserActivity } from './account-storage.ts';

/** What friends see of a user. */
export interface PresenceOfUser {
  readonly status: PresenceStatusName;
  /** The room_id; "" outside rooms and where the room is private. */
  readonly currentRoom: string;
}

/** Where users are now. Implemented by realtime/. */
export interface Presence {
  of(userId: string): Promise<PresenceOfUser>;
}

/** What users do, collected and told to storage in batches. Implemented by realtime/. */
export interface LiveActivity {
  /** The user did something just now. */
  seen(userId: string): void;
  /** What is not on its way to storage yet: to be added to what a read finds that is started in the same moment. */
  pending(userId: string): UserActivity;
}
