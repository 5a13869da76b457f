// If the wall clock is set while the server runs, intervals must keep their length.
import { expect, test, vi } from 'vitest';
import { createAccessTokens } from '../../src/adapters/tokens/access-tokens.ts';
import { rotateSigningKey, serverKeys } from '../../src/adapters/tokens/key-rotation.ts';
import { createUsageMeter } from '../../src/application/hosting/usage-meter.ts';
import { cacheResult } from '../../src/http/plugins/cached-result.ts';
import { createStripeUnderTest } from '../billing/stripe-under-test.ts';
import { fetcherFor, serve } from '../page-fetcher/network.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
/** The steps by which the clock is set. */
const steps: readonly (readonly [string, number])[] = [
  ['an hour back', -hourMs],
  ['an hour ahead', hourMs],
  ['a year ahead', yearMs],
];

test.each(steps)('a key rotation is noticed within 5 s if the clock is set %s', async (_words, stepMs) => {
  const clock = createFakeClock();
  const dataDir = temporaryDirectory();
  const { accessTokens } = await serverKeys(undefined, dataDir, clock);
  const before = accessTokens.current().kid;
  clock.setWallClock(clock.nowMs() + stepMs);
  await rotateSigningKey(dataDir, clock.nowMs());
  clock.advance(4_999);
  expect(accessTokens.current().kid).toBe(before);
  clock.advance(1);
  expect(accessTokens.current().kid).not.toBe(before);
});

test.each(steps)('a page is fetched again after 10 minutes if the clock is set %s', async (_words, stepMs) => {
  let count = 0;
  const site = await serve((_request, response) => {
    count++;
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${count}</title>`);
  });
  const { read, clock } = fetcherFor(site);
  expect(await read()).toMatchObject({ title: '1' });
  clock.setWallClock(clock.nowMs() + stepMs);
  expect(await read()).toMatchObject({ title: '1' });
  clock.advance(10 * 60_000 + 1);
  expect(await read()).toMatchObject({ title: '2' });
});

test.each(steps)('a service is probed again after 10 s if the clock is set %s', async (_words, stepMs) => {
  const clock = createFakeClock();
  const probe = vi.fn(async () => 'fine');
  const look = cacheResult(probe, clock, 10_000);
  await look();
  clock.setWallClock(clock.nowMs() + stepMs);
  await look();
  expect(probe).toHaveBeenCalledTimes(1);
  clock.advance(10_000);
  await look();
  expect(probe).toHaveBeenCalledTimes(2);
});

test.each(steps)('products are requested again after a minute if the clock is set %s', async (_words, stepMs) => {
  const clock = createFakeClock();
  const { payments, fakeStripe } = await createStripeUnderTest(clock);
  await payments.products();
  clock.setWallClock(clock.nowMs() + stepMs);
  await payments.products();
  expect(fakeStripe.requests).toHaveLength(1);
  clock.advance(60_000);
  await payments.products();
  expect(fakeStripe.requests).toHaveLength(2);
});

test.each(steps)('the measured CPU usage stays correct if the clock is set %s', (_words, stepMs) => {
  const clock = createFakeClock();
  const used = { cpuUs: 0, memoryBytes: 0 };
  const meter = createUsageMeter(() => used, { cores: 1, memoryBytes: 1 }, clock);
  clock.setWallClock(clock.nowMs() + stepMs);
  clock.advance(2_000);
  used.cpuUs = 1_000_000;
  expect(meter.cpu()).toBe('50.0%');
});

test('access tokens, which contain their expiry time, work again once the clock is correct', async () => {
  const clock = createFakeClock();
  const { accessTokens } = await serverKeys(undefined, temporaryDirectory(), clock);
  const tokens = createAccessTokens(accessTokens, clock);
  const token = await tokens.issue({ userId: 'u', username: 'ada', roles: ['member'] }, 's');
  const right = clock.nowMs();
  clock.setWallClock(right + yearMs);
  expect(await tokens.verify(token)).toBeUndefined();
  clock.setWallClock(right);
  expect(await tokens.verify(token)).toMatchObject({ userId: 'u' });
});
