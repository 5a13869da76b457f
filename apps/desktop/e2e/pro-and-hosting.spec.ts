import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RoomtoneClient } from '@roomtone/sdk';
import { startServer } from '../../../testing/running-server.ts';
import { arrive } from './arrivals.ts';
import { checkScreen } from './check-screen.ts';
import { outsideFriend } from './outside-friend.ts';
import { expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const entry = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const wide = { width: 1280, height: 900 };

test(
  'S19.2, S19.4: a member becomes Pro in the sandbox, and a member again',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const page = await testPlayer({ viewport: wide });
    const name = newName('Jonas');
    await arrive(page, `${server.url}/pro`, name);
    await expect(page.getByRole('row', { name: 'Your own rooms 10 50' })).toBeVisible();
    await checkScreen(page, 'pro');
    await page.setViewportSize(wide);
    await page.getByRole('radio', { name: /per year/ }).check();

    await test.step('a cancelled checkout costs nothing', async () => {
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('heading', { name: 'You weren’t charged' })).toBeVisible();
      await page.getByRole('link', { name: 'Back to Pro' }).click();
    });

    await test.step('a paid subscription is Pro everywhere', async () => {
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'You have Pro now' })).toBeVisible();
      await checkScreen(page, 'pro-thanks');
      await page.setViewportSize(wide);
      await page.getByRole('link', { name: 'Your subscription' }).click();
      await expect(page.getByRole('button', { name: 'Manage subscription' })).toBeVisible();
    });

    await test.step('the portal leads back; a cancellation can be undone, and shows until when Pro lasts', async () => {
      await page.getByRole('button', { name: 'Manage subscription' }).click();
      await page.getByRole('link', { name: 'Back to Roomtone' }).click();
      const cancel = page.getByRole('button', { name: 'Cancel subscription' });
      await cancel.click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(cancel).toBeEnabled();
      await cancel.click();
      await page
        .getByRole('region', { name: /Notifications/ })
        .getByRole('button', { name: 'Close' })
        .click();
      await expect(page.getByText('Canceled. You keep Pro until')).toBeVisible();
      await expect(cancel).toBeHidden();
      await checkScreen(page, 'pro-own');
    });
  },
);

