import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RoomtoneClient } from '@roomtone/sdk';
import { hostingCalls } from '@roomtone/sdk/extras';
import { startServer } from '../../../testing/running-server.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { expectInside, openRoom, signUp } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const program = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const password = 'correct horse 7';
const phone = { viewport: { width: 390, height: 844 }, touch: true } as const;
const isOnNetwork = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .some(({ family, internal }) => family === 'IPv4' && !internal);

test(
  'S29.1, S29.5, S29.6, S29.7, S29.10: a link of the owner lets people in until it is revoked, and the test link tells what works',
  longRunsOnly,
  async ({ testPlayer }) => {
    if (!isOnNetwork) {
      process.stdout.write('NOT RUN: links for others, as this machine is in no network\n');
      return;
    }
    const dataDir = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
    const env = {
      ROOMTONE_DATA_DIR: dataDir,
      ROOMTONE_HOST: '0.0.0.0',
      ROOMTONE_TLS: 'off',
      ROOMTONE_ANNOUNCE: 'off',
      ROOMTONE_EMAIL: 'optional',
      ROOMTONE_REGISTRATION: 'closed',
      ROOMTONE_GUESTS: 'off',
    };
    const server = await startServer(env);
    const command = (args: readonly string[]) =>
      execFileSync(process.execPath, [program, ...args], { env: { ...process.env, ...env }, input: `${password}\n` });
    try {
      command(['user', 'add', 'ada']);
      command(['user', 'grant', 'ada', 'admin']);
      const host = await testPlayer();
      await host.goto(server.url);
      await expect(host.getByRole('button', { name: 'Listen as a guest' })).toBeHidden();
      await host.getByLabel('Username or email').fill('ada');
      await host.getByLabel('Password', { exact: true }).fill(password);
      await host.getByRole('button', { name: 'Sign in' }).click();
      await openRoom(host, 'Loft');
      await host.getByRole('button', { name: 'Invite', exact: true }).first().click();
      const dialog = host.getByRole('dialog');
      await expect(dialog.getByRole('img', { name: 'Link as a QR code' })).toBeVisible();
      await dialog.getByLabel('People', { exact: true }).selectOption('5');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await expect(dialog.getByText('The link above lets them in.')).toBeVisible();
      await expect(dialog.getByRole('listitem')).toContainText('0 of 5 used');
      const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
      expect(link).toMatch(/^http:\/\/(?!127)\S+\/rooms\/[\w-]+#\S*token=[\w-]{43}$/);
      await expectNoOverflow(host);
      await expectAccessible(host);
      await host.screenshot({ path: `${artifacts}/invite-admits.png`, animations: 'disabled' });
      await host.setViewportSize(phone.viewport);
      await expectNoOverflow(host);
      await host.screenshot({ path: `${artifacts}/invite-admits-phone.png`, fullPage: true, animations: 'disabled' });

      const friend = await testPlayer({ ...phone, locale: 'de-DE', colorScheme: 'light' });
      await friend.goto(link);
      await expect(friend).not.toHaveURL(/token=/);
      await expect(friend.getByRole('heading', { name: /^Du bist eingeladen: .Loft.$/ })).toBeVisible();
      await expect(friend.getByText(/^.ada. hat dich eingeladen\./)).toBeVisible();
      await friend.getByRole('tab', { name: 'Konto anlegen' }).click();
      await friend.getByLabel('Benutzername').fill('grace');
      await friend.getByLabel('Passwort', { exact: true }).fill(password);
      await friend.getByLabel('Passwort wiederholen').fill(password);
      await friend.screenshot({
        path: `${artifacts}/invited-german-phone.png`,
        fullPage: true,
        animations: 'disabled',
      });
      await friend.getByRole('button', { name: 'Konto anlegen' }).click();
      await expect(friend.getByRole('heading', { name: 'Loft', level: 1 })).toBeVisible();

      const listener = await testPlayer();
      await listener.goto(link);
      await listener.getByRole('button', { name: 'Listen as a guest' }).click();
      await expectInside(listener, 'Loft');
      // The invitation outlasts a reload of the page, without another use.
      await listener.reload();
      await expectInside(listener, 'Loft');

      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await expect(dialog.getByRole('listitem')).toHaveCount(0);
      await expect(listener.getByRole('group', { name: 'Piano' })).toBeHidden();
      const late = await testPlayer();
      await late.goto(link);
      // Before anybody fills in a form that would be refused.
      await expect(late.getByText('This invitation has expired', { exact: false }).first()).toBeVisible();
      await expect(late.getByRole('button', { name: 'Listen as a guest' })).toBeHidden();

      await test.step('S29.1: an admin makes a link for the whole server on the Hosting page', async () => {
        await host.goto(`${server.url}/host`);
        await host.getByRole('button', { name: 'Create link' }).click();
        const own = host.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: 'ada' });
        await expect(own).toContainText('whole server');
        const whole = await host.getByRole('textbox', { name: 'Link' }).inputValue();
        expect(whole).toMatch(/^http:\/\/(?!127)[^/]+\/#\S*token=[\w-]{43}$/);
        await own.getByRole('button', { name: 'Revoke' }).click();
        await expect(host.getByRole('textbox', { name: 'Link' })).toBeHidden();
      });

      const admin = new RoomtoneClient({ baseUrl: server.url });
      await admin.login({ username: 'ada', password });
      const { reachTest } = hostingCalls(admin);
      const { links } = await reachTest.start();
      for (const [name, options] of [
        ['reach', {}],
        ['reach-german-phone', { ...phone, locale: 'de-DE', colorScheme: 'light' as const }],
      ] as const) {
        const visitor = await testPlayer(options);
        await visitor.goto(links[0] ?? '');
        await expect(visitor.locator('#tcp')).toHaveText(/^(works|geht)$/);
        await expect(visitor.locator('#udp')).toHaveText(/^(works|geht)$/, { timeout: 15_000 });
        await expectAccessible(visitor);
        await visitor.screenshot({ path: `${artifacts}/${name}.png` });
      }
      const { visits } = await reachTest.read();
      expect(visits).toEqual([expect.objectContaining({ outside: false, udp: 'reached' })]);
    } finally {
      await server.stop();
    }
  },
);

test(
  'S2.11: on a computer without a network, the dialog says so, and shows the link as soon as there is one',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const host = await testPlayer();
    let addresses: readonly string[] = [];
    // The server of these tests has the network of this machine.
    await host.route('**/api/server/addresses', (route) =>
      route.fulfill({ json: { success: true, data: { addresses, name: 'Loft', fingerprint: 'A'.repeat(43) } } }),
    );
    await host.goto(server.url);
    await signUp(host, newName('ada'));
    await openRoom(host, 'No network');
    await host.getByRole('button', { name: 'Invite', exact: true }).first().click();
    const dialog = host.getByRole('dialog');
    await expect(dialog.getByText('Not on a network', { exact: false })).toBeVisible();
    await expect(dialog.getByRole('img', { name: 'Link as a QR code' })).toBeHidden();
    addresses = ['https://192.168.7.20:7420'];
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/^http:\/\/192\.168\.7\.20:7420\/rooms\//);
    await expect(dialog.getByRole('img', { name: 'Link as a QR code' })).toBeVisible();
  },
);
