import { describe, expect, test } from 'vitest';
import {
  applyChange,
  currentSubscription,
  graceMs,
  isPro,
  nextChangeAt,
  noSubscription,
  renewalNewsMs,
  renews,
  rolesWithSubscription,
  type Subscription,
  type SubscriptionChange,
  subscriptionAt,
} from './subscription.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 0, 1);
const until = start + 30 * day;
const active: Subscription = { status: 'active', activeUntil: until };
const pastDue: Subscription = { status: 'past_due', activeUntil: start + graceMs };
const cancelled: Subscription = { status: 'cancelled', activeUntil: until, unpaid: false };
const expired: Subscription = { status: 'expired', activeUntil: start, ended: false };
const ended: Subscription = { status: 'expired', activeUntil: start, ended: true };

/** Applies changes an hour apart, beginning at `start`. */
function after(
  before: Subscription,
  ...kinds: readonly (SubscriptionChange | 'resumed' | 'failed' | 'cancelled' | 'ended')[]
) {
  const hour = 60 * 60 * 1000;
  return kinds
    .map((change): SubscriptionChange => (typeof change === 'string' ? { kind: change } : change))
    .reduce((state, change, index) => applyChange(state, change, start + index * hour), before);
}

const paid = (end: number): SubscriptionChange => ({ kind: 'paid', until: end });
const period = (end: number): SubscriptionChange => ({ kind: 'period', until: end });

describe('who is Pro', () => {
  test('B1: active, past_due and cancelled are Pro, none and expired are not', () => {
    const standing = [active, pastDue, cancelled, expired, noSubscription];
    expect(standing.map((subscription) => isPro(subscription, start))).toEqual([true, true, true, false, false]);
    expect(standing.map((subscription) => renews(subscription, start))).toEqual([true, true, false, false, false]);
  });

  test('B2: a subscription adds the role pro and removes it when it ends; other roles stay', () => {
    expect(rolesWithSubscription(['member'], active, start)).toEqual(['member', 'pro']);
    expect(rolesWithSubscription(['pro', 'moderator'], active, start)).toEqual(['pro', 'moderator']);
    expect(rolesWithSubscription(['member', 'pro', 'admin'], expired, start)).toEqual(['member', 'admin']);
    expect(rolesWithSubscription(['member', 'pro'], cancelled, until)).toEqual(['member']);
  });

  test('B2: without any subscription, a role pro that the host granted stays', () => {
    expect(rolesWithSubscription(['member', 'pro'], noSubscription, start)).toEqual(['member', 'pro']);
    expect(rolesWithSubscription(['member'], noSubscription, start)).toEqual(['member']);
  });
});

describe('cancelling', () => {
  test('B3: Pro lasts until the end of the paid period, and not a millisecond longer', () => {
    const state = after(active, 'cancelled');
    expect(state).toEqual(cancelled);
    expect(isPro(state, until - 1)).toBe(true);
    expect(subscriptionAt(state, until)).toEqual({ status: 'expired', activeUntil: until, ended: false });
  });

  test('B3: cancelling again changes nothing, resuming makes it active again', () => {
    expect(after(active, 'cancelled', 'cancelled')).toEqual(cancelled);
    expect(after(active, 'cancelled', 'resumed')).toEqual(active);
    expect(after(active, 'resumed')).toEqual(active);
  });

  test('B3: cancelling during the grace period keeps the rest of it, and resuming does not extend it', () => {
    const state = after(pastDue, 'cancelled');
    expect(state).toEqual({ status: 'cancelled', activeUntil: start + graceMs, unpaid: true });
    expect(after(state, 'resumed')).toEqual(pastDue);
  });

  test('B3: cancelling while the report of a renewal is late does not end Pro immediately', () => {
    const state = applyChange(active, { kind: 'cancelled' }, until + 1);
    expect(state).toEqual({ status: 'cancelled', activeUntil: until + graceMs, unpaid: true });
  });

  test('B3: when the provider ends the subscription early, Pro ends then', () => {
    expect(after(active, 'ended')).toEqual({ status: 'expired', activeUntil: start, ended: true });
    expect(applyChange(cancelled, { kind: 'ended' }, until + day)).toEqual({
      status: 'expired',
      activeUntil: until,
      ended: true,
    });
  });
});

describe('failed payments', () => {
  test('B4: Pro lasts 7 days after the first failed payment; more failures do not extend that', () => {
    const state = after(active, 'failed', 'failed', 'failed');
    expect(state).toEqual(pastDue);
    expect(isPro(state, start + graceMs - 1)).toBe(true);
    expect(subscriptionAt(state, start + graceMs)).toMatchObject({ status: 'expired' });
    expect(applyChange(state, { kind: 'failed' }, start + graceMs)).toMatchObject({ status: 'expired' });
  });

  test('B4: a payment makes it active again for the paid time, without the grace period', () => {
    expect(after(active, 'failed', paid(start + 5 * day))).toEqual({ status: 'active', activeUntil: start + 5 * day });
  });

  test('B4: a first payment that fails makes nobody Pro', () => {
    expect(after(noSubscription, 'failed', 'cancelled', 'resumed', 'ended')).toEqual(noSubscription);
  });

  test('B5: without news it is past due a day after the period, with the grace period counted from the period’s end', () => {
    expect(subscriptionAt(active, until + renewalNewsMs - 1)).toEqual(active);
    const late = { status: 'past_due', activeUntil: until + graceMs };
    expect(subscriptionAt(active, until + renewalNewsMs)).toEqual(late);
    expect(subscriptionAt(active, until + graceMs)).toMatchObject({ status: 'expired', activeUntil: until + graceMs });
  });
});

describe('payments', () => {
  test('B6: a payment makes it active, even after it has expired', () => {
    expect(after(noSubscription, paid(until))).toEqual(active);
    expect(after(expired, paid(until))).toEqual(active);
  });

  test('B6: a payment never shortens the paid time, but the provider’s period may', () => {
    expect(after(active, paid(start + day))).toEqual(active);
    expect(after(cancelled, paid(start + day))).toEqual(cancelled);
    expect(after(active, period(start + day))).toEqual({ status: 'active', activeUntil: start + day });
  });

  test('B6: a cancelled subscription stays cancelled after a payment', () => {
    expect(after(cancelled, paid(until + day))).toEqual({ ...cancelled, activeUntil: until + day });
    expect(after(pastDue, 'cancelled', paid(until))).toEqual(cancelled);
  });

  test('B6: nothing revives a subscription that the provider has ended', () => {
    expect(after(ended, paid(until), period(until), 'resumed', 'failed', 'cancelled')).toEqual(ended);
  });
});

describe('several subscriptions', () => {
  test('B10: the one that renews counts, then the one that lasts longest', () => {
    const yearly: Subscription = { status: 'cancelled', activeUntil: start + 365 * day, unpaid: false };
    expect(currentSubscription([], start)).toEqual(noSubscription);
    expect(currentSubscription([expired, active, yearly], start)).toEqual(active);
    expect(currentSubscription([cancelled, yearly, expired], start)).toEqual(yearly);
    expect(currentSubscription([active, yearly], until + graceMs)).toEqual(yearly);
  });

  test('B12: the next change by time alone is known', () => {
    expect([active, pastDue, cancelled, expired, noSubscription].map(nextChangeAt)).toEqual([
      until + renewalNewsMs,
      start + graceMs,
      until,
      undefined,
      undefined,
    ]);
  });
});
