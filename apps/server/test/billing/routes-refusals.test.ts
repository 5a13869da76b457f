import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { createBillingApp } from './billing-app.ts';
import { addresses, providerApps } from './provider-app.ts';

describe('with any provider', () => {
  test('S19.5: addresses that are not http, https or roomtone are 400, each by its field', async () => {
    const { post, signIn } = await providerApps.sandbox();
    await signIn('ada');
    const bad = ['javascript:alert(1)', '/relative', 'ftp://a.test', ' https://a.test', 'https://a.test/\n', 'data:,x'];
    for (const address of bad) {
      const checkout = await post('/api/billing/checkout', 'ada', {
        product_id: 'pro-monthly',
        success_url: address,
        cancel_url: address,
      });
      expect([checkout.status, checkout.body.error.details.errors.map((one: { field: string }) => one.field)]).toEqual([
        400,
        ['success_url', 'cancel_url'],
      ]);
      const portal = await post('/api/billing/portal', 'ada', { return_url: address });
      expect([portal.status, portal.body.error.details.field]).toEqual([400, 'return_url']);
    }
  });

  test('S9.2, S19.6: unknown and missing fields are 400; the token is checked first', async () => {
    const { post, signIn } = await providerApps.sandbox();
    await signIn('ada');
    const extra = await post('/api/billing/checkout', 'ada', { product_id: 'pro-monthly', ...addresses, price: 1 });
    expect([extra.status, extra.body.error.details.field]).toEqual([400, 'price']);
    const missing = await post('/api/billing/portal', 'ada', {});
    expect([missing.status, missing.body.error.details.field]).toEqual([400, 'return_url']);
    for (const path of ['checkout', 'portal', 'cancel']) {
      expect((await post(`/api/billing/${path}`, undefined, { nonsense: true })).status).toBe(401);
    }
  });

  test('S19.6: billing needs Member', async () => {
    const { post, signIn } = await providerApps.sandbox();
    await signIn('ghost', []);
    const { status, body } = await post('/api/billing/cancel', 'ghost');
    expect([status, body.error.code, body.error.details]).toEqual([
      403,
      'AUTHORIZATION_ERROR',
      { required: ['member'] },
    ]);
  });

  test('S19.7: switched off, there are no products and the rest is 404', async () => {
    const { get, post, signIn } = await createBillingApp({ payments: undefined, clock: createFakeClock() });
    await signIn('ada');
    expect((await get('/api/billing/products')).body).toEqual({ success: true, data: { products: [] } });
    for (const path of ['checkout', 'portal', 'cancel', 'webhook']) {
      for (const token of ['ada', undefined]) {
        const { status, body } = await post(`/api/billing/${path}`, token, { anything: 1 });
        expect([path, status, body.error.code]).toEqual([path, 404, 'RESOURCE_NOT_FOUND']);
      }
    }
    expect((await get('/billing/sandbox/checkout/cs_1')).status).toBe(404);
  });

  test('S19.10: only the webhook reads raw bodies, of any content type and with any fields', async () => {
    const app = await providerApps.sandbox();
    await app.signIn('ada');
    const { body, headers } = app.subject.sign(app.subject.unknownEvent);
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8'];
    for (const type of types) {
      expect((await app.deliver({ body, headers: { ...headers, 'content-type': type } })).status).toBe(200);
    }
    const plain = await app.app.inject({
      method: 'POST',
      url: '/api/billing/portal',
      headers: { authorization: 'Bearer ada', 'content-type': 'text/plain' },
      payload: 'text',
    });
    expect(plain.json()).toMatchObject({ error: { details: { field: 'Content-Type' } } });
    const empty = await app.app.inject({ method: 'POST', url: '/api/billing/webhook' });
    expect(empty.statusCode).toBe(400);
  });

  test('S19.16: links to the app go through a page of this server', async () => {
    const { get } = await providerApps.sandbox();
    const page = await get(`/billing/return?to=${encodeURIComponent('roomtone://billing/paid?a="><b>')}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('href="roomtone://billing/paid?a=&#34;&#62;&#60;b&#62;"');
    for (const to of ['https://elsewhere.test/', 'javascript:alert(1)', '']) {
      const { status, text } = await get(`/billing/return?to=${encodeURIComponent(to)}`);
      expect([status, text.includes('elsewhere')]).toEqual([400, false]);
    }
  });
});
