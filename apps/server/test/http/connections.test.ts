import { expect, test } from 'vitest';
import type { InternetState } from '../../src/application/hosting/internet-access.ts';
import type { OwnNetworks } from '../../src/ports/own-networks.ts';
import { createLiveApp } from '../support/live-app.ts';

const internet = {
  ...{ ROOMTONE_INTERNET: 'on', ROOMTONE_HOST: '0.0.0.0', ROOMTONE_TRUST_PROXY: '127.0.0.1' },
  ...{ ROOMTONE_REGISTRATION: 'open', ROOMTONE_GUESTS: 'on' },
};
const outsideAddress = '203.0.113.9';
const from = (address: string) => ({ 'x-forwarded-for': address });
const ownNetworks: OwnNetworks = {
  placeOf: (address) => (address === outsideAddress ? 'outside' : address === '127.0.0.1' ? 'here' : 'network'),
};

/** A server on the internet with an admin, and what the router was told. */
async function openServer() {
  let state: InternetState = {
    ...{ status: 'open', address: '45.90.10.1', port: 7420, udpPort: 7420, protocol: 'PCP', untilMs: undefined },
  };
  const shut = async () => {
    state = { status: 'shut' };
  };
  const access = {
    get state() {
      return state;
    },
    shut,
  };
  const app = await createLiveApp({ env: internet, deps: { ownNetworks, internet: () => access } });
  const admin = await app.register('ada');
  await app.storage.setRoles(admin.user.user_id, ['member', 'admin']);
  return { ...app, admin, state: () => state };
}

test('S27.4: an admin sees who is connected from where and since when, and how the internet reaches the server', async () => {
  const { call, connect, register, admin, clock } = await openServer();
  const ben = await register('ben');
  await connect(ben.token, from('192.168.1.7'));
  clock.advance(5_000);
  await connect(undefined, from(outsideAddress));
  const { body } = await call('GET', '/api/connections', { token: admin.token });
  const room = { room_id: '', room_name: '', connection_id: expect.any(String) };
  expect(body.data).toEqual({
    connections: [
      {
        ...{
          user_id: '',
          username: expect.stringMatching(/^Guest-/),
          display_name: expect.stringMatching(/^Guest-/),
          address: outsideAddress,
          place: 'outside',
        },
        ...{ connected_at: '2026-01-01T00:00:05.000Z', ...room },
      },
      {
        ...{
          user_id: ben.user.user_id,
          username: 'ben',
          display_name: 'ben',
          address: '192.168.1.7',
          place: 'network',
        },
        ...{ connected_at: '2026-01-01T00:00:00.000Z', ...room },
      },
    ],
    internet: 'open',
    public_url: 'https://45.90.10.1:7420',
  });
});

test('S27.5: closing to the internet ends what comes from outside at once and lets nothing more in', async () => {
  const { call, connect, register, admin, state } = await openServer();
  const ben = await register('ben');
  const [near, far] = [await connect(ben.token, from('192.168.1.7')), await connect(ben.token, from(outsideAddress))];
  const closing = await call('DELETE', '/api/connections/outside', { token: admin.token });
  expect([closing.status, closing.body.data]).toEqual([200, { closed: 1 }]);
  expect(await far.closed).toBe(1001);
  await near.sync();
  expect(state()).toEqual({ status: 'shut' });
  const refused = await call('GET', '/api/server', { headers: from(outsideAddress) });
  expect([refused.status, refused.body.error.details]).toEqual([403, { required: [], reason: 'outside' }]);
  const listed = await call('GET', '/api/connections', { token: admin.token });
  expect(listed.body.data).toMatchObject({ connections: [{ username: 'ben' }], internet: 'shut', public_url: '' });
  await expect
    .poll(
      async () =>
        (await call('GET', '/api/audit-log?kind=closed_to_internet', { token: admin.token })).body.data.entries,
    )
    .toMatchObject([{ by_username: 'ada', address: '127.0.0.1' }]);
});

test('S27.4: without ROOMTONE_INTERNET the list says so', async () => {
  const app = await createLiveApp();
  const admin = await app.register('ada');
  await app.storage.setRoles(admin.user.user_id, ['member', 'admin']);
  const { body } = await app.call('GET', '/api/connections', { token: admin.token });
  expect(body.data).toEqual({ connections: [], internet: 'off', public_url: '' });
});
