import { describe, expect, test } from 'vitest';
import { addresses, providerApps } from './provider-app.ts';

const second = 1000;
const day = 24 * 3600 * second;

describe.each(['sandbox', 'stripe'] as const)('over %s', (name) => {
  test('S19.1: anyone can list the products, with these fields and no others', async () => {
    const { get } = await providerApps[name]();
    const { status, body } = await get('/api/billing/products');
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    for (const product of body.data.products) {
      expect(Object.keys(product).sort()).toEqual(
        ['currency', 'description', 'features', 'interval', 'name', 'price', 'product_id'].sort(),
      );
    }
    expect(body.data.products).toHaveLength(2);
  });

  test('S19.2: a checkout answers with the address of the page and the session', async () => {
    const { post, get, signIn } = await providerApps[name]();
    await signIn('ada');
    const { body: products } = await get('/api/billing/products');
    const { status, body } = await post('/api/billing/checkout', 'ada', {
      product_id: products.data.products[1].product_id,
      ...addresses,
    });
    expect([status, body]).toEqual([
      200,
      { success: true, data: { checkout_url: expect.stringMatching(/^https?:/), session_id: expect.any(String) } },
    ]);
  });

  test('S19.2: an unknown product is 404', async () => {
    const { post, signIn } = await providerApps[name]();
    await signIn('ada');
    const { status, body } = await post('/api/billing/checkout', 'ada', { product_id: 'nothing', ...addresses });
    expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  test('S19.8: paying makes the subscription active, which is announced once', async () => {
    const { subscribe, signIn, told } = await providerApps[name]();
    const userId = await signIn('ada');
    await subscribe('ada');
    expect(told).toEqual([{ userId, subscription: { status: 'active', activeUntil: expect.any(Number) } }]);
  });

  test('B8: repeated events change and announce nothing', async () => {
    const app = await providerApps[name]();
    await app.signIn('ada');
    const [product] = await app.subject.payments.products();
    const { body } = await app.post('/api/billing/checkout', 'ada', {
      product_id: product?.productId,
      ...addresses,
    });
    const events = await app.subject.pay(body.data.session_id);
    for (const event of [...events, ...events].reverse()) await app.deliver(event);
    expect(app.told).toHaveLength(1);
  });

  test('S19.4: cancelling returns how long Pro lasts, and the same when repeated', async () => {
    const { post, subscribe, signIn, told, subject } = await providerApps[name]();
    const userId = await signIn('ada');
    await subscribe('ada');
    subject.clock.advance(second);
    const first = await post('/api/billing/cancel', 'ada');
    expect([first.status, first.body]).toEqual([
      200,
      { success: true, data: { status: 'cancelled', active_until: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) } },
    ]);
    subject.clock.advance(day);
    const again = await post('/api/billing/cancel', 'ada', {});
    expect([again.status, again.body]).toEqual([200, first.body]);
    const activeUntil = Date.parse(first.body.data.active_until);
    expect(told.at(-1)).toEqual({ userId, subscription: { status: 'cancelled', activeUntil, unpaid: false } });
    expect(told).toHaveLength(2);
  });

  test('B3: when the paid period is over, the expiry is announced', async () => {
    const { post, subscribe, signIn, told, billing, subject } = await providerApps[name]();
    await signIn('ada');
    await subscribe('ada');
    const { body } = await post('/api/billing/cancel', 'ada');
    const left = Date.parse(body.data.active_until) - subject.clock.nowMs();
    const fail = (error: unknown) => {
      throw error;
    };
    subject.clock.advance(left - 1);
    await billing.announceDue(fail);
    expect(told.at(-1)).toMatchObject({ subscription: { status: 'cancelled' } });
    subject.clock.advance(1);
    await billing.announceDue(fail);
    await billing.announceDue(fail);
    expect(told.map(({ subscription }) => subscription.status)).toEqual(['active', 'cancelled', 'expired']);
    expect((await post('/api/billing/cancel', 'ada')).status).toBe(404);
    expect((await post('/api/billing/portal', 'ada', { return_url: 'https://app.test/' })).status).toBe(404);
  });

  test('S19.3: the portal needs a subscription', async () => {
    const { post, subscribe, signIn } = await providerApps[name]();
    await signIn('ada');
    const body = { return_url: 'roomtone://account' };
    const without = await post('/api/billing/portal', 'ada', body);
    expect([without.status, without.body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    await subscribe('ada');
    const { status, body: answer } = await post('/api/billing/portal', 'ada', body);
    expect([status, answer.data]).toEqual([200, { portal_url: expect.stringMatching(/^https?:/) }]);
  });

  test('S19.4: cancelling without a subscription is 404', async () => {
    const { post, signIn } = await providerApps[name]();
    await signIn('ada');
    const { status, body } = await post('/api/billing/cancel', 'ada');
    expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  test('B11: when a second subscription starts, the first one does not renew', async () => {
    const { post, subscribe, signIn, billing, subject, told } = await providerApps[name]();
    const userId = await signIn('ada');
    await subscribe('ada');
    subject.clock.advance(day);
    await subscribe('ada');
    const { subscriptions } = await billing.account(userId);
    expect(subscriptions.map(({ subscription }) => subscription.status)).toEqual(['cancelled', 'active']);
    expect(told.at(-1)).toMatchObject({ subscription: { status: 'active' } });
    subject.clock.advance(day);
    expect((await post('/api/billing/cancel', 'ada')).status).toBe(200);
    const after = await billing.account(userId);
    expect(after.subscriptions.map(({ subscription }) => subscription.status)).toEqual(['cancelled', 'cancelled']);
  });

  test('S19.9: a webhook with a bad signature is 400 and changes nothing', async () => {
    const { deliver, signIn, told, subject } = await providerApps[name]();
    await signIn('ada');
    const stranger = subject.sign(subject.unknownEvent, { stranger: true });
    for (const event of [stranger, { ...stranger, headers: {} }]) {
      const { status, body } = await deliver(event);
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.error.details.errors).toHaveLength(1);
    }
    expect(told).toEqual([]);
  });

  test('S19.9: an unknown event is 200 and ignored', async () => {
    const { deliver, told, subject } = await providerApps[name]();
    const { status, body } = await deliver(subject.sign(subject.unknownEvent));
    expect([status, body]).toEqual([200, { success: true, data: { received: true } }]);
    expect(told).toEqual([]);
  });
});
