import { expect, test } from 'vitest';
import { StripeFailed } from '../../src/adapters/payments/stripe-client.ts';
import { price } from './fake-stripe-state.ts';
import { ada, addresses, createStripeBillingApp } from './stripe-billing-app.ts';

const second = 1000;

test('S1.11: no request is sent before it is needed', async () => {
  const { fakeStripe } = await createStripeBillingApp();
  expect(fakeStripe.requests).toEqual([]);
});

test('S19.15: products are the active monthly and yearly prices, fetched at most once a minute', async () => {
  const { payments, fakeStripe, clock } = await createStripeBillingApp();
  fakeStripe.state.prices.push(
    price('price_weekly', 300, 'week'),
    price('price_quarterly', 2500, 'month', { recurring: { interval: 'month', interval_count: 3 } }),
    price('price_metered', 1, 'month', {
      recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' },
    }),
    price('price_tiered', null, 'month'),
    price('price_inactive', 100, 'month', { active: false }),
    price('price_gone', 100, 'month', { product: { id: 'prod_gone', deleted: true } }),
    price('price_retired', 100, 'month', { product: { id: 'prod_old', active: false } }),
    price('price_bare', 1200, 'month', { product: 'prod_bare' }),
  );
  expect(await payments.products()).toEqual([
    {
      productId: 'price_monthly',
      name: 'Roomtone Pro',
      description: '',
      price: 900,
      currency: 'eur',
      interval: 'month',
      features: ['Pro rooms', 'More rooms'],
    },
    expect.objectContaining({ productId: 'price_bare', price: 1200 }),
    expect.objectContaining({ productId: 'price_yearly', interval: 'year' }),
  ]);
  const asked = fakeStripe.requests.length;
  expect(fakeStripe.requests[0]).toMatchObject({
    path: '/v1/prices',
    authorization: 'Bearer sk_test_of_the_house',
    fields: { active: 'true', type: 'recurring', 'expand[0]': 'data.product' },
  });
  clock.advance(60 * second - 1);
  await payments.products();
  expect(fakeStripe.requests).toHaveLength(asked);
  clock.advance(1);
  await payments.products();
  expect(fakeStripe.requests.length).toBeGreaterThan(asked);
});

test('S19.15: a checkout is for a subscription of the user’s customer, which is created once', async () => {
  const { checkout, fakeStripe } = await createStripeBillingApp();
  const { body } = await checkout();
  expect(body.data.checkout_url).toBe(`https://checkout.stripe.test/${body.data.session_id}`);
  await checkout({ success_url: 'roomtone://paid?s={CHECKOUT_SESSION_ID}' });
  const posts = fakeStripe.requests.filter(({ method }) => method === 'POST');
  expect(posts.map(({ path }) => path)).toEqual(['/v1/customers', '/v1/checkout/sessions', '/v1/checkout/sessions']);
  expect(posts[0]?.fields).toEqual({
    name: 'ada',
    email: 'ada@example.org',
    'metadata[roomtone_user_id]': ada.userId,
  });
  expect(posts[1]?.fields).toMatchObject({
    mode: 'subscription',
    client_reference_id: ada.userId,
    'line_items[0][price]': 'price_monthly',
    'line_items[0][quantity]': '1',
    'subscription_data[metadata][roomtone_user_id]': ada.userId,
    success_url: addresses.success_url,
    cancel_url: addresses.cancel_url,
  });
  // Stripe sends browsers to http(s) only.
  expect(posts[2]?.fields['success_url']).toBe(
    'http://roomtone.test/billing/return?to=roomtone%3A%2F%2Fpaid%3Fs%3D{CHECKOUT_SESSION_ID}',
  );
  expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
});

test('S19.15: creating a customer is repeated with the same key after a lost answer, and creates one', async () => {
  const { payments, fakeStripe } = await createStripeBillingApp();
  fakeStripe.loseNextAnswer();
  await expect(payments.createCustomer(ada)).rejects.toBeInstanceOf(StripeFailed);
  const customerId = await payments.createCustomer(ada);
  expect(fakeStripe.state.customers).toEqual([customerId]);
  expect(fakeStripe.requests).toHaveLength(2);
  expect(new Set(fakeStripe.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('S19.15: a customer that Stripe no longer knows is created again', async () => {
  const { checkout, fakeStripe } = await createStripeBillingApp();
  await checkout();
  fakeStripe.state.forgetCustomers();
  expect((await checkout()).status).toBe(200);
  expect(fakeStripe.requests.filter(({ path }) => path === '/v1/customers')).toHaveLength(2);
  expect((await checkout()).status).toBe(200);
  expect(fakeStripe.requests.filter(({ path }) => path === '/v1/customers')).toHaveLength(2);
});

test('S19.3: a portal for a customer that Stripe no longer knows is 404', async () => {
  const { pay, deliverAll, fakeStripe, post } = await createStripeBillingApp();
  await deliverAll((await pay()).events);
  fakeStripe.state.forgetCustomers();
  expect((await post('/api/billing/portal', 'ada', { return_url: 'https://app.test/' })).status).toBe(404);
});

test('S8.8: Stripe’s refusals do not reach clients, and its errors hold nothing about the user', async () => {
  const { payments, fakeStripe, get } = await createStripeBillingApp();
  fakeStripe.state.answer = () => ({ missing: 'email ada@example.org' });
  const { status, body } = await get('/api/billing/products');
  expect([status, body.error.code]).toEqual([500, 'SERVER_ERROR']);
  expect(JSON.stringify(body)).not.toContain('ada');
  const error = await payments.products().catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(StripeFailed);
  expect(JSON.stringify([String(error), error])).not.toContain('ada@example.org');
});
