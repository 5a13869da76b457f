import { expect, test } from 'vitest';
import { createShop } from './shop.ts';

const second = 1000;
const day = 24 * 3600 * second;

test('B7: events in every order of arrival end active, in the paid period', async () => {
  for (const turn of [0, 1, 2, 3]) {
    const { pay, deliverAll, standing, told } = await createShop();
    const { events } = await pay();
    await deliverAll([...events.slice(turn), ...events.slice(0, turn)].reverse());
    expect(await standing()).toEqual([{ status: 'active', activeUntil: expect.any(Number) }]);
    expect(told).toHaveLength(1);
  }
});

test('B7: an old update that comes late does not bring back what has been cancelled', async () => {
  const { pay, deliverAll, post, standing, clock, told } = await createShop();
  const { events } = await pay();
  const [created, ...rest] = events;
  await deliverAll(rest);
  clock.advance(day);
  expect((await post('/api/billing/cancel', 'ada')).status).toBe(200);
  await deliverAll([created ?? {}, ...rest]);
  expect(await standing()).toMatchObject([{ status: 'cancelled' }]);
  expect(told.map(({ subscription }) => subscription.status)).toEqual(['active', 'cancelled']);
});

test('S19.4: to cancel, resume at Stripe and cancel again are three acts, each under a key of its own', async () => {
  const { pay, deliverAll, post, standing, clock, double } = await createShop();
  const { subscriptionId, events } = await pay();
  await deliverAll(events);
  clock.advance(day);
  const first = await post('/api/billing/cancel', 'ada');
  clock.advance(second);
  await deliverAll(double.books.resume(subscriptionId));
  expect(await standing()).toMatchObject([{ status: 'active' }]);
  clock.advance(second);
  expect((await post('/api/billing/cancel', 'ada')).body).toEqual(first.body);
  expect(double.books.subscription(subscriptionId)).toMatchObject({ cancel_at_period_end: true });
});

test('B4, B6: payments fail and work again; after its end nothing brings it back', async () => {
  const { pay, deliverAll, standing, clock, double } = await createShop();
  const { subscriptionId, events } = await pay();
  await deliverAll(events);
  clock.advance(30 * day);
  const failedAt = clock.nowMs();
  await deliverAll(double.books.renew(subscriptionId, false));
  expect(await standing()).toEqual([{ status: 'past_due', activeUntil: failedAt + 7 * day }]);
  clock.advance(3 * day);
  const late = double.books.renew(subscriptionId, true);
  await deliverAll(late);
  expect(await standing()).toMatchObject([{ status: 'active', activeUntil: failedAt + 30 * day }]);
  clock.advance(day);
  await deliverAll([...double.books.end(subscriptionId), ...late]);
  expect(await standing()).toEqual([{ status: 'expired', activeUntil: clock.nowMs(), ended: true }]);
});

test('B6: a finished checkout is enough: what it does not say is asked for', async () => {
  const { pay, deliverAll, standing } = await createShop();
  const { events } = await pay();
  await deliverAll(events.slice(-1));
  expect(await standing()).toMatchObject([{ status: 'active' }]);
});

test('S19.4: a subscription that Stripe has ended unnoticed cannot be cancelled', async () => {
  const { pay, deliverAll, standing, post, double, clock } = await createShop();
  const { subscriptionId, events } = await pay();
  await deliverAll(events);
  clock.advance(day);
  double.books.end(subscriptionId);
  expect((await post('/api/billing/cancel', 'ada')).status).toBe(404);
  expect(await standing()).toMatchObject([{ status: 'expired', ended: true }]);
});

test('B9: what concerns nobody here, or no subscription, is 200 and leaves nothing', async () => {
  const { deliverAll, double, told } = await createShop();
  const stranger = { id: 'sub_x', customer: 'cus_x', status: 'active', metadata: {}, items: { data: [] } };
  await deliverAll([
    double.books.event('customer.subscription.updated', stranger),
    double.books.event('invoice.paid', { id: 'in_x', customer: 'cus_x', parent: null, lines: { data: [] } }),
    double.books.event('checkout.session.completed', { id: 'cs_x', mode: 'payment', subscription: null }),
    double.books.event('checkout.session.completed', { id: 'cs_y', subscription: 'sub_gone', customer: 'cus_x' }),
  ]);
  expect(told).toEqual([]);
});

test('S19.9: events of older API versions are understood', async () => {
  const { checkout, deliverAll, double, standing, clock } = await createShop();
  await checkout();
  const [customer] = double.requests.filter(({ path }) => path === '/v1/checkout/sessions');
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
    double.books.event('customer.subscription.created', {
      ...subscription,
      status: 'trialing',
      current_period_end: end,
    }),
  ]);
  expect(await standing()).toEqual([{ status: 'active', activeUntil: end * 1000 }]);
  clock.advance(second);
  await deliverAll([double.books.event('invoice.paid', { ...about, subscription: 'sub_old', lines })]);
  expect(await standing()).toEqual([{ status: 'active', activeUntil: (end + 500) * 1000 }]);
  clock.advance(second);
  const cancelled = { ...subscription, status: 'active', current_period_end: end, cancel_at: end };
  await deliverAll([double.books.event('customer.subscription.updated', cancelled)]);
  expect(await standing()).toEqual([{ status: 'cancelled', activeUntil: end * 1000, unpaid: false }]);
});
