import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { RoomtoneClient, type RoomtoneClientOptions } from '@roomtone/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { startAnotherServer } from '../../../testing/another-server.ts';

/** Sent by the calls below, or contained in the answers to them. */
const secrets = {
  password: 'a password in the body',
  token: `rtbot_${'s3cr3t'.repeat(10)}abcd`,
  invitation: 'i'.repeat(43),
  ticket: 'a-ticket-for-one-socket',
  accessToken: 'an-access-token-that-nobody-can-read',
};

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const envelope = (data: object) => JSON.stringify({ success: true, data });

/** Everything that a call may run into, with the reason or code that it gives. */
const failures: readonly [string, () => Promise<Partial<RoomtoneClientOptions> & { baseUrl: string }>][] = [
  ['unreachable', async () => ({ baseUrl: 'http://127.0.0.1:1' })],
  ['unreachable', async () => ({ baseUrl: await serving((request) => request.socket.destroy()) })],
  [
    'unreachable',
    async () => ({ baseUrl: await serving((_, answer) => answer.writeHead(307, { location: '/' }).end()) }),
  ],
  ['unexpectedAnswer', async () => ({ baseUrl: await serving((_, answer) => answer.end('<html></html>')) })],
  [
    'unexpectedAnswer',
    async () => {
      const data = { token: secrets.accessToken, refreshToken: 'r', ws_url: `//${secrets.ticket}`, user: {} };
      return { baseUrl: await serving((_, answer) => answer.end(envelope(data))) };
    },
  ],
  ['timeout', async () => ({ baseUrl: await serving(() => {}) })],
  [
    'untrusted',
    async () => {
      const another = await startAnotherServer();
      onTestFinished(() => another.stop());
      return { baseUrl: another.url };
    },
  ],
  [
    'wrongKey',
    async () => {
      const another = await startAnotherServer();
      onTestFinished(() => another.stop());
      return { baseUrl: another.url, fingerprint: 'k'.repeat(43) };
    },
  ],
  [
    'AUTHORIZATION_ERROR',
    async () => {
      const error = { code: 'AUTHORIZATION_ERROR', message: 'No.', details: {} };
      return { baseUrl: await serving((_, answer) => answer.end(JSON.stringify({ success: false, error }))) };
    },
  ],
];

test.each(failures)('no error holds a password, a token or what was sent: %s', async (name, prepare) => {
  const { token, invitation, password } = secrets;
  const options = { ...(await prepare()), invitation };
  const bot = new RoomtoneClient({ ...options, token });
  const guest = new RoomtoneClient(options);
  const limits = { timeoutMs: name === 'timeout' ? 200 : 3_000 };
  const calls = [
    () => guest.login({ username: 'ada', password }, limits),
    () => guest.register({ username: 'ada', password }, limits),
    () => bot.call({ method: 'POST', path: '/api/rooms', body: { password } }, limits),
    () => bot.joinRoom('some-room-0123456789', limits),
    () => bot.account.uploadAvatar(new Blob([password]), limits),
  ];
  for (const call of calls) {
    const error: unknown = await call().then(
      () => undefined,
      (problem: unknown) => problem,
    );
    // An answer without anything in it that is wrong succeeds.
    if (error === undefined && name === 'unexpectedAnswer') continue;
    const { reason, code } = error as { reason?: string; code: string };
    expect(reason ?? code).toBe(name);
    // As Node prints an error that nobody catches, and more.
    const printed = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    for (const secret of Object.values(secrets)) expect(printed).not.toContain(secret);
    expect(printed.split('\n').length, printed).toBeLessThan(60);
  }
});
