import Type from 'typebox';
import { restNames } from './names.ts';

const dateTime = Type.String({ format: 'date-time' });

export const PresenceStatusName = Type.Enum(['online', 'away', 'busy', 'offline']);
export type PresenceStatusName = Type.Static<typeof PresenceStatusName>;

export const FriendEntry = Type.Object({
  user_id: Type.String(),
  ...restNames,
  /** Path relative to `{base_url}`. */
  avatar_url: Type.String(),
  status: PresenceStatusName,
  /** A room_id; "" outside rooms and in a private room. */
  current_room: Type.String(),
});
export type FriendEntry = Type.Static<typeof FriendEntry>;

export const PendingRequestEntry = Type.Object({
  user_id: Type.String(),
  ...restNames,
  sent_at: dateTime,
});
export type PendingRequestEntry = Type.Static<typeof PendingRequestEntry>;

export const FriendListView = Type.Object({
  /** Sorted by name. */
  friends: Type.Array(FriendEntry),
  /** Received requests, newest first. */
  pending_requests: Type.Array(PendingRequestEntry),
});
export type FriendListView = Type.Static<typeof FriendListView>;

export const FriendRequestBody = Type.Object(
  {
    /** A user_id or a username. */
    user: Type.String({ minLength: 1, maxLength: 64 }),
  },
  { additionalProperties: false },
);
export type FriendRequestBody = Type.Static<typeof FriendRequestBody>;

/** The relation between the two users after the request. */
export const FriendshipView = Type.Object({
  user_id: Type.String(),
  ...restNames,
  state: Type.Enum(['requested', 'friends']),
});
export type FriendshipView = Type.Static<typeof FriendshipView>;

export const BlockEntry = Type.Object({ user_id: Type.String(), ...restNames, blocked_at: dateTime });
export type BlockEntry = Type.Static<typeof BlockEntry>;

export const BlockListView = Type.Object({
  /** Newest first. */
  blocks: Type.Array(BlockEntry),
});
export type BlockListView = Type.Static<typeof BlockListView>;
