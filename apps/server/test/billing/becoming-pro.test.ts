import { NotificationKind, SubscriptionStatus } from '@roomtone/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { createLiveApp } from '../support/live-app.ts';
import { createSandboxUnderTest } from './sandbox-under-test.ts';

const dayMs = 24 * 3600 * 1000;
const lookMs = 5_000;
/** Less than a session lasts. */
const refreshMs = 20 * 3600 * 1000;

afterEach(() => vi.useRealTimers());

/** The whole application with the sandbox, with ada signed in and connected. */
async function subscriber() {
  // The test advances the timer that checks subscriptions every few seconds.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const clock = createFakeClock();
  const { payments } = createSandboxUnderTest(clock);
  const app = await createLiveApp({ deps: { clock, payments: { payments, sandbox: payments.sandbox } } });
  const { token, refresh_token } = await app.register('ada');
  let latestRefreshToken = refresh_token;
  const connection = await app.connect(token);
  const pressed = async (address: string) => {
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: new URL(address).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    expect(statusCode).toBe(303);
  };
  const portal = async (button: 'renew' | 'fail' | 'cancel') => {
    clock.advance(1000);
    const body = { return_url: 'https://app.test/account' };
    const { data } = (await app.call('POST', '/api/billing/portal', { token, body })).body;
    await pressed(`${data.portal_url}/${button}`);
  };
  return {
    app,
    clock,
    token,
    refresh_token,
    connection,
    portal,
    async pay() {
      const body = { product_id: 'pro-monthly', success_url: 'https://app.test/', cancel_url: 'https://app.test/' };
      const { data } = (await app.call('POST', '/api/billing/checkout', { token, body })).body;
      await pressed(`${data.checkout_url}/pay`);
    },
    /** The next notification about the subscription. */
    async told() {
      const { kind, subscription } = (await connection.take('notification')).body;
      expect(kind).toBe(NotificationKind.SUBSCRIPTION);
      return subscription;
    },
    /** Moves the clock to a time and lets the server check subscriptions. */
    async until(ms: number) {
      // A session that nobody refreshed would expire, and end the connection.
      while (clock.nowMs() < ms) {
        clock.advance(Math.min(ms - clock.nowMs(), refreshMs));
        const body = { refresh_token: latestRefreshToken };
        const { data } = (await app.call('POST', '/api/auth/refresh', { body })).body;
        latestRefreshToken = data.refresh_token;
      }
      // Without a heartbeat at the new time, the connection would count as lost.
      await connection.sync();
      vi.advanceTimersByTime(lookMs);
    },
  };
}

const { ACTIVE, PAST_DUE, CANCELLED, EXPIRED } = SubscriptionStatus;

test('S19.8: becoming Pro takes effect immediately: notification, rooms, and roles with the next token', async () => {
  const { app, token, refresh_token, connection, pay, told } = await subscriber();
  const proRoom = { token, body: { room_name: 'Studio', room_type: 'pro', max_users: 500 } };
  expect((await app.call('POST', '/api/rooms', proRoom)).status).toBe(400);
  await pay();
  expect(await told()).toEqual({ status: ACTIVE, activeUntil: Date.UTC(2026, 1, 1) });
  const { body } = await app.call('POST', '/api/rooms', proRoom);
  expect((await connection.join(body.data.room_id)).body.room).toMatchObject({ roomId: body.data.room_id });
  const profile = await app.call('GET', '/api/users/profile', { token });
  expect(profile.body.data).toMatchObject({ is_pro: true, roles: ['member', 'pro'] });
  const renewed = (await app.call('POST', '/api/auth/refresh', { body: { refresh_token } })).body.data.token;
  const claims = JSON.parse(Buffer.from(renewed.split('.')[1], 'base64url').toString());
  expect(claims.roles).toEqual(['member', 'pro']);
});

test('S19.8: active → past_due → active → cancelled → expired, with a notification each; Pro until expired', async () => {
  const { app, clock, pay, portal, told, until } = await subscriber();
  const isPro = async () => (await app.call('GET', '/api/users/ada')).body.data.is_pro;
  await pay();
  const paidUntil = Date.UTC(2026, 1, 1);
  expect([await told(), await isPro()]).toEqual([{ status: ACTIVE, activeUntil: paidUntil }, true]);
  await portal('fail');
  expect([await told(), await isPro()]).toEqual([{ status: PAST_DUE, activeUntil: clock.nowMs() + 7 * dayMs }, true]);
  await portal('renew');
  const renewed = await told();
  expect([renewed?.status, await isPro()]).toEqual([ACTIVE, true]);
  await portal('cancel');
  const activeUntil = renewed?.activeUntil ?? 0;
  expect([await told(), await isPro()]).toEqual([{ status: CANCELLED, activeUntil }, true]);
  await until(activeUntil);
  expect([await told(), await isPro()]).toEqual([{ status: EXPIRED, activeUntil }, false]);
});

test('B4, S19.8: past_due has 7 days’ grace, then it is expired', async () => {
  const { app, clock, pay, portal, told, until } = await subscriber();
  await pay();
  await told();
  await portal('fail');
  const { activeUntil = 0 } = (await told()) ?? {};
  expect(activeUntil).toBe(clock.nowMs() + 7 * dayMs);
  await until(activeUntil);
  expect((await told())?.status).toBe(EXPIRED);
  expect((await app.call('GET', '/api/users/ada')).body.data.is_pro).toBe(false);
});
