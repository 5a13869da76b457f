import { NotificationKind, SubscriptionStatus } from '@roomtone/protocol';
import { rolesWithSubscription, type Subscription } from '../../domain/subscription.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveUsers } from '../../ports/live-users.ts';
import type { Storage } from '../../ports/storage.ts';

const wireStatus = {
  active: SubscriptionStatus.ACTIVE,
  past_due: SubscriptionStatus.PAST_DUE,
  cancelled: SubscriptionStatus.CANCELLED,
  expired: SubscriptionStatus.EXPIRED,
} as const;

export interface AnnounceSubscriptionDeps {
  readonly storage: Pick<Storage, 'userById' | 'setRoles'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly realtime: Pick<LiveUsers, 'notify'>;
}

/**
 * Gives or takes the pro role and notifies the user's connections (S19.8); tokens have the new roles from the next refresh on.
 * A second call with the same subscription changes nothing.
 */
export async function announceSubscription(
  { storage, clock, realtime }: AnnounceSubscriptionDeps,
  userId: string,
  subscription: Subscription,
): Promise<void> {
  const user = await storage.userById(userId);
  if (user === undefined || subscription.status === 'none') return;
  const roles = rolesWithSubscription(user.roles, subscription, clock.nowMs());
  if (roles !== user.roles) await storage.setRoles(userId, roles);
  realtime.notify(userId, {
    kind: NotificationKind.SUBSCRIPTION,
    subscription: { status: wireStatus[subscription.status], activeUntil: subscription.activeUntil },
  });
}
