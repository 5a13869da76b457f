import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../support/raw-http.ts';
import { createTestApp } from '../support/test-app.ts';

/** Lets two users and others send requests one after another over the same connection, as a proxy does. */
async function sharedConnection() {
  const app = await createTestApp({ env: { ROOMTONE_RATE_LIMIT_GENERAL: '100' } });
  const [ada, bob] = [await app.register('ada'), await app.register('bob')];
  const port = await listen(app.app);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ports = new Set<number | undefined>();
  const ask = async (path: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent, path, headers }, resolve).once('error', reject);
    });
    ports.add(response.socket.localPort);
    return {
      status: response.statusCode,
      left: Number(response.headers['x-ratelimit-remaining']),
      body: JSON.parse(await text(response)),
    };
  };
  const profileOf = async (authorization?: string) => {
    const { status, body } = await ask('/api/users/profile', authorization);
    return body.data?.username ?? status;
  };
  return { app, ada: `Bearer ${ada.token}`, bob: `Bearer ${bob.token}`, ask, profileOf, ports };
}

test('S12.7: a token identifies its owner, even on a connection that another user used before', async () => {
  const { ada, bob, profileOf, ports } = await sharedConnection();
  const asked = [ada, ada, bob, ada, undefined, ada, `${ada}x`, ada, bob, 'Bearer', bob, `bearer  ${ada.slice(7)} `];
  const seen = [];
  for (const authorization of asked) seen.push(await profileOf(authorization));
  expect(seen).toEqual(['ada', 'ada', 'bob', 'ada', 401, 'ada', 401, 'ada', 'bob', 401, 'bob', 'ada']);
  expect(ports.size).toBe(1);
});

test('S12.5: a token is refused as soon as its session ends or it expires', async () => {
  const { app, ada, bob, profileOf } = await sharedConnection();
  expect([await profileOf(ada), await profileOf(ada)]).toEqual(['ada', 'ada']);
  await app.call('POST', '/api/auth/logout', { token: ada.slice(7) });
  expect(await profileOf(ada)).toBe(401);
  app.clock.advance(899_000);
  expect(await profileOf(bob)).toBe('bob');
  app.clock.advance(1_000);
  expect(await profileOf(bob)).toBe(401);
});

test('S10.3: users who share a connection are counted separately, and in each group', async () => {
  const { ada, bob, ask } = await sharedConnection();
  const seen = [];
  for (const who of [ada, ada, bob, undefined, ada, bob, undefined]) seen.push((await ask('/api/rooms', who)).left);
  expect(seen).toEqual([99, 98, 99, 99, 97, 98, 98]);
  expect((await ask('/api/billing/products', ada)).left).not.toBe(96);
  expect((await ask('/api/rooms', ada)).left).toBe(96);
});

test('S13.5: a profile shows changes made since it was last read', async () => {
  const { app, ada, ask } = await sharedConnection();
  const name = async () => (await ask('/api/users/profile', ada)).body.data.username;
  expect([await name(), await name()]).toEqual(['ada', 'ada']);
  await app.call('PUT', '/api/users/profile', { token: ada.slice(7), body: { username: 'countess' } });
  expect(await name()).toBe('countess');
});
