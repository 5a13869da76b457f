// The deliveries of webhooks by themselves: real storage, with a receiver and a clock of the test's own.
import { randomBytes } from 'node:crypto';
import { serviceLimits } from '@roomtone/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSealedSecrets } from '../../src/application/accounts/sealed-secrets.ts';
import { Webhooks } from '../../src/application/hosting/webhooks.ts';
import { serverLimits } from '../../src/domain/server-limits.ts';
import type { Storage } from '../../src/ports/storage.ts';
import type { ServiceEvent, WebhookRequest, WebhookSender } from '../../src/ports/webhooks.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';

/** However slow this machine is. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });

const limits = serverLimits.webhooks;
const key = randomBytes(32);
const clock = createFakeClock();

type Outcome = Awaited<ReturnType<WebhookSender['send']>>;

/** A process of a service, and what it sends; requests wait until they are answered. */
function processOn(storage: Storage) {
  const requests: { readonly request: WebhookRequest; readonly signal: AbortSignal; answer(outcome: Outcome): void }[] =
    [];
  const warnings: string[] = [];
  let look = (): void => {};
  const webhooks = new Webhooks({
    storage,
    clock,
    secrets: createSealedSecrets([key]),
    audit: { record: () => {} },
    log: { warn: (_, text = '') => warnings.push(text), error: (_, text = '') => expect.fail(text) },
    every: (_, run) => {
      look = run;
      return () => {};
    },
    sender: {
      check: () => {},
      send: (request, signal) =>
        new Promise((resolve) => {
          requests.push({ request, signal, answer: resolve });
          signal.addEventListener('abort', () => resolve({ error: 'timeout' }));
        }),
    },
  });
  webhooks.open();
  return {
    webhooks,
    requests,
    warnings,
    look: () => look(),
    /** Resolves once so many requests wait. */
    until: (count: number) => eventually(() => expect(requests).toHaveLength(count)),
  };
}

async function opened() {
  const storage = openMemoryStorage();
  const one = processOn(storage);
  onTestFinished(async () => {
    await one.webhooks.close();
    await storage.close();
  });
  const add = async (url = 'https://a.example.org/', roomId = '') =>
    (await one.webhooks.add({ url, events: ['room.created'], room_id: roomId }, 'root')).webhook.webhookId;
  return { storage, ...one, add };
}

const created = (roomId = 'loft'): ServiceEvent => ({ type: 'room.created', roomId, data: { room_name: 'Loft' } });

test('S40.6: what never arrives is tried until a day has passed, and is dead then', async () => {
  const { webhooks, requests, until, add, look } = await opened();
  const id = await add();
  webhooks.tell(created());
  const begun = clock.nowMs();
  for (let attempt = 1; ; attempt++) {
    await until(attempt);
    requests.at(-1)?.answer(attempt % 2 === 0 ? { status: 500 } : { error: 'ECONNREFUSED' });
    await eventually(async () => expect((await webhooks.deliveries(id))[0]?.attempts).toBe(attempt));
    const [delivery] = await webhooks.deliveries(id);
    if (delivery?.state === 'dead') break;
    const { nextAttemptAt = 0 } = delivery ?? {};
    clock.advance(nextAttemptAt - clock.nowMs() - 1);
    look();
    await webhooks.list();
    expect(requests).toHaveLength(attempt);
    clock.advance(1);
    look();
  }
  expect(clock.nowMs() - begun).toBeLessThanOrEqual(limits.deadMs);
  expect(requests.length).toBeGreaterThan(limits.retriesMs.length);
  expect(new Set(requests.map(({ request }) => request.headers['webhook-id'])).size).toBe(1);
  expect(new Set(requests.map(({ request }) => request.headers['webhook-signature'])).size).toBe(requests.length);
});

test('S40.7: a webhook that does not answer has two requests at once, and holds up no other', async () => {
  const { webhooks, requests, until, add } = await opened();
  await add('https://slow.example.org/');
  for (let event = 0; event < 5; event++) webhooks.tell(created());
  await until(limits.toOneAtOnce);
  await add('https://quick.example.org/');
  webhooks.tell(created());
  await until(limits.toOneAtOnce + 1);
  expect(requests.at(-1)?.request.url).toBe('https://quick.example.org/');
  requests[0]?.answer({ status: 200 });
  await until(limits.toOneAtOnce + 2);
  expect(requests.filter(({ request }) => request.url.includes('slow'))).toHaveLength(3);
});

test('S40.7: at most 8 requests of all webhooks together are under way', async () => {
  const { webhooks, requests, until, add } = await opened();
  for (let hook = 0; hook < 6; hook++) await add(`https://${hook}.example.org/`);
  for (let event = 0; event < 2; event++) webhooks.tell(created());
  await until(limits.atOnce);
  requests[0]?.answer({ status: 200 });
  await until(limits.atOnce + 1);
  expect(requests).toHaveLength(limits.atOnce + 1);
});

test('S40.7, S40.5: two processes send each delivery once; what one has left undone, another sends', async () => {
  const { storage, webhooks, requests, until, add } = await opened();
  const id = await add();
  webhooks.tell(created());
  await until(1);
  const other = processOn(storage);
  await other.webhooks.list();
  other.look();
  await eventually(async () => expect(await storage.webhooksWithDeliveriesDue(clock.nowMs())).toEqual([]));
  expect(other.requests).toHaveLength(0);
  clock.advance(2 * limits.timeoutMs);
  other.look();
  await other.until(1);
  expect(other.requests[0]?.request.headers['webhook-id']).toBe(requests[0]?.request.headers['webhook-id']);
  await other.webhooks.close();
  // A stop is no failure of the receiver.
  expect((await webhooks.deliveries(id))[0]).toMatchObject({ attempts: 0, state: 'waiting' });
});

test('S40.5: 1,000 deliveries of a webhook wait, and the log says that further events are dropped', async () => {
  const { storage, webhooks, warnings, add } = await opened();
  const id = await add('https://a.example.org/', 'loft');
  clock.advance(1);
  await add('https://other.example.org/', 'shed');
  const waiting = async () => (await webhooks.list()).map((webhook) => webhook.waiting);
  for (let event = 0; event < limits.waiting; event++) webhooks.tell(created());
  await eventually(async () => expect(await waiting()).toEqual([limits.waiting, 0]));
  expect(warnings).toEqual([]);
  webhooks.tell(created());
  webhooks.tell(created('shed'));
  await eventually(() => expect(warnings).toEqual(['events were dropped, because too many wait for a webhook']));
  expect(await waiting()).toEqual([limits.waiting, 1]);
  expect(await storage.deliveriesOf(id, 2 * limits.waiting)).toHaveLength(limits.waiting);
  expect(await webhooks.deliveries(id)).toHaveLength(serviceLimits.webhooks.logged);
});

test('S40.5: more events than may wait for the storage are dropped, and nobody waits', async () => {
  const { webhooks, warnings } = await opened();
  for (let event = 0; event < limits.events + 3; event++) webhooks.tell(created());
  expect(warnings).toHaveLength(3);
});

test('S40.1: a webhook that is switched off gets nothing, and nothing of the time later', async () => {
  const { webhooks, requests, until, add } = await opened();
  const id = await add();
  await webhooks.change(id, { active: false }, 'root');
  webhooks.tell(created());
  await eventually(async () => expect(await webhooks.deliveries(id)).toEqual([]));
  await webhooks.change(id, { active: true }, 'root');
  webhooks.tell(created('shed'));
  await until(1);
  expect(JSON.parse(requests[0]?.request.body ?? '')).toMatchObject({ data: { room_id: 'shed' } });
});