test('S17.2, S17.4, S25.3: an admin sees the server’s health and gives roles; other users are told why they cannot', async ({
  testPlayer,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'roomtone-host-'));
  const hooked: string[] = [];
  const receiver = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (body) => hooked.push(body));
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const receives = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const env = {
    ...{ ROOMTONE_DATA_DIR: data, ROOMTONE_BILLING_PROVIDER: 'off', ROOMTONE_TLS: 'auto', ROOMTONE_GUESTS: 'off' },
    ROOMTONE_WEBHOOK_ALLOW_HOSTS: receives,
  };
  const secure = await startServer(env);
  // From this machine, plain http needs no trust in the certificate.
  const server = { ...secure, url: secure.url.replace('https:', 'http:') };
  try {
    const page = await testPlayer({ viewport: wide });
    const [name, teo] = [newName('Ada'), await outsideFriend(server.url, 'Teo')];
    await test.step('S5.8, S17.5: a server without guests says so, and brings guests back to the sign-in', async () => {
      await page.goto(`${server.url}/rooms/${'a'.repeat(22)}`);
      await expect(page.getByText('You need an account here, even to listen')).toBeVisible();
      await expect(page.getByText('Sign in to join it.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Listen as a guest' })).toHaveCount(0);
      await checkScreen(page, 'welcome-without-guests');
      await page.setViewportSize(wide);
      await page.evaluate(() => sessionStorage.setItem('roomtone.guest', 'yes'));
      await page.goto(server.url);
      await expect(page.getByText('You need an account here, even to listen')).toBeVisible();
    });

    await arrive(page, `${server.url}/host`, name);
    await expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
    await checkScreen(page, 'host-closed');
    await promisify(execFile)(process.execPath, [entry, 'user', 'grant', name, 'admin'], {
      cwd: data,
      env: { ...process.env, ...env },
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible();
    await expect(page.getByText('Everything works')).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: 'Rooms in use' })).toBeVisible();
    const connected = page.getByRole('region', { name: 'Who is connected' });
    await expect(connected.getByRole('listitem').filter({ hasText: name })).toContainText('this computer, since');
    await expect(connected.getByRole('button'), 'nothing is open to the internet').toHaveCount(0);
    await expect(page.getByText(/^Certificate, valid until \d/)).toBeVisible();
    await page.getByLabel('Find a user').fill('nobody-at-all');
    await page.getByLabel('Find a user').press('Enter');
    await expect(page.getByText('No names match.')).toBeVisible();
    await page.getByLabel('Find a user').fill(teo.name);
    await page.getByLabel('Find a user').press('Enter');
    await page.getByRole('switch', { name: 'Moderator' }).click();
    await expect(page.getByRole('switch', { name: 'Pro' }), 'it is not sold here').toHaveCount(0);
    await checkScreen(page, 'host');
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Save roles' }).click();
    await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(/Member,? and Moderator/);
    expect(await teo.client.refreshUser()).toMatchObject({ roles: ['member', 'moderator'] });
    await page.getByRole('switch', { name: 'Moderator' }).click();
    await page.getByRole('button', { name: 'Save roles' }).click();
    await expect.poll(async () => (await teo.client.refreshUser())?.roles).toEqual(['member']);

    await test.step('S17.8 to S17.11: the admin adds, suspends and deletes users', async () => {
      const added = newName('Carla');
      await page.getByLabel('Name (optional)').fill('Карла');
      await page.getByLabel('Username').fill(added);
      await page.getByLabel('Initial password').fill('correct horse 7');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('Карла⁩ can sign in now.');
      const carla = new RoomtoneClient({ baseUrl: server.url });
      await carla.login({ username: added, password: 'correct horse 7' });
      await page.getByLabel('Find a user').fill('карла');
      await page.getByLabel('Find a user').press('Enter');
      const found = page.getByRole('list', { name: 'Users' });
      await found.getByRole('button', { name: /Карла/ }).click();
      await found.getByRole('button', { name: 'Set a password' }).click();
      await page.getByRole('textbox', { name: 'New password' }).fill('staple of the battery');
      await page.getByRole('dialog').getByRole('button', { name: 'Set a password' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await carla.login({ username: added, password: 'staple of the battery' });
      await found.getByRole('button', { name: 'Suspend' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
      await expect(found).toContainText('suspended');
      const refused = carla.login({ username: added, password: 'staple of the battery' });
      await expect(refused).rejects.toMatchObject({ details: { reason: 'suspended' } });
      await checkScreen(page, 'host-user');
      await page.setViewportSize(wide);
      await found.getByRole('button', { name: 'Let in again' }).click();
      await expect(found).not.toContainText('suspended');
      await carla.login({ username: added, password: 'staple of the battery' });
      await found.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('No names match.')).toBeVisible();
    });

    await test.step('S40.1, S40.8: an admin adds a webhook, tests it, reads its log, and removes it', async () => {
      const panel = page.getByRole('region', { name: 'Webhooks' });
      await panel.getByLabel('Address').fill('https://192.168.0.7/hook');
      await panel.getByRole('button', { name: 'Add webhook' }).click();
      await expect(panel.getByText('must be', { exact: false }).or(panel.getByRole('alert')).first()).toBeVisible();
      await panel.getByLabel('Address').fill(`http://${receives}/hook`);
      await panel.getByRole('button', { name: 'Add webhook' }).click();
      await expect(panel.getByLabel('Secret for checking signatures')).toHaveValue(/^whsec_/);
      await panel.getByRole('button', { name: 'Send a test' }).click();
      await expect.poll(() => hooked.map((body) => JSON.parse(body).type)).toEqual(['webhook.test']);
      await panel.getByRole('button', { name: 'Log', exact: true }).click();
      await expect(panel.getByRole('list', { name: 'Deliveries' })).toContainText('delivered · 1 attempt · 204');
      await checkScreen(page, 'host-webhooks');
      await page.setViewportSize(wide);
      await panel.getByRole('button', { name: 'Send again' }).click();
      await expect.poll(() => hooked).toHaveLength(2);
      await panel.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(panel.getByText('No webhooks yet.')).toBeVisible();
    });

    await page.getByRole('button', { name: `${name}’s menu` }).click();
    await page.getByRole('menuitem', { name: 'Audit log' }).click();
    const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
    await expect(entries.filter({ hasText: 'Roles changed' }).first()).toContainText(
      `Roles changed${teo.name}Member, Moderator → Member`,
    );
    await expect(entries.filter({ hasText: 'by a command on the server' })).toHaveCount(1);
    await checkScreen(page, 'audit-log');
    await page.setViewportSize(wide);
    await page.getByLabel('Event').selectOption('Roles changed');
    await page.getByLabel('User').fill(teo.name);
    await expect(entries).toHaveCount(2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'roles_changed', username: teo.name, byUsername: name, details: { roles: ['member'] } },
      { kind: 'roles_changed', username: teo.name, details: { roles: ['member', 'moderator'] } },
    ]);
    await page.getByLabel('From').fill('2999-01-01');
    await expect(page.getByRole('heading', { name: 'No entries' })).toBeVisible();

    await page.goto(`${server.url}/pro`);
    await expect(page.getByText('Pro isn’t sold on this server')).toBeVisible();
    await checkScreen(page, 'pro-off');
  } finally {
    await server.stop();
    receiver.close();
    await rm(data, { recursive: true, force: true });
  }
});
