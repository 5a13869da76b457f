import { currentSubscription, nextChangeAt, type Subscription, subscriptionAt } from '../../domain/subscription.ts';
import type { BillingStorage } from '../../ports/billing-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import { KeyedTurns } from '../keyed-turns.ts';

/** Users handled per call. */
const maxAtOnce = 100;

export interface AnnouncementDeps {
  readonly storage: Pick<BillingStorage, 'billingAccount' | 'setBillingAnnounced' | 'usersWithBillingDue'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /**
   * Called with every change of a user's subscription: gives or takes the role and notifies the user. After a crash or a
   * race it may be called twice with the same subscription, but never with the older of two last.
   */
  readonly onSubscriptionChanged: (userId: string, subscription: Subscription) => Promise<void>;
}

/** Announces changes of subscriptions to the rest of the server (billing rules B12). */
export interface Announcements {
  /** Announces this user's subscription if it has changed. */
  announce(userId: string): Promise<void>;
  /** The same for all users whose change was caused by time or missed in a crash; failures go to `onError`. */
  announceDue(onError: (error: unknown) => void): Promise<void>;
}

export function createAnnouncements(deps: AnnouncementDeps): Announcements {
  const { storage, clock } = deps;
  const turns = new KeyedTurns();
  // Providers send several events together: one after the other, they announce one change once.
  const announce = (userId: string) => turns.run(userId, () => announceNow(deps, userId));

  return {
    announce,
    async announceDue(onError) {
      const due = storage.usersWithBillingDue(clock.nowMs(), maxAtOnce);
      const announced = due.then((userIds) => Promise.all(userIds.map((userId) => announce(userId).catch(onError))));
      await announced.catch(onError);
    },
  };
}

async function announceNow(deps: AnnouncementDeps, userId: string): Promise<void> {
  const { storage, clock, onSubscriptionChanged } = deps;
  let wasOvertaken = false;
  for (;;) {
    const now = clock.nowMs();
    const { subscriptions, announced, version } = await storage.billingAccount(userId);
    // The user has been deleted.
    if (version === 0) return;
    const states = subscriptions.map(({ subscription }) => subscription);
    const current = currentSubscription(states, now);
    // Another process may have announced the newer state before we announced the older: the current one is announced again.
    if (wasOvertaken || !isSame(current, announced)) await onSubscriptionChanged(userId, current);
    if (await storage.setBillingAnnounced(userId, version, current, nextDue(states, now), now)) return;
    wasOvertaken = true;
  }
}

function isSame(one: Subscription, other: Subscription): boolean {
  if (one.status === 'none' || other.status === 'none') return one.status === other.status;
  return one.status === other.status && one.activeUntil === other.activeUntil;
}

function nextDue(states: readonly Subscription[], now: number): number | undefined {
  const times = states.flatMap((state) => nextChangeAt(subscriptionAt(state, now)) ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}
