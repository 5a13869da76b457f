import { closeCodes, NotificationKind } from '@roomtone/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processesTimeoutMs, type SignedIn, Site } from '../commands/host.ts';
import { TestPlayer } from '../realtime/test-player.ts';
import { end, runServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { findBalancer, missingBalancer, startBalancer } from './balancer.ts';
import { serviceSettings, startProcess } from './services.ts';
import './skip-without.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });
const poll = { timeout: processesTimeoutMs, interval: 20 };

/** The same user's ticket from one process, opened at another. */
async function connectAt(from: Site, to: string, token: string): Promise<TestPlayer> {
  const { encrypted_payload } = await from.data<{ encrypted_payload: string }>(
    'POST',
    '/api/auth/websocket-ticket',
    {},
    token,
  );
  const player = new TestPlayer(`${to.replace('http', 'ws')}/api/websocket/${encrypted_payload}`);
  onTestFinished(() => player.socket.terminate());
  await player.take('welcome');
  return player;
}

async function befriend(site: Site, one: SignedIn, other: SignedIn): Promise<void> {
  await site.data('POST', '/api/users/friends', { user: other.user.user_id }, one.token);
  await site.data('POST', `/api/users/friends/${one.user.user_id}/accept`, {}, other.token);
}

async function notification(player: TestPlayer, kind: NotificationKind) {
  for (;;) {
    const { body } = await player.take('notification');
    if (body.kind === kind) return body;
  }
}

test('S1.9, S31.8, S31.9: two processes behind a balancer are one service', async ({ skip }) => {
  if (findBalancer() === undefined) skip(missingBalancer);
  const settings = await serviceSettings();
  const [first, second] = await Promise.all([startProcess(settings), startProcess(settings)]);
  const [one, two] = [new Site(first.url), new Site(second.url)];
  const site = new Site(await startBalancer([first.url, second.url]));
  const [ada, bob] = [await site.register('ada'), await site.register('bob')];
  await befriend(site, ada, bob);

  // A ticket from one process opens a connection to the other, once.
  const { encrypted_payload: ticket } = await one.data<{ encrypted_payload: string }>(
    'POST',
    '/api/auth/websocket-ticket',
    {},
    ada.token,
  );
  const address = (url: string) => `${url.replace('http', 'ws')}/api/websocket/${ticket}`;
  const adas = new TestPlayer(address(second.url));
  onTestFinished(() => adas.socket.terminate());
  expect((await adas.take('welcome')).body.user?.username).toBe('ada');
  const again = new TestPlayer(address(first.url));
  await expect(again.take('welcome')).rejects.toThrow(/closed/);

  // Presence, notifications and direct messages cross.
  const bobs = await connectAt(two, first.url, bob.token);
  expect(await notification(adas, NotificationKind.PRESENCE)).toMatchObject({ presence: { username: 'bob' } });
  const friends = async () =>
    (await one.data<{ friends: { status: string }[] }>('GET', '/api/users/friends', undefined, bob.token)).friends;
  await expect.poll(async () => (await friends())[0]?.status, poll).toBe('online');
  bobs.send({
    kind: 'userCommand',
    requestId: 7,
    body: { directMessage: { user: ada.user.user_id, message: 'hi' } },
  });
  expect(await notification(adas, NotificationKind.DIRECT_MESSAGE)).toMatchObject({
    directMessage: { username: 'bob', message: 'hi' },
  });

  // Whoever signs out at one process is signed out at both at once.
  await one.data('POST', '/api/auth/logout', { refresh_token: ada.refresh_token }, ada.token);
  expect(await adas.closed).toBe(closeCodes.sessionEnded);
  expect((await two.call('GET', '/api/users/profile', undefined, ada.token)).status).toBe(401);
  expect(await notification(bobs, NotificationKind.PRESENCE)).toMatchObject({ presence: { username: 'ada' } });

  // A process that does not share the database is refused; a stop disturbs nobody at the other process.
  const { ROOMTONE_REDIS_URL: _, ...alone } = settings;
  const refused = runServer(temporaryDirectory(), { env: alone });
  expect(await refused.ended).toBe(3);
  expect(await end(second, 'SIGTERM')).toBe(0);
  await expect.poll(() => site.loginStatus('ada'), poll).toBe(200);
  await bobs.sync();
  expect(await end(first, 'SIGTERM')).toBe(0);
  const password = new URL(settings['ROOMTONE_REDIS_URL'] ?? '').password;
  for (const { out } of [first, second]) expect(out.stdout + out.stderr).not.toContain(password);
});
