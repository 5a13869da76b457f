import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createForwardedReader, createProxyTrust } from '../../src/http/plugins/forwarded-request.ts';
import { createTestApp, registration } from '../support/test-app.ts';

describe('S2.8: X-Forwarded-* headers are trusted from the addresses in ROOMTONE_TRUST_PROXY', () => {
  test.each([
    ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3'], ['9.255.255.255', '11.0.0.0', '::ffff:11.0.0.0']],
    ['192.0.2.7', ['192.0.2.7', '::ffff:192.0.2.7'], ['192.0.2.6', '192.0.2.8', '::c000:207']],
    ['0.0.0.0/0', ['1.2.3.4', '255.255.255.255'], ['2001:db8::1', '::1']],
    ['fd00::/8', ['fd00::', 'fdff:ffff::1'], ['fc00::1', 'fe00::1', '10.0.0.1']],
    ['::1', ['::1', '0:0:0:0:0:0:0:1'], ['::2', '127.0.0.1']],
  ])('%s', (range, inside, outside) => {
    const isProxy = createProxyTrust([range]);
    for (const address of inside) expect([address, isProxy(address)]).toEqual([address, true]);
    for (const address of [...outside, '', 'unknown', '10.0.0', '010.0.0.1']) {
      expect([address, isProxy(address)]).toEqual([address, false]);
    }
  });

  test.each([
    ['nothing forwarded', '10.0.0.1', undefined, undefined, ['backend', '10.0.0.1']],
    ['one proxy', '10.0.0.1', '192.0.2.1', 'music.example', ['music.example', '192.0.2.1']],
    ['two proxies', '10.0.0.1', '192.0.2.1, 10.0.0.2', 'music.example', ['music.example', '192.0.2.1']],
    ['values made up by the client', '10.0.0.1', '203.0.113.9, 192.0.2.1', 'evil, music', ['music', '192.0.2.1']],
    ['only proxies', '10.0.0.1', '10.0.0.3,10.0.0.2', undefined, ['backend', '10.0.0.3']],
    ['empty entries', '10.0.0.1', ' , 192.0.2.1,, ', ' , ', ['backend', '192.0.2.1']],
    ['IPv6', '10.0.0.1', '2001:db8::1', '[::1]:7420', ['[::1]:7420', '2001:db8::1']],
    ['a port', '10.0.0.1', '203.0.113.9:1, 192.0.2.1:50213', undefined, ['backend', '192.0.2.1']],
    ['IPv6 with a port', '10.0.0.1', '[2001:db8::1]:50213', undefined, ['backend', '2001:db8::1']],
    ['IPv6 in brackets', '10.0.0.1', '[2001:db8::1]', undefined, ['backend', '2001:db8::1']],
    ['a client that the proxy does not know', '10.0.0.1', '192.0.2.1, unknown', undefined, ['backend', '10.0.0.1']],
    ['text after a proxy', '10.0.0.1', '192.0.2.1, _hidden, 10.0.0.2', undefined, ['backend', '10.0.0.2']],
    ['a client that is not a proxy', '192.0.2.9', '203.0.113.9', 'evil.example', ['backend', '192.0.2.9']],
  ])('%s', (_name, remoteAddress, forwardedFor, forwardedHost, [host, address]) => {
    const headers = { host: 'backend', 'x-forwarded-for': forwardedFor, 'x-forwarded-host': forwardedHost };
    const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
    expect(createForwardedReader(createProxyTrust(['10.0.0.0/8']))(request)).toMatchObject({ host, address });
  });

  test.each([
    ['one proxy', 'for=192.0.2.1;host=music.example', ['music.example', '192.0.2.1']],
    ['values made up by the client', 'for=203.0.113.9, for="192.0.2.1:4711"', ['backend', '192.0.2.1']],
    ['IPv6', 'for="[2001:db8::1]:4711";proto=https', ['backend', '2001:db8::1']],
    ['a hidden client', 'for=192.0.2.1, for=_a1', ['backend', '10.0.0.1']],
    ['a malformed header', 'for="192.0.2.1', ['backend', '10.0.0.1']],
  ])('Forwarded (RFC 7239): %s', (_name, standard, [host, address]) => {
    const request = { socket: { remoteAddress: '10.0.0.1' }, headers: { host: 'backend', forwarded: standard } };
    const read = createForwardedReader(createProxyTrust(['10.0.0.0/8']));
    expect(read(request as unknown as IncomingMessage)).toMatchObject({ host, address });
    // A proxy that writes X-Forwarded-For passes on what its client wrote here.
    const both = { ...request, headers: { ...request.headers, 'x-forwarded-for': '198.51.100.4' } };
    expect(read(both as unknown as IncomingMessage).address).toBe('198.51.100.4');
  });

  test.each([
    ['https', 'wss://localhost:80/'],
    ['http', 'ws://localhost:80/'],
    ['http, https', 'wss://localhost:80/'],
    ['https, http', 'ws://localhost:80/'],
    ['gopher', 'ws://localhost:80/'],
  ])('X-Forwarded-Proto: %s', async (proto, start) => {
    const { call } = await createTestApp({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.1' } });
    const headers = { 'x-forwarded-proto': proto };
    const { body } = await call('POST', '/api/auth/websocket-ticket', { headers });
    expect(body.data.ws_url).toContain(start);
  });

  test('a session shows the client address that rate limits count', async () => {
    const { call } = await createTestApp({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' } });
    for (const [index, forwarded] of ['192.0.2.1', '203.0.113.9, 192.0.2.1, 10.0.0.2', '2001:db8::1'].entries()) {
      const headers = { 'x-forwarded-for': forwarded };
      const { body } = await call('POST', '/api/auth/register', { headers, body: registration(`user${index}`) });
      const { sessions } = (await call('GET', '/api/auth/sessions', { token: body.data.token })).body.data;
      expect([forwarded, sessions[0].address]).toEqual([forwarded, index === 2 ? '2001:db8::1' : '192.0.2.1']);
    }
  });
});

test('S2.9: an origin in ROOMTONE_ALLOWED_ORIGINS is matched by scheme, host and port', async () => {
  const { call } = await createTestApp({
    env: {
      ROOMTONE_ALLOWED_ORIGINS: 'https://a.example,http://b.example:8080',
      ROOMTONE_PUBLIC_URL: 'https://c.example',
    },
  });
  const mayRead = async (origin: string) => {
    const { headers } = await call('GET', '/api/rooms', { headers: { origin, host: 'localhost:7420' } });
    return headers['access-control-allow-origin'] === origin;
  };
  for (const origin of [
    'https://a.example',
    'HTTPS://A.example',
    'http://b.example:8080',
    'https://c.example',
    'http://localhost:7420',
    'app://roomtone',
  ]) {
    expect([origin, await mayRead(origin)]).toEqual([origin, true]);
  }
  for (const origin of [
    'http://a.example',
    'https://a.example:8443',
    'https://x.a.example',
    'https://a.example.evil.example',
    'https://a.example/',
    'http://b.example',
    'http://c.example',
    'http://localhost',
    'app://roomtone.evil',
    'null',
    'file://',
    '',
  ]) {
    expect([origin, await mayRead(origin)]).toEqual([origin, false]);
  }
});
