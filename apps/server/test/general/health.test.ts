import { describe, expect, test, vi } from 'vitest';
import { createUsageMeter } from '../../src/application/hosting/usage-meter.ts';
import { cacheResult } from '../../src/http/plugins/cached-result.ts';
import type { Sharing } from '../../src/realtime/sharing/sharing.ts';
import { createStripeUnderTest } from '../billing/stripe-under-test.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeRealtime } from '../support/fake-realtime.ts';
import { createLiveApp } from '../support/live-app.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { createTestApp } from '../support/test-app.ts';

const fails = () => Promise.reject(new Error('gone'));
const brokenStorage = { ...openMemoryStorage(), userById: fails };

describe('S21.2, S21.3: /health/detailed says ok, degraded or down', () => {
  test('ok, without an envelope, and unused services are disabled', async () => {
    const { call, clock } = await createTestApp();
    const { status, body, headers } = await call('GET', '/health/detailed');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      status: 'ok',
      timestamp: new Date(clock.nowMs()).toISOString(),
      services: { database: 'ok', redis: 'disabled', external_apis: 'disabled' },
      certificate: null,
      metrics: { active_connections: 0, memory_usage: '0.0%', cpu_usage: '0.0%' },
    });
  });

  test('each service is ok, down or disabled, and the status is degraded while one of them is down', async () => {
    const up = await createTestApp({ deps: { probeRedis: async () => 'PONG' } });
    expect((await up.call('GET', '/health/detailed')).body).toMatchObject({ status: 'ok', services: { redis: 'ok' } });
    const down = await createTestApp({ deps: { probeRedis: fails } });
    const { status, body } = await down.call('GET', '/health/detailed');
    expect([status, body.status]).toEqual([200, 'degraded']);
    expect(body.services).toEqual({ database: 'ok', redis: 'down', external_apis: 'disabled' });
  });

  test('without its database the server is down, which is 500 with the same kind of body', async () => {
    const { call } = await createTestApp({ deps: { storage: brokenStorage, probeRedis: async () => 'PONG' } });
    const { status, body } = await call('GET', '/health/detailed');
    expect([status, body.status]).toEqual([500, 'down']);
    expect(Object.keys(body)).toEqual(['status', 'timestamp', 'services', 'certificate', 'metrics']);
    expect(body.services).toEqual({ database: 'down', redis: 'ok', external_apis: 'disabled' });
    expect((await call('GET', '/health')).body.status).toBe('ok');
  });

  test('a service that does not answer within 2 s is down', async () => {
    const { call } = await createTestApp({ deps: { probeRedis: () => new Promise(() => {}) } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = call('GET', '/health/detailed');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await asked).body.services.redis).toBe('down');
    vi.useRealTimers();
  });
});

test('S31.3: without Redis, where it is in use, /health/ready is down and /health is not', async () => {
  for (const isReady of [true, false]) {
    // Of what is shared, health asks for nothing but this.
    const sharing = { bus: { isReady } } as unknown as Sharing;
    const { call } = await createTestApp({ deps: { sharing, createRealtime: createFakeRealtime().create } });
    const { status, body } = await call('GET', '/health/ready');
    expect([status, body.status]).toEqual(isReady ? [200, 'ok'] : [500, 'down']);
    expect((await call('GET', '/health')).status).toBe(200);
  }
});

