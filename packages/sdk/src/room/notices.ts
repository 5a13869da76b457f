import {
  type DirectMessage,
  type FriendAccepted,
  type FriendRequest,
  type Notification,
  type Presence,
  PresenceStatus,
  type Subscription,
  SubscriptionStatus,
} from '@roomtone/protocol';

/** Something outside the room that concerns the user. */
export type Notice =
  | ({ readonly kind: 'friendRequest' } & FriendRequest)
  | ({ readonly kind: 'friendAccepted' } & FriendAccepted)
  | ({ readonly kind: 'presence'; readonly status: PresenceName } & Omit<Presence, 'status'>)
  | ({ readonly kind: 'subscription'; readonly status: SubscriptionName } & Omit<Subscription, 'status'>)
  | ({ readonly kind: 'directMessage' } & DirectMessage)
  /** The server is about to stop. */
  | { readonly kind: 'shutdown' };

/** `pastDue`: a payment failed, and Pro goes on for 7 days. `cancelled`: Pro ends with the paid period. */
export type SubscriptionName = 'active' | 'pastDue' | 'cancelled' | 'expired';
export type PresenceName = 'online' | 'away' | 'busy' | 'offline';

const presences = new Map<PresenceStatus, PresenceName>([
  [PresenceStatus.ONLINE, 'online'],
  [PresenceStatus.AWAY, 'away'],
  [PresenceStatus.BUSY, 'busy'],
]);

const subscriptions = new Map<SubscriptionStatus, SubscriptionName>([
  [SubscriptionStatus.ACTIVE, 'active'],
  [SubscriptionStatus.PAST_DUE, 'pastDue'],
  [SubscriptionStatus.CANCELLED, 'cancelled'],
]);

/** Undefined for a kind unknown to this version. */
export function noticeOf(body: Notification): Notice | undefined {
  const { friendRequest, friendAccepted, presence, subscription, directMessage, shutdown } = body;
  if (friendRequest !== undefined) return { kind: 'friendRequest', ...friendRequest };
  if (friendAccepted !== undefined) return { kind: 'friendAccepted', ...friendAccepted };
  if (presence !== undefined) {
    return { ...presence, kind: 'presence', status: presences.get(presence.status) ?? 'offline' };
  }
  if (subscription !== undefined) {
    const status = subscriptions.get(subscription.status) ?? 'expired';
    return { ...subscription, kind: 'subscription', status };
  }
  if (directMessage !== undefined) return { kind: 'directMessage', ...directMessage };
  return shutdown === undefined ? undefined : { kind: 'shutdown' };
}
