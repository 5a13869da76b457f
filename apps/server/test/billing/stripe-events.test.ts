import { expect, test } from 'vitest';
import { createStripeBillingApp } from './stripe-billing-app.ts';

const second = 1000;
const day = 24 * 3600 * second;

test('B7: events in every order of arrival make the subscription active for the paid period', async () => {
  for (const turn of [0, 1, 2, 3]) {
    const { pay, deliverAll, standing, told } = await createStripeBillingApp();
    const { events } = await pay();
    await deliverAll([...events.slice(turn), ...events.slice(0, turn)].reverse());
    expect(await standing()).toEqual([{ status: 'active', activeUntil: expect.any(Number) }]);
    expect(told).toHaveLength(1);
  }
});

test('B7: an old update that arrives late does not undo a cancellation', async () => {
  const { pay, deliverAll, post, standing, clock, told } = await createStripeBillingApp();
  const { events } = await pay();
  const [created, ...rest] = events;
  await deliverAll(rest);
  clock.advance(day);
  expect((await post('/api/billing/cancel', 'ada')).status).toBe(200);
  await deliverAll([created ?? {}, ...rest]);
  expect(await standing()).toMatchObject([{ status: 'cancelled' }]);
  expect(told.map(({ subscription }) => subscription.status)).toEqual(['active', 'cancelled']);
});

test('S19.4: cancelling, resuming at Stripe and cancelling again are three requests with different keys', async () => {
  const { pay, deliverAll, post, standing, clock, fakeStripe } = await createStripeBillingApp();
  const { subscriptionId, events } = await pay();
  await deliverAll(events);
  clock.advance(day);
  const first = await post('/api/billing/cancel', 'ada');
  clock.advance(second);
  await deliverAll(fakeStripe.state.resume(subscriptionId));
  expect(await standing()).toMatchObject([{ status: 'active' }]);
  clock.advance(second);
  expect((await post('/api/billing/cancel', 'ada')).body).toEqual(first.body);
  expect(fakeStripe.state.subscription(subscriptionId)).toMatchObject({ cancel_at_period_end: true });
});

test('B4, B6: payments fail and succeed again; after its end nothing revives the subscription', async () => {
  const { pay, deliverAll, standing, clock, fakeStripe } = await createStripeBillingApp();
  const { subscriptionId, events } = await pay();
  await deliverAll(events);
  clock.advance(30 * day);
  const failedAt = clock.nowMs();
  await deliverAll(fakeStripe.state.renew(subscriptionId, false));
  expect(await standing()).toEqual([{ status: 'past_due', activeUntil: failedAt + 7 * day }]);
  clock.advance(3 * day);
  const late = fakeStripe.state.renew(subscriptionId, true);
  await deliverAll(late);
  expect(await standing()).toMatchObject([{ status: 'active', activeUntil: failedAt + 30 * day }]);
  clock.advance(day);
  await deliverAll([...fakeStripe.state.end(subscriptionId), ...late]);
  expect(await standing()).toEqual([{ status: 'expired', activeUntil: clock.nowMs(), ended: true }]);
});

test('B6: a finished checkout is enough; missing details are fetched', async () => {
  const { pay, deliverAll, standing } = await createStripeBillingApp();
  const { events } = await pay();
  await deliverAll(events.slice(-1));
  expect(await standing()).toMatchObject([{ status: 'active' }]);
});

test('S19.4: a subscription that has ended at Stripe without notice cannot be cancelled', async () => {
  const { pay, deliverAll, standing, post, fakeStripe, clock } = await createStripeBillingApp();
  const { subscriptionId, events } = await pay();
  await deliverAll(events);
  clock.advance(day);
  fakeStripe.state.end(subscriptionId);
  expect((await post('/api/billing/cancel', 'ada')).status).toBe(404);
  expect(await standing()).toMatchObject([{ status: 'expired', ended: true }]);
});

test('B9: an event without a known user or subscription is 200 and stores nothing', async () => {
  const { deliverAll, fakeStripe, told } = await createStripeBillingApp();
  const stranger = { id: 'sub_x', customer: 'cus_x', status: 'active', metadata: {}, items: { data: [] } };
  await deliverAll([
    fakeStripe.state.event('customer.subscription.updated', stranger),
    fakeStripe.state.event('invoice.paid', { id: 'in_x', customer: 'cus_x', parent: null, lines: { data: [] } }),
    fakeStripe.state.event('checkout.session.completed', { id: 'cs_x', mode: 'payment', subscription: null }),
    fakeStripe.state.event('checkout.session.completed', { id: 'cs_y', subscription: 'sub_gone', customer: 'cus_x' }),
  ]);
  expect(told).toEqual([]);
});

test('S19.9: events of older API versions are understood', async () => {
  const { checkout, deliverAll, fakeStripe, standing, clock } = await createStripeBillingApp();
  await checkout();
  const [customer] = fakeStripe.requests.filter(({ path }) => path === '/v1/checkout/sessions');
  const about = { customer: customer?.fields['customer'] };
  const end = Math.floor(clock.nowMs() / 1000) + 1000;
  const subscription = {
    ...about,
    id: 'sub_old',
    metadata: {},
    items: { data: [{ price: { id: 'price_monthly' } }] },
  };
  const lines = { data: [{ period: { end: end + 500 } }, { proration: true, period: { end: end + 900 } }] };
  await deliverAll([
    fakeStripe.state.event('customer.subscription.created', {
      ...subscription,
      status: 'trialing',
      current_period_end: end,
    }),
  ]);
  expect(await standing()).toEqual([{ status: 'active', activeUntil: end * 1000 }]);
  clock.advance(second);
  await deliverAll([fakeStripe.state.event('invoice.paid', { ...about, subscription: 'sub_old', lines })]);
  expect(await standing()).toEqual([{ status: 'active', activeUntil: (end + 500) * 1000 }]);
  clock.advance(second);
  const cancelled = { ...subscription, status: 'active', current_period_end: end, cancel_at: end };
  await deliverAll([fakeStripe.state.event('customer.subscription.updated', cancelled)]);
  expect(await standing()).toEqual([{ status: 'cancelled', activeUntil: end * 1000, unpaid: false }]);
});
