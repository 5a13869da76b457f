import {
  type DirectMessage,
  type FriendAccepted,
  type FriendRequest,
  type Notification,
  type Presence,
  PresenceStatus,
  type Subscription,
} from '@roomtone/protocol';

/** Something outside the room that concerns the user. */
export type Notice =
  | ({ readonly kind: 'friend-request' } & FriendRequest)
  | ({ readonly kind: 'friend-accepted' } & FriendAccepted)
  | ({ readonly kind: 'presence'; readonly status: PresenceName } & Omit<Presence, 'status'>)
  | ({ readonly kind: 'subscription' } & Subscription)
  | ({ readonly kind: 'direct-message' } & DirectMessage)
  /** The server is about to stop. */
  | { readonly kind: 'shutdown' };

export type PresenceName = 'online' | 'away' | 'busy' | 'offline';

const presences = new Map<PresenceStatus, PresenceName>([
  [PresenceStatus.ONLINE, 'online'],
  [PresenceStatus.AWAY, 'away'],
  [PresenceStatus.BUSY, 'busy'],
]);

/** Undefined for a kind unknown to this version. */
export function noticeOf(body: Notification): Notice | undefined {
  const { friendRequest, friendAccepted, presence, subscription, directMessage, shutdown } = body;
  if (friendRequest !== undefined) return { kind: 'friend-request', ...friendRequest };
  if (friendAccepted !== undefined) return { kind: 'friend-accepted', ...friendAccepted };
  if (presence !== undefined) {
    return { ...presence, kind: 'presence', status: presences.get(presence.status) ?? 'offline' };
  }
  if (subscription !== undefined) return { kind: 'subscription', ...subscription };
  if (directMessage !== undefined) return { kind: 'direct-message', ...directMessage };
  return shutdown === undefined ? undefined : { kind: 'shutdown' };
}
