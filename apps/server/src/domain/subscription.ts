const dayMs = 24 * 60 * 60 * 1000;

/** How long Pro lasts after a payment failed (billing rules B4). */
export const graceMs = 7 * dayMs;
/** How long after a period's end news of the next payment may take (billing rules B5). */
export const renewalNewsMs = dayMs;

/** Where one subscription stands. `activeUntil`: when Pro ends, or ended, unless another payment comes; ms since 1970. */
export type Subscription =
  | { readonly status: 'none' }
  | { readonly status: 'active'; readonly activeUntil: number }
  | { readonly status: 'past_due'; readonly activeUntil: number }
  /** `unpaid`: it was past due when it was cancelled, so what is left of it is grace. */
  | { readonly status: 'cancelled'; readonly activeUntil: number; readonly unpaid: boolean }
  /** `ended`: the provider has closed it, so that no payment can bring it back. */
  | { readonly status: 'expired'; readonly activeUntil: number; readonly ended: boolean };

/** What a provider can tell of a subscription. Times are ms since 1970. */
export type SubscriptionChange =
  /** A payment for the time until then; it never shortens what has been paid. */
  | { readonly kind: 'paid'; readonly until: number }
  /** The paid period ends then, as the provider has it: longer or shorter than before. */
  | { readonly kind: 'period'; readonly until: number }
  /** It will renew: the opposite of cancelled. */
  | { readonly kind: 'resumed' }
  | { readonly kind: 'failed' }
  /** It will not renew. */
  | { readonly kind: 'cancelled' }
  /** The provider has closed it for good. */
  | { readonly kind: 'ended' };

export const noSubscription: Subscription = { status: 'none' };

/** One change at its time. What does not apply to the state leaves it as it is. */
export function step(before: Subscription, change: SubscriptionChange, occurredAt: number): Subscription {
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

/** The state as the time that has passed has made it (billing rules B3 to B5). */
export function subscriptionAt(subscription: Subscription, now: number): Subscription {
  const changesAt = nextChangeAt(subscription);
  if (changesAt === undefined || now < changesAt || subscription.status === 'none') return subscription;
  const { activeUntil } = subscription;
  if (subscription.status !== 'active') return { status: 'expired', activeUntil, ended: false };
  return subscriptionAt({ status: 'past_due', activeUntil: activeUntil + graceMs }, now);
}

/** When time alone changes the state next; undefined where it never does. */
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

/** Whether it makes its owner Pro (billing rules B1). */
export function isPro(subscription: Subscription, now: number): boolean {
  const { status } = subscriptionAt(subscription, now);
  return status === 'active' || status === 'past_due' || status === 'cancelled';
}

/** Whether it will ask for another payment, so that there is something to cancel. */
export function renews(subscription: Subscription, now: number): boolean {
  const { status } = subscriptionAt(subscription, now);
  return status === 'active' || status === 'past_due';
}

/** Of several subscriptions of one user the one that counts, as it stands now (billing rules B10). */
export function currentSubscription(subscriptions: readonly Subscription[], now: number): Subscription {
  return subscriptions
    .map((subscription) => subscriptionAt(subscription, now))
    .reduce((best, other) => (countsMore(other, best) ? other : best), noSubscription);
}

/** Roles with `pro` put right: a subscription gives and takes it; without one they stay (billing rules B2). */
export function rolesWithSubscription(
  roles: readonly string[],
  subscription: Subscription,
  now: number,
): readonly string[] {
  if (subscription.status === 'none' || isPro(subscription, now) === roles.includes('pro')) return roles;
  return roles.includes('pro') ? roles.filter((role) => role !== 'pro') : [...roles, 'pro'];
}

/** Grace is not paid for: the next payment takes its place. */
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
  // After the period's end it may only be news of the payment that is late: Pro must not end at the click.
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
