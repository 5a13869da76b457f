const dayMs = 24 * 60 * 60 * 1000;

/** Pro lasts this long after a failed payment (billing rules B4). */
export const graceMs = 7 * dayMs;
/** The report of the next payment may come this long after a period's end (billing rules B5). */
export const renewalNewsMs = dayMs;

/** The state of one subscription. `activeUntil`: when Pro ends or ended unless there is another payment, ms since 1970. */
export type Subscription =
  | { readonly status: 'none' }
  | { readonly status: 'active'; readonly activeUntil: number }
  | { readonly status: 'past_due'; readonly activeUntil: number }
  /** `unpaid`: it was past due when it was cancelled, so only the grace period is left. */
  | { readonly status: 'cancelled'; readonly activeUntil: number; readonly unpaid: boolean }
  /** `ended`: the provider has closed it, so no payment can revive it. */
  | { readonly status: 'expired'; readonly activeUntil: number; readonly ended: boolean };

/** A change that a provider reports. Times are ms since 1970. */
export type SubscriptionChange =
  /** A payment for the time until then. It never shortens the paid time. */
  | { readonly kind: 'paid'; readonly until: number }
  /** The provider's end of the paid period, which may be earlier or later than before. */
  | { readonly kind: 'period'; readonly until: number }
  /** It will renew; the opposite of cancelled. */
  | { readonly kind: 'resumed' }
  | { readonly kind: 'failed' }
  /** It will not renew. */
  | { readonly kind: 'cancelled' }
  /** The provider has closed it for good. */
  | { readonly kind: 'ended' };

export const noSubscription: Subscription = { status: 'none' };

/** Applies one change at its time. A change that does not fit the state has no effect. */
export function applyChange(before: Subscription, change: SubscriptionChange, occurredAt: number): Subscription {
  const state = subscriptionAt(before, occurredAt);
  switch (change.kind) {
    case 'paid':
      return paidUntil(state, Math.max(paidAlready(state), change.until));
    case 'period':
      return paidUntil(state, change.until);
    case 'resumed':
      if (state.status !== 'cancelled') return state;
      return { status: state.unpaid ? 'past_due' : 'active', activeUntil: state.activeUntil };
    case 'failed':
      return state.status === 'active' ? { status: 'past_due', activeUntil: occurredAt + graceMs } : state;
    case 'cancelled':
      return cancelled(state, occurredAt);
    case 'ended':
      if (state.status === 'none') return state;
      return { status: 'expired', activeUntil: Math.min(state.activeUntil, occurredAt), ended: true };
  }
}

/** The state after time has passed (billing rules B3 to B5). */
export function subscriptionAt(subscription: Subscription, now: number): Subscription {
  const changesAt = nextChangeAt(subscription);
  if (changesAt === undefined || now < changesAt || subscription.status === 'none') return subscription;
  const { activeUntil } = subscription;
  if (subscription.status !== 'active') return { status: 'expired', activeUntil, ended: false };
  return subscriptionAt({ status: 'past_due', activeUntil: activeUntil + graceMs }, now);
}

/** When time alone changes the state next; undefined if it never does. */
export function nextChangeAt(subscription: Subscription): number | undefined {
  switch (subscription.status) {
    case 'active':
      return subscription.activeUntil + renewalNewsMs;
    case 'past_due':
    case 'cancelled':
      return subscription.activeUntil;
    case 'none':
    case 'expired':
      return undefined;
  }
}

/** True if the subscription makes its user Pro (billing rules B1). */
export function isPro(subscription: Subscription, now: number): boolean {
  const { status } = subscriptionAt(subscription, now);
  return status === 'active' || status === 'past_due' || status === 'cancelled';
}

/** True if there will be another payment, so that there is something to cancel. */
export function renews(subscription: Subscription, now: number): boolean {
  const { status } = subscriptionAt(subscription, now);
  return status === 'active' || status === 'past_due';
}

/** The one of a user's subscriptions that counts, in its current state (billing rules B10). */
export function currentSubscription(subscriptions: readonly Subscription[], now: number): Subscription {
  return subscriptions
    .map((subscription) => subscriptionAt(subscription, now))
    .reduce((best, other) => (countsMore(other, best) ? other : best), noSubscription);
}

/** Adds or removes the role `pro` by the subscription; without one the roles stay the same (billing rules B2). */
export function rolesWithSubscription(
  roles: readonly string[],
  subscription: Subscription,
  now: number,
): readonly string[] {
  if (subscription.status === 'none' || isPro(subscription, now) === roles.includes('pro')) return roles;
  return roles.includes('pro') ? roles.filter((role) => role !== 'pro') : [...roles, 'pro'];
}

/** The end of the time that is paid for. The next payment replaces a grace period, which is not paid for. */
function paidAlready(state: Subscription): number {
  const isPaid = state.status === 'active' || (state.status === 'cancelled' && !state.unpaid);
  return isPaid ? state.activeUntil : 0;
}

function paidUntil(state: Subscription, until: number): Subscription {
  switch (state.status) {
    case 'none':
    case 'active':
    case 'past_due':
      return { status: 'active', activeUntil: until };
    case 'cancelled':
      return { status: 'cancelled', activeUntil: until, unpaid: false };
    case 'expired':
      return state.ended ? state : { status: 'active', activeUntil: until };
  }
}

function cancelled(state: Subscription, occurredAt: number): Subscription {
  if (state.status === 'past_due') return { status: 'cancelled', activeUntil: state.activeUntil, unpaid: true };
  if (state.status !== 'active') return state;
  // After the period's end the report of a payment may just be late, so Pro must not end with the click.
  const unpaid = occurredAt >= state.activeUntil;
  return { status: 'cancelled', activeUntil: state.activeUntil + (unpaid ? graceMs : 0), unpaid };
}

const weight: Readonly<Record<Subscription['status'], number>> = {
  active: 4,
  past_due: 3,
  cancelled: 2,
  expired: 1,
  none: 0,
};

function countsMore(one: Subscription, other: Subscription): boolean {
  if (one.status !== other.status) return weight[one.status] > weight[other.status];
  return one.status !== 'none' && other.status !== 'none' && one.activeUntil > other.activeUntil;
}
