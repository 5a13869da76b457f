import { expect, test, vi } from 'vitest';
import { createAnnouncements } from '../../src/application/billing/billing-announcements.ts';
import { graceMs, renewalNewsMs, type Subscription } from '../../src/domain/subscription.ts';
import type { PaymentEvent } from '../../src/ports/payments.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { userRecord } from '../support/records.ts';

const day = 24 * 3600 * 1000;

function event(eventId: string, occurredAt: number, over: Partial<PaymentEvent>): PaymentEvent {
  return {
    eventId,
    occurredAt,
    changes: [],
    productId: undefined,
    subscriptionId: 'sub_1',
    customerId: undefined,
    userId: 'ada',
    ...over,
  };
}

function setUp(onTold: (subscription: Subscription) => Promise<void> = async () => undefined) {
  const clock = createFakeClock();
  const storage = openMemoryStorage();
  // Calls run in order: the test's own come after these.
  for (const name of ['ada', 'grace']) void storage.createUser(userRecord(name, { userId: name }));
  const told: string[] = [];
  const announcements = createAnnouncements({
    storage,
    clock,
    async onSubscriptionChanged(_userId, subscription) {
      await onTold(subscription);
      told.push(subscription.status);
    },
  });
  const start = clock.nowMs();
  const until = start + 30 * day;
  const paid = event('evt_paid', start, { changes: [{ kind: 'paid', until }] });
  const cancelled = event('evt_cancelled', start + 1, { changes: [{ kind: 'cancelled' }] });
  return { ...announcements, clock, storage, told, paid, cancelled, until };
}

const never = (error: unknown) => {
  throw error;
};

test('B5, B12: changes by time alone are announced: past due without news, then expired', async () => {
  const { announceDue, clock, storage, told, paid } = setUp();
  await storage.applyPaymentEvent('stripe', paid);
  await announceDue(never);
  await announceDue(never);
  expect(told).toEqual(['active']);
  clock.advance(30 * day + renewalNewsMs - 1);
  await announceDue(never);
  expect(told).toEqual(['active']);
  clock.advance(1);
  await announceDue(never);
  expect(told).toEqual(['active', 'past_due']);
  clock.advance(graceMs - renewalNewsMs);
  await announceDue(never);
  clock.advance(365 * day);
  await announceDue(never);
  expect(told).toEqual(['active', 'past_due', 'expired']);
});

test('a subscription that a clock a year ahead has ended is active again once the clock is right', async () => {
  const { announceDue, clock, storage, told, paid } = setUp();
  await storage.applyPaymentEvent('stripe', paid);
  await announceDue(never);
  const right = clock.nowMs();
  clock.setWallClock(right + 365 * day);
  await announceDue(never);
  clock.setWallClock(right);
  await announceDue(never);
  await announceDue(never);
  expect(told).toEqual(['active', 'expired', 'active']);
});

test('B12: a failed announcement is repeated later', async () => {
  let works = false;
  const { announce, announceDue, storage, told, paid } = setUp(async () => {
    if (!works) throw new Error('the database is away');
  });
  await storage.applyPaymentEvent('stripe', paid);
  await expect(announce('ada')).rejects.toThrow('the database is away');
  const onError = vi.fn();
  await announceDue(onError);
  expect(onError).toHaveBeenCalledOnce();
  works = true;
  await announceDue(never);
  await announceDue(never);
  expect(told).toEqual(['active']);
});

test('B12: a failed announcement does not delay those of other users', async () => {
  const onError = vi.fn();
  const { announceDue, storage, told, paid, until } = setUp(async (subscription) => {
    if (subscription.status === 'active' && subscription.activeUntil === until) throw new Error('no');
  });
  await storage.applyPaymentEvent('stripe', paid);
  const other = { eventId: 'evt_2', subscriptionId: 'sub_2', userId: 'grace' };
  await storage.applyPaymentEvent('stripe', { ...paid, ...other, changes: [{ kind: 'paid', until: until + 1 }] });
  await announceDue(onError);
  expect([told, onError.mock.calls.length]).toEqual([['active'], 1]);
});

test('B12: a change during an announcement is announced next', async () => {
  let overtake = async () => {};
  const { announce, storage, told, paid, cancelled } = setUp(async () => overtake());
  await storage.applyPaymentEvent('stripe', paid);
  overtake = async () => {
    overtake = async () => {};
    await storage.applyPaymentEvent('stripe', cancelled);
  };
  await announce('ada');
  expect(told).toEqual(['active', 'cancelled']);
  expect(await storage.usersWithBillingDue(Date.UTC(2026, 0, 1), 10)).toEqual([]);
});

test('B12: after an outdated announcement, the newer state that another process announced is repeated', async () => {
  let overtake = async () => {};
  const { announce, storage, told, paid, cancelled } = setUp(async () => overtake());
  await storage.applyPaymentEvent('stripe', paid);
  overtake = async () => {
    overtake = async () => {};
    await storage.applyPaymentEvent('stripe', cancelled);
    const { subscriptions, version } = await storage.billingAccount('ada');
    const newest = subscriptions[0]?.subscription ?? { status: 'none' };
    told.push(`${newest.status}, by another process`);
    await storage.setBillingAnnounced('ada', version, newest, undefined, 0);
  };
  await announce('ada');
  expect(told).toEqual(['cancelled, by another process', 'active', 'cancelled']);
});

test('B12: the result of several events is announced once', async () => {
  const { announce, storage, told, paid, cancelled } = setUp();
  await storage.applyPaymentEvent('stripe', paid);
  await storage.applyPaymentEvent('stripe', cancelled);
  await Promise.all([announce('ada'), announce('ada'), announce('ada')]);
  expect(told).toEqual(['cancelled']);
});

test('B12: nothing is announced for a user without a subscription', async () => {
  const { announce, told } = setUp();
  await announce('nobody');
  expect(told).toEqual([]);
});
