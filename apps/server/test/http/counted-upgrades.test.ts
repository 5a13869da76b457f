import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createRealtime } from '../../src/realtime/realtime.ts';
import { listen, sendRaw } from '../support/raw-http.ts';
import { createTestApp } from '../support/test-app.ts';

const madeUp = [
  'GET /api/websocket/made-up HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
  '',
  '',
].join('\r\n');

test('S10.8: an upgrade counts in the general group, against the ticket’s user or otherwise the address', async () => {
  const app = await createTestApp({ env: { ROOMTONE_RATE_LIMIT_GENERAL: '3' }, deps: { createRealtime } });
  const port = await listen(app.app);
  const { token } = await app.register('ada');
  const remaining = async (as?: string) =>
    Number((await app.call('GET', '/api/rooms', { token: as })).headers['x-ratelimit-remaining']);

  const ticket = await app.call('POST', '/api/auth/websocket-ticket', { token });
  expect(Number(ticket.headers['x-ratelimit-remaining'])).toBe(2);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/websocket/${ticket.body.data.encrypted_payload}`);
  await once(socket, 'open');
  socket.terminate();
  expect(await remaining(token)).toBe(0);

  expect(await remaining()).toBe(2);
  const invalid = await sendRaw(port, madeUp);
  expect([invalid.status, /^x-ratelimit-remaining: (\d+)/im.exec(invalid.head)?.[1]]).toEqual([401, '1']);
  expect(await remaining()).toBe(0);
  const refused = await sendRaw(port, madeUp);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(refused.head).toMatch(/^retry-after: \d+/im);
});
