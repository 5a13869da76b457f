import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { SubscriptionChange } from '../../src/domain/subscription.ts';
import { applyEvents } from '../../src/domain/subscription-history.ts';
import type { BillingStorage } from '../../src/ports/billing-storage.ts';
import type { PaymentEvent } from '../../src/ports/payments.ts';

/** Set ROOMTONE_TEST_SEED to try another seed. */
const seed = Number(process.env['ROOMTONE_TEST_SEED'] ?? 20_251_121);
const day = 24 * 60 * 60 * 1000;
const until = 31 * day;

function event(eventId: string, occurredAt: number, changes: readonly SubscriptionChange[], over = {}): PaymentEvent {
  return {
    eventId,
    occurredAt,
    changes,
    productId: undefined,
    subscriptionId: 'sub_1',
    customerId: undefined,
    userId: 'ada',
    ...over,
  };
}

const paid = event('evt_paid', day, [{ kind: 'paid', until }], { productId: 'monthly' });
const cancelled = event('evt_cancelled', 2 * day, [{ kind: 'cancelled' }]);

/** The contract of every billing storage. The users ada and grace exist, and no others. */
export function billingStorageContract(setUp: () => Promise<BillingStorage>): void {
  let storage: BillingStorage;

  beforeEach(async () => {
    storage = await setUp();
  });

  const subscriptionOf = async (userId: string) => (await storage.billingAccount(userId)).subscriptions[0];

  test('ports: a user has one customer at each provider, and it can be replaced', async () => {
    expect(await storage.billingCustomer('stripe', 'ada')).toBeUndefined();
    await storage.setBillingCustomer('stripe', 'ada', 'cus_1');
    await storage.setBillingCustomer('sandbox', 'ada', 'cus_2');
    await storage.setBillingCustomer('stripe', 'grace', 'cus_3');
    expect(await storage.billingCustomer('stripe', 'ada')).toBe('cus_1');
    await storage.setBillingCustomer('stripe', 'ada', 'cus_4');
    expect(await storage.billingCustomer('stripe', 'ada')).toBe('cus_4');
    expect(await storage.billingCustomer('sandbox', 'ada')).toBe('cus_2');
  });

  test('B7: a late old event leaves the newest state; the account knows its subscriptions', async () => {
    await storage.applyPaymentEvent('stripe', cancelled);
    expect(await subscriptionOf('ada')).toMatchObject({ subscription: { status: 'none' } });
    expect(await storage.applyPaymentEvent('stripe', paid)).toEqual({ userId: 'ada' });
    expect((await storage.billingAccount('ada')).subscriptions).toEqual([
      {
        provider: 'stripe',
        subscriptionId: 'sub_1',
        userId: 'ada',
        productId: 'monthly',
        subscription: { status: 'cancelled', activeUntil: until, unpaid: false },
        startedAt: day,
        newestEventAt: 2 * day,
      },
    ]);
    expect((await storage.billingAccount('grace')).subscriptions).toEqual([]);
  });

  test('B8: an event counts once, even if it arrives twice at the same time', async () => {
    const twice = await Promise.all([
      storage.applyPaymentEvent('stripe', paid),
      storage.applyPaymentEvent('stripe', paid),
    ]);
    expect(twice).toEqual([{ userId: 'ada' }, { userId: 'ada' }]);
    await storage.applyPaymentEvent('stripe', cancelled);
    await storage.applyPaymentEvent('stripe', { ...paid, occurredAt: 3 * day, changes: [{ kind: 'ended' }] });
    expect(await subscriptionOf('ada')).toMatchObject({
      subscription: { status: 'cancelled' },
      newestEventAt: 2 * day,
    });
  });

  test('B8: the same id at two providers means two different things', async () => {
    await storage.applyPaymentEvent('stripe', paid);
    await storage.applyPaymentEvent('sandbox', { ...paid, userId: 'grace' });
    expect(await subscriptionOf('grace')).toMatchObject({ provider: 'sandbox', subscription: { status: 'active' } });
    expect((await storage.billingAccount('ada')).subscriptions).toHaveLength(1);
  });

  test('B9: the user comes from the subscription, then the customer, then the event', async () => {
    await storage.setBillingCustomer('stripe', 'ada', 'cus_1');
    const byCustomer = { ...paid, customerId: 'cus_1', userId: 'grace' };
    expect(await storage.applyPaymentEvent('stripe', byCustomer)).toEqual({ userId: 'ada' });
    const bySubscription = { ...cancelled, userId: 'grace' };
    expect(await storage.applyPaymentEvent('stripe', bySubscription)).toEqual({ userId: 'ada' });
    const byItself = { ...paid, eventId: 'evt_2', subscriptionId: 'sub_2', customerId: 'cus_2', userId: 'grace' };
    expect(await storage.applyPaymentEvent('stripe', byItself)).toEqual({ userId: 'grace' });
  });

  test('B9: an event of an unknown user leaves nothing behind', async () => {
    for (const userId of ['nobody', undefined]) {
      expect(await storage.applyPaymentEvent('stripe', { ...paid, userId })).toBeUndefined();
    }
    expect(await storage.applyPaymentEvent('stripe', paid)).toEqual({ userId: 'ada' });
    expect(await subscriptionOf('ada')).toMatchObject({ subscription: { status: 'active' } });
  });

  test('B12: a change makes an announcement due until it is recorded as announced', async () => {
    expect(await storage.billingAccount('ada')).toEqual({
      subscriptions: [],
      announced: { status: 'none' },
      version: 0,
    });
    await storage.applyPaymentEvent('stripe', paid);
    expect(await storage.usersWithBillingDue(day, 10)).toEqual(['ada']);
    const { version } = await storage.billingAccount('ada');
    const active = { status: 'active', activeUntil: until } as const;
    expect(await storage.setBillingAnnounced('ada', version, active, until, 0)).toBe(true);
    expect(await storage.billingAccount('ada')).toMatchObject({ announced: active });
    expect(await storage.usersWithBillingDue(until - 1, 10)).toEqual([]);
    expect(await storage.usersWithBillingDue(until, 10)).toEqual(['ada']);
    expect(await storage.setBillingAnnounced('ada', version, active, undefined, 0)).toBe(true);
    expect(await storage.usersWithBillingDue(10 * until, 10)).toEqual([]);
  });

  test('an announcement made while the clock was ahead is due again', async () => {
    await storage.applyPaymentEvent('stripe', paid);
    const { version } = await storage.billingAccount('ada');
    await storage.setBillingAnnounced('ada', version, { status: 'none' }, undefined, 20);
    expect(await storage.usersWithBillingDue(19, 10)).toEqual(['ada']);
    expect(await storage.usersWithBillingDue(20, 10)).toEqual([]);
  });

  test('B12: an outdated announcement is not recorded', async () => {
    await storage.applyPaymentEvent('stripe', paid);
    const { version } = await storage.billingAccount('ada');
    await storage.applyPaymentEvent('stripe', cancelled);
    expect(await storage.setBillingAnnounced('ada', version, { status: 'none' }, undefined, 0)).toBe(false);
    expect(await storage.usersWithBillingDue(day, 10)).toEqual(['ada']);
  });

  test('B12: an event that changes nothing makes nothing due', async () => {
    await storage.applyPaymentEvent('stripe', event('evt_failed', day, [{ kind: 'failed' }]));
    expect(await storage.usersWithBillingDue(day, 10)).toEqual([]);
  });

  test('B12: the users whose announcements are due longest come first, up to the requested number', async () => {
    await storage.applyPaymentEvent('stripe', paid);
    await storage.applyPaymentEvent('stripe', { ...paid, eventId: 'e2', subscriptionId: 'sub_2', userId: 'grace' });
    for (const [userId, dueAt] of [
      ['ada', 20],
      ['grace', 10],
    ] as const) {
      const { version } = await storage.billingAccount(userId);
      await storage.setBillingAnnounced(userId, version, { status: 'none' }, dueAt, 0);
    }
    expect(await storage.usersWithBillingDue(20, 10)).toEqual(['grace', 'ada']);
    expect(await storage.usersWithBillingDue(20, 1)).toEqual(['grace']);
  });

  test('B7, B8: any order of the same events, with repeats, leads to the same stored state', async () => {
    const kinds = fc.constantFrom('resumed', 'failed', 'cancelled', 'ended');
    const change = fc.oneof(
      fc.record({
        kind: fc.constant('paid' as const),
        until: fc.integer({ min: 1, max: 90 }).map((days) => days * day),
      }),
      kinds.map((kind): SubscriptionChange => ({ kind }) as SubscriptionChange),
    );
    const occurrence = fc.record({ at: fc.integer({ min: 0, max: 60 }), changes: fc.array(change, { maxLength: 2 }) });
    const orders = fc
      .array(occurrence, { minLength: 1, maxLength: 6 })
      .chain((list) => fc.tuple(fc.constant(list), fc.array(fc.nat(list.length - 1), { maxLength: 8 })));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(orders, async ([list, order]) => {
        const subscriptionId = `sub_run_${++run}`;
        const events = list.map(({ at, changes }, index) =>
          event(`${subscriptionId}_${index}`, at * day, changes, { subscriptionId }),
        );
        const coming = [...order.flatMap((index) => events[index] ?? []), ...events.toReversed()];
        for (const one of coming) await storage.applyPaymentEvent('stripe', one);
        const { subscriptions } = await storage.billingAccount('ada');
        expect(subscriptions.find((record) => record.subscriptionId === subscriptionId)).toMatchObject(
          applyEvents(events),
        );
      }),
      { seed, numRuns: 60 },
    );
  });
}
