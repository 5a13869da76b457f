import { expect, test } from 'vitest';
import { type BillingApp, baseUrl, createBillingApp } from './billing-app.ts';
import { createSandboxUnderTest } from './sandbox-under-test.ts';

const day = 24 * 3600 * 1000;

interface Visitor extends BillingApp {
  advance(ms: number): void;
  /** Creates a checkout; resolves with its page's path. */
  checkout(over?: object): Promise<{ readonly path: string; readonly sessionId: string }>;
  portal(): Promise<string>;
}

/** Signs ada in and gives her a browser. */
async function createVisitor(): Promise<Visitor> {
  const { payments, clock } = createSandboxUnderTest();
  const app = await createBillingApp({ payments, sandbox: payments.sandbox, clock });
  await app.signIn('ada');
  const pathOf = (url: string) => {
    expect(url.startsWith(`${baseUrl}/billing/sandbox/`)).toBe(true);
    return url.slice(baseUrl.length);
  };
  return {
    ...app,
    advance: clock.advance,
    async checkout(over = {}) {
      const body = {
        product_id: 'pro-yearly',
        success_url: 'https://app.test/paid?session={CHECKOUT_SESSION_ID}',
        cancel_url: 'roomtone://billing/not-paid',
        ...over,
      };
      const { data } = (await app.post('/api/billing/checkout', 'ada', body)).body;
      return { path: pathOf(data.checkout_url), sessionId: data.session_id };
    },
    async portal() {
      const { body } = await app.post('/api/billing/portal', 'ada', { return_url: 'roomtone://account' });
      return pathOf(body.data.portal_url);
    },
  };
}

/** Presses a button: a form without fields, sent as browsers do. */
function press(visitor: Visitor, path: string) {
  return visitor.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });
}

test('S19.12: the checkout page shows the product, the price, and that no money moves', async () => {
  const visitor = await createVisitor();
  const { path } = await visitor.checkout();
  const { status, text, headers } = await visitor.get(path);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const words of ['Roomtone Pro', '€90.00 per year', 'No money is charged', 'Pay', 'Cancel']) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('<script');
});

test('S5.7, S19.12: the pages have a strict policy that still allows their forms to lead back', async () => {
  const visitor = await createVisitor();
  const { path } = await visitor.checkout({ success_url: 'https://app.test:8443/a;b?c=d' });
  const policy = String((await visitor.get(path)).headers['content-security-policy']);
  expect(policy.replace(/sha256-[^']+/, 'sha256-…')).toBe(
    "default-src 'none'; style-src 'sha256-…'; form-action 'self' https://app.test:8443 roomtone:; " +
      "base-uri 'none'; frame-ancestors 'none'",
  );
});

test('S19.12: paying leads to success_url and makes the subscription active', async () => {
  const visitor = await createVisitor();
  const { path, sessionId } = await visitor.checkout();
  const { statusCode, headers } = await press(visitor, `${path}/pay`);
  expect([statusCode, headers.location]).toEqual([303, `https://app.test/paid?session=${sessionId}`]);
  expect(visitor.told).toEqual([
    { userId: 'id-of-ada', subscription: { status: 'active', activeUntil: Date.UTC(2027, 0, 1) } },
  ]);
});

test('S19.13: paying twice, even at the same time, counts once, and then the page has expired', async () => {
  const visitor = await createVisitor();
  const { path } = await visitor.checkout();
  await Promise.all([press(visitor, `${path}/pay`), press(visitor, `${path}/pay`)]);
  expect(visitor.told).toHaveLength(1);
  expect((await visitor.billing.account('id-of-ada')).subscriptions).toHaveLength(1);
  expect((await visitor.get(path)).status).toBe(404);
  expect((await press(visitor, `${path}/pay`)).statusCode).toBe(404);
});

test('S19.12: cancelling the checkout leads to cancel_url and changes nothing', async () => {
  const visitor = await createVisitor();
  const { path } = await visitor.checkout();
  const { statusCode, headers } = await press(visitor, `${path}/cancel`);
  expect([statusCode, headers.location]).toEqual([303, 'roomtone://billing/not-paid']);
  expect(visitor.told).toEqual([]);
  expect((await press(visitor, `${path}/pay`)).statusCode).toBe(404);
});

test('S19.12: the portal cancels, lets a payment fail, and renews', async () => {
  const visitor = await createVisitor();
  await press(visitor, `${(await visitor.checkout({ product_id: 'pro-monthly' })).path}/pay`);
  const path = await visitor.portal();
  const standing: string[] = [];
  for (const act of ['fail', 'renew', 'cancel', 'renew']) {
    // All at the same time: only the order of the clicks counts.
    const { statusCode, headers } = await press(visitor, `${path}/${act}`);
    expect([statusCode, new URL(String(headers.location), `${baseUrl}${path}/${act}`).pathname]).toEqual([303, path]);
    standing.push(/<p>(Past due|Active|Canceled|Expired)/.exec((await visitor.get(path)).text)?.[1] ?? '');
  }
  expect(standing).toEqual(['Past due', 'Active', 'Canceled', 'Active']);
  expect(visitor.told.map(({ subscription }) => subscription.status)).toEqual([
    'active',
    'past_due',
    'active',
    'cancelled',
    'active',
  ]);
  const { text } = await visitor.get(path);
  expect(text).toContain('href="roomtone://account"');
  expect(text).toContain('No money is charged');
});

test('S19.13: a checkout is valid for a day and a portal for an hour; a guessed address is 404', async () => {
  const visitor = await createVisitor();
  const { path } = await visitor.checkout();
  expect(path).toMatch(/\/cs_sandbox_[A-Za-z0-9_-]{32}$/);
  visitor.advance(day - 1);
  expect((await visitor.get(path)).status).toBe(200);
  await press(visitor, `${(await visitor.checkout()).path}/pay`);
  const portal = await visitor.portal();
  visitor.advance(1);
  expect((await visitor.get(path)).status).toBe(404);
  expect((await visitor.get(portal)).status).toBe(200);
  visitor.advance(3600 * 1000 - 1);
  expect((await visitor.get(portal)).status).toBe(404);
  for (const act of ['cancel', 'fail', 'renew'])
    expect((await press(visitor, `${portal}/${act}`)).statusCode).toBe(404);
  expect((await visitor.get('/billing/sandbox/portal/bps_sandbox_guessed')).text).toContain('This page has expired');
});
