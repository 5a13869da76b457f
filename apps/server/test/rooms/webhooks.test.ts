// Webhooks of the real application, with a receiver that checks signatures by a library of others.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceLimits } from '@roomtone/protocol';
import type { DeliveryView } from '@roomtone/protocol/rest';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { makeAdmin } from '../accounts/account-app.ts';
import { createLiveApp } from '../support/live-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** However slow this machine is. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** An HTTP server that keeps what it is sent. */
async function receiver(answer: () => number = () => 204) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(answer(), { location: '/elsewhere' }).end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, host, url: `http://${host}/hook?token=1`, env: { ROOMTONE_WEBHOOK_ALLOW_HOSTS: host } };
}

async function asAdmin(app: Pick<TestApp, 'register' | 'storage' | 'call'>) {
  const { token, user } = await app.register('root');
  await makeAdmin(app as TestApp, user.user_id);
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await app.call(method, `/api/webhooks${path}`, { token, body });
    return { status: answer.status, data: answer.body.data, error: answer.body.error };
  };
  const log = async (id: string) => (await call('GET', `/${id}/deliveries`)).data.deliveries as DeliveryView[];
  return { token, user, call, log };
}

test('S40.2, S40.3, S40.4: what happens in rooms is sent, signed, and the chat only of a room that allows it', async () => {
  const to = await receiver();
  const app = await createLiveApp({ storage: 'memory', env: to.env });
  const { token, user, call } = await asAdmin(app);
  const events = ['room.created', 'room.closed', 'room.joined', 'room.left', 'chat.message'];
  const { secret } = (await call('POST', '', { url: to.url, events })).data;
  // Other processes of the service know of it by now.
  app.clock.advance(serverLimits.webhooks.knownMs);
  const room = (await app.call('POST', '/api/rooms', { token, body: { room_name: 'Loft' } })).body.data;
  const player = await app.connect(token);
  await player.join(room.room_id);
  player.say('for the room alone');
  await player.take('chatMessage');
  await app.call('PUT', `/api/rooms/${room.room_id}`, { token, body: { settings: { chat_to_webhooks: true } } });
  await player.take('roomUpdated');
  player.say('for others, too');
  await player.take('chatMessage');
  player.send({ kind: 'leaveRoomCommand', body: {}, requestId: 2 });
  await player.take('roomLeft');
  await app.call('DELETE', `/api/rooms/${room.room_id}`, { token });
  await eventually(() => expect(to.received).toHaveLength(5));
  const verifier = new Webhook(secret);
  // The time of the test's clock is not the library's.
  vi.useFakeTimers({ now: Number(to.received[0]?.headers['webhook-timestamp']) * 1000, toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sent = to.received.map(({ headers, body }) => verifier.verify(body, headers) as { type: string; data: object });
  expect(() => verifier.verify(`${to.received[0]?.body} `, to.received[0]?.headers ?? {})).toThrow(
    'No matching signature',
  );
  expect(new Set(to.received.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
  const person = {
    user_id: user.user_id,
    username: 'root',
    display_name: 'root',
    participant: 1,
    guest: false,
    bot: false,
  };
  const inRoom = { room_id: room.room_id, room_name: 'Loft' };
  const expected = [
    { type: 'room.created', data: { ...inRoom, room_type: 'public', owner_id: user.user_id, owner_name: 'root' } },
    { type: 'room.joined', data: { ...inRoom, ...person } },
    {
      type: 'chat.message',
      data: { ...inRoom, ...person, message: 'for others, too', message_id: expect.any(String) },
    },
    { type: 'room.left', data: { ...inRoom, ...person, reason: 'left' } },
    { type: 'room.closed', data: { room_id: room.room_id, reason: 'deleted' } },
  ];
  // Two are sent at once, so that the order is that of the ids.
  const inOrder = to.received
    .map(({ headers }, index) => ({ id: headers['webhook-id'] ?? '', message: sent[index] }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(inOrder.map(({ message }) => message)).toEqual(
    expected.map((message) => ({ ...message, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) })),
  );
});

test('S40.1, S40.8: admins add, list, change, test and remove webhooks, up to a quota, and see what became of deliveries', async () => {
  let status = 500;
  const to = await receiver(() => status);
  const app = await createTestApp({ env: to.env });
  const { token: otherToken } = await app.register('ada');
  const { call, log } = await asAdmin(app);
  const refused = await app.call('GET', '/api/webhooks', { token: otherToken });
  expect(refused.body.error.code).toBe('AUTHORIZATION_ERROR');
  const made = await call('POST', '', { url: to.url, events: ['room.left'] });
  expect(made).toMatchObject({
    status: 201,
    data: { secret: expect.stringMatching(/^whsec_[\w+/]{32}$/), active: true },
  });
  const { webhook_id: id, secret: _, ...rest } = made.data;
  expect((await call('GET', '')).data.webhooks).toEqual([{ webhook_id: id, ...rest }]);
  expect((await call('POST', `/${id}/test`)).status).toBe(200);
  await eventually(async () => expect((await log(id))[0]).toMatchObject({ attempts: 1 }));
  const [failed] = await log(id);
  expect(failed).toMatchObject({ event: 'webhook.test', state: 'waiting', status: 500, error: '' });
  expect(Date.parse(failed?.next_attempt_at ?? '') - Date.parse(failed?.last_attempt_at ?? '')).toBe(5_000);
  // A redirect is an answer like any other, and is not followed.
  status = 302;
  await call('POST', `/${id}/deliveries/${failed?.delivery_id}/repeat`);
  await eventually(async () => expect((await log(id))[0]).toMatchObject({ attempts: 1, status: 302 }));
  status = 200;
  await call('POST', `/${id}/deliveries/${failed?.delivery_id}/repeat`);
  await eventually(async () => expect((await log(id))[0]).toMatchObject({ state: 'delivered', next_attempt_at: null }));
  expect(new Set(to.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed?.delivery_id]));
  status = 410;
  await call('POST', `/${id}/test`);
  await eventually(async () => expect((await call('GET', '')).data.webhooks[0].active).toBe(false));
  expect((await log(id))[0]).toMatchObject({ state: 'dead', status: 410 });
  const changed = await call('PUT', `/${id}`, { active: true, events: ['room.joined'], room_id: 'a-room-of-16-chars' });
  expect(changed.data).toMatchObject({ active: true, events: ['room.joined'], room_id: 'a-room-of-16-chars' });
  for (let count = 1; count < serviceLimits.webhooks.ofService; count++)
    expect((await call('POST', '', { url: to.url, events: ['room.left'] })).status).toBe(201);
  expect((await call('POST', '', { url: to.url, events: ['room.left'] })).error.details).toMatchObject({
    reason: 'webhook_quota',
    limit: serviceLimits.webhooks.ofService,
  });
  expect((await call('DELETE', `/${id}`)).status).toBe(200);
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/deliveries'],
  ] as const)
    expect((await call(method, `/${id}${path}`)).error.code).toBe('RESOURCE_NOT_FOUND');
});

test.each([
  ['http://example.org/'],
  ['https://127.0.0.1/'],
  ['https://[::1]/'],
  ['https://10.0.0.7/'],
  ['https://localhost/'],
  ['https://user@example.org/'],
  ['https://example.org:8443/'],
  ['ftp://example.org/'],
])('S40.4: nothing is sent to %s unless the host allows it', async (url) => {
  const app = await createTestApp();
  const { call } = await asAdmin(app);
  const refused = await call('POST', '', { url, events: ['room.left'] });
  expect(refused.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'url' } });
});
