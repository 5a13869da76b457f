import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { PacedWork } from '../../src/application/paced-work.ts';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { HttpConnections } from '../../src/http/plugins/http-connections.ts';
import { RequestTurns } from '../../src/http/plugins/request-turns.ts';
import { serverTimes } from '../../src/http/plugins/server.ts';
import { createTestApp } from '../support/test-app.ts';

const { requests, httpConnections } = serverLimits.unknownAddresses;

/** Trusts the test client as a proxy, so that a header gives the address of a request. */
const internet = {
  ...{ ROOMTONE_INTERNET: 'on', ROOMTONE_HOST: '0.0.0.0', ROOMTONE_TRUST_PROXY: '127.0.0.1' },
  ...{ ROOMTONE_REGISTRATION: 'open', ROOMTONE_GUESTS: 'on' },
};
const from = (address: string) => ({ 'x-forwarded-for': address });
const stranger = from('203.0.113.9');

describe('S27.3: unknown addresses may ask for less in a minute', () => {
  test.each([
    ['GET', '/api/rooms', requests.general, 100],
    ['GET', '/health', requests.pages, 3_000],
  ] as const)('%s %s %i times instead of %i', async (method, path, unknown, usual) => {
    const { call } = await createTestApp({ env: internet });
    for (let left = unknown - 1; left >= 0; left--) {
      const { status, headers } = await call(method, path, { headers: stranger });
      expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(left)]);
    }
    expect((await call(method, path, { headers: stranger })).status).toBe(429);
    const own = await call(method, path, { headers: from('127.0.0.2') });
    expect([own.status, own.headers['x-ratelimit-limit']]).toEqual([200, String(usual)]);
  });

  test(`one name may try to sign in ${requests.authentication} times, and all together ${requests.signIns} times`, async () => {
    const { call } = await createTestApp({ env: internet });
    const login = async (username: string) =>
      (await call('POST', '/api/auth/login', { body: { username, password: 'wrong horse' }, headers: stranger }))
        .status;
    const tries: number[] = [];
    for (const name of ['ada', 'ben', 'cleo', 'dora']) {
      for (let count = 0; count < requests.authentication; count++) tries.push(await login(name));
    }
    expect(tries).toEqual(Array.from({ length: requests.signIns }, () => 401));
    expect(await login('emil')).toBe(429);
  });

  test('the same name is refused one try later', async () => {
    const { call } = await createTestApp({ env: internet });
    const login = () =>
      call('POST', '/api/auth/login', { body: { username: 'ada', password: 'no' }, headers: stranger });
    for (let count = 0; count < requests.authentication; count++) expect((await login()).status).toBe(401);
    expect((await login()).status).toBe(429);
  });

  test('a lower setting of the host stays', async () => {
    const { call } = await createTestApp({ env: { ...internet, ROOMTONE_RATE_LIMIT_GENERAL: '7' } });
    expect((await call('GET', '/api/rooms', { headers: stranger })).headers['x-ratelimit-limit']).toBe('7');
  });

  test('S27.2: as soon as somebody there is signed in, the usual limits hold', async () => {
    const { call, register } = await createTestApp({ env: internet });
    const { token } = await register('ada');
    const limit = async () => (await call('GET', '/api/rooms', { headers: stranger })).headers['x-ratelimit-limit'];
    expect(await limit()).toBe('50');
    await call('GET', '/api/rooms', { token: 'a bad one', headers: stranger });
    expect(await limit()).toBe('50');
    expect((await call('GET', '/api/users/profile', { token, headers: stranger })).status).toBe(200);
    expect(await limit()).toBe('100');
  });
});

test(`S27.3: an unknown address may have ${httpConnections} connections open, and others more`, () => {
  const connections = new HttpConnections({
    ...{ isProxy: () => false, turns: new RequestTurns(), paced: new PacedWork(), times: serverTimes },
    refusedAddresses: { isAny: false, isHeldUp: () => false, forgetOld: () => {} },
    outside: { isUnknown: (address) => address === '203.0.113.9', admits: (address) => address !== '203.0.113.8' },
  });
  let ports = 0;
  const isAdmitted = (remoteAddress: string) => {
    const remotePort = ++ports;
    const socket = { remoteAddress, remotePort, localAddress: '::', localPort: 1, once: () => {}, destroy: () => {} };
    // The bound uses no more of a socket than this.
    return connections.admit(socket as unknown as Socket);
  };
  for (let count = 0; count < httpConnections; count++) {
    expect([isAdmitted('203.0.113.9'), isAdmitted('192.0.2.1')]).toEqual([true, true]);
  }
  expect(isAdmitted('203.0.113.9')).toBe(false);
  expect(isAdmitted('192.0.2.1')).toBe(true);
  expect(isAdmitted('203.0.113.8')).toBe(false);
});