describe('health by the known condition of storage', () => {
  const withCondition = (answers: boolean, writes: boolean) =>
    createTestApp({ deps: { storageCondition: () => ({ answers, writes }) } });

  test('/health/ready is ok, degraded while writes fail, and 500 and down while storage does not answer, without asking it', async () => {
    for (const [answers, writes, expected] of [
      [true, true, [200, 'ok']],
      [true, false, [200, 'degraded']],
      [false, true, [500, 'down']],
      [false, false, [500, 'down']],
    ] as const) {
      const { call, clock } = await withCondition(answers, writes);
      const { status, body } = await call('GET', '/health/ready');
      expect([status, body.status]).toEqual(expected);
      expect(body.timestamp).toBe(new Date(clock.nowMs()).toISOString());
      expect((await call('GET', '/health')).body.status).toBe('ok');
    }
  });

  test('S21.10: both are degraded while the database is damaged', async () => {
    const { call } = await createTestApp({
      deps: { storageCondition: () => ({ answers: true, writes: true, isWhole: false }) },
    });
    const states = await Promise.all(['/health/ready', '/health/detailed'].map((path) => call('GET', path)));
    expect(states.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'degraded'],
      [200, 'degraded'],
    ]);
  });

  test('/health/detailed is degraded while the database is read-only, and down without a delay while it does not answer', async () => {
    const reading = await (await withCondition(true, false)).call('GET', '/health/detailed');
    expect([reading.status, reading.body.status, reading.body.services.database]).toEqual([200, 'degraded', 'down']);
    const silent = await (await withCondition(false, true)).call('GET', '/health/detailed');
    expect([silent.status, silent.body.status, silent.body.services.database]).toEqual([500, 'down', 'down']);
  });
});

describe('S21.4: external_apis is the payment provider if it is an external one', () => {
  test('Stripe is ok while it answers, and the server degraded while it does not', async () => {
    const { payments, fakeStripe, clock } = await createStripeUnderTest();
    const { call } = await createTestApp({ deps: { clock, payments: { payments, sandbox: undefined } } });
    const external = async () => {
      const { status, services } = (await call('GET', '/health/detailed')).body;
      return [status, services.external_apis];
    };
    expect(await external()).toEqual(['ok', 'ok']);
    clock.advance(60_000);
    fakeStripe.loseNextAnswer();
    expect(await external()).toEqual(['degraded', 'down']);
    const asked = fakeStripe.requests.length;
    clock.advance(9_999);
    expect([await external(), fakeStripe.requests.length]).toEqual([['degraded', 'down'], asked]);
    clock.advance(1);
    expect(await external()).toEqual(['ok', 'ok']);
  });

  test('the sandbox is part of this server, so that external_apis is disabled', async () => {
    const sandbox = { provider: 'sandbox' } as never;
    const { call } = await createTestApp({ deps: { payments: { payments: sandbox, sandbox: undefined } } });
    expect((await call('GET', '/health/detailed')).body.services.external_apis).toBe('disabled');
  });

  test('services are probed at most once in 10 s, however many requests there are', async () => {
    const clock = createFakeClock();
    const probe = vi.fn(async () => 'fine');
    const look = cacheResult(probe, clock, 10_000);
    for (let second = 0; second < 20; second++) {
      await Promise.all([look(), look()]);
      clock.advance(1_000);
    }
    expect(probe).toHaveBeenCalledTimes(2);
  });
});

test('S21.5: active_connections counts open WebSockets', async () => {
  const app = await createLiveApp();
  const count = async () => (await app.call('GET', '/health/detailed')).body.metrics.active_connections;
  const guest = await app.connect();
  await app.connect();
  expect(await count()).toBe(2);
  guest.socket.close();
  await guest.closed;
  await vi.waitFor(async () => expect(await count()).toBe(1));
});

test('S21.5: memory_usage and cpu_usage are shares of the whole machine, such as "12.3%"', () => {
  const clock = createFakeClock();
  const used = { cpuUs: 0, memoryBytes: 0 };
  const meter = createUsageMeter(() => used, { cores: 4, memoryBytes: 1_000 }, clock);
  const shown = (cpuUs: number, memoryBytes: number) => {
    Object.assign(used, { cpuUs, memoryBytes });
    clock.advance(1_000);
    return [meter.cpu(), meter.memory()];
  };
  expect(shown(492_000, 123)).toEqual(['12.3%', '12.3%']);
  expect(shown(492_000, 0)).toEqual(['0.0%', '0.0%']);
  expect(shown(4_492_000, 1_000)).toEqual(['100.0%', '100.0%']);
  expect(shown(99_000_000, 2_000)).toEqual(['100.0%', '100.0%']);
  clock.advance(999);
  expect(meter.cpu()).toBe('100.0%');
});
