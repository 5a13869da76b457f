import { currentSubscription, nextChangeAt, type Subscription, subscriptionAt } from '../../domain/subscription.ts';
import type { BillingStorage } from '../../ports/billing-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import { KeyedTurns } from '../keyed-turns.ts';

/** Users looked after in one go. */
const maxAtOnce = 100;

export interface AnnouncementDeps {
  readonly storage: Pick<BillingStorage, 'billingAccount' | 'setBillingAnnounced' | 'usersWithBillingDue'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /**
   * Told of every change of what a user's subscription comes to: gives and takes the role, notifies. May be told the
   * same twice, after a crash or a race, and never the older of two last.
   */
  readonly onSubscriptionChanged: (userId: string, subscription: Subscription) => Promise<void>;
}

/** Tells the rest of the server what has become of subscriptions (billing rules B12). */
export interface Announcements {
  /** Tells what has changed for this user, if anything. */
  announce(userId: string): Promise<void>;
  /** The same for everybody for whom time, or a crash, has left something to tell; `onError` hears of each that fails. */
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
      const told = due.then((userIds) => Promise.all(userIds.map((userId) => announce(userId).catch(onError))));
      await told.catch(onError);
    },
  };
}

async function announceNow(deps: AnnouncementDeps, userId: string): Promise<void> {
  const { storage, clock, onSubscriptionChanged } = deps;
  let overtaken = false;
  for (;;) {
    const now = clock.nowMs();
    const { subscriptions, announced, version } = await storage.billingAccount(userId);
    // Deleted with its user.
    if (version === 0) return;
    const states = subscriptions.map(({ subscription }) => subscription);
    const current = currentSubscription(states, now);
    // Another process may have told the newer state before we told the older: what holds is told again.
    if (overtaken || !isSame(current, announced)) await onSubscriptionChanged(userId, current);
    if (await storage.setBillingAnnounced(userId, version, current, nextDue(states, now), now)) return;
    overtaken = true;
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
