import { networkInterfaces } from 'node:os';
import type { Page } from '@playwright/test';
import { explainedInvitationLink } from '@roomtone/protocol';
import { RoomtoneClient } from '@roomtone/sdk';
import { startServer } from '../../../testing/running-server.ts';
import { wholeChromium } from './chromium.ts';
import { expectInside, expectLit } from './stories.ts';
import { artifacts, expect, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** A non-loopback address of this machine, so that it looks as it does to a phone on the network. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

// Full Chromium, because the headless shell shows no certificate warning.
test.use({ launchOptions: wholeChromium });

const phone = { viewport: { width: 390, height: 844 }, touch: true };

test(
  'R16.1, R16.9: a phone scans the link, is told of the warning, passes it and listens; a laptop plays after a name',
  longRunsOnly,
  async ({ testPlayer }) => {
    if (outside === undefined) {
      process.stdout.write('NOT RUN: a phone on the network, as this machine is in none\n');
      return;
    }
    const name = 'Ada’s studio';
    const server = await startServer({
      ROOMTONE_HOST: '0.0.0.0',
      ROOMTONE_NAME: name,
      ROOMTONE_EMAIL: 'optional',
      ROOMTONE_PASSWORD: 'optional',
      ROOMTONE_ANNOUNCE: 'off',
    });
    try {
      const { fingerprint = '' } = server;
      const origin = `https://${outside}:${new URL(server.url).port}`;
      const host = new RoomtoneClient({ baseUrl: origin, fingerprint });
      await host.register({ username: 'ada', password: 'correct horse 7' });
      const room = await host.createRoom({ roomName: 'Kitchen' });
      const { roomId } = room.info;
      const link = explainedInvitationLink({ servers: [origin], fingerprint, roomId, name: undefined });

      const typed = await testPlayer();
      await typed.goto(server.url.replace('https:', 'http:'));
      await expect(typed.getByText('Enter a name, and the piano is yours.')).toBeVisible();
      await typed.getByLabel('Your name').fill('Grace');
      await typed.getByRole('button', { name: 'Join and play' }).click();
      await expect(typed.getByRole('button', { name: 'New room' })).toBeVisible();

      const listener = await testPlayer(phone);
      await listener.goto(link);
      await expect(listener.getByRole('heading', { name: 'Your browser will warn you once' })).toBeVisible();
      await expect(listener.getByText(fingerprint, { exact: true })).toBeVisible();
      await listener.screenshot({ path: `${artifacts}/explained-phone.png`, fullPage: true });
      await listener.getByRole('link', { name: `Continue to ${name}` }).click();
      await passWarning(listener);
      // The part after the # is kept.
      await expect(listener).toHaveURL(`${origin}/rooms/${roomId}#key=${fingerprint}`);
      await expect(listener.getByText(`You are connected to ⁨${name}⁩`)).toBeVisible();
      await expect(listener.getByRole('region', { name: 'Fingerprint of the server' })).toContainText(
        fingerprint.slice(0, 4),
      );
      await listener.screenshot({ path: `${artifacts}/explained-phone-connected.png`, fullPage: true });
      await listener.getByRole('button', { name: 'Listen as a guest' }).click();
      await expectInside(listener, 'Kitchen');
      room.noteOn(60, 100);
      await expectLit(listener, [60]);
      await listener.screenshot({ path: `${artifacts}/explained-phone-listening.png` });

      const player = await testPlayer({ locale: 'de-DE', colorScheme: 'light' });
      await player.goto(link);
      await player.screenshot({ path: `${artifacts}/explained-german.png` });
      await player.getByRole('link', { name: `Weiter zu ${name}` }).click();
      await passWarning(player);
      await player.getByLabel('Dein Name').fill('Ada 🎹');
      await player.getByRole('button', { name: 'Beitreten und spielen' }).click();
      await expect(player.getByRole('heading', { name: 'Kitchen', exact: true, level: 1 })).toBeVisible();
      const heard = new Promise((resolve) => room.on('notes', ({ data }) => resolve([...data].slice(0, 2))));
      await player.locator('[data-note="64"]').click();
      expect(await heard).toEqual([0x90, 64]);
      const username = [...room.participants.values()]
        .map((each) => each.username)
        .find((each) => /^Ada-\d{3}$/.test(each));
      expect(username, 'a name that is taken gets a number').toBeDefined();
      const shown = [...room.participants.values()].map((each) => each.displayName);
      expect(shown, 'and is shown as it was typed').toContain('Ada 🎹');

      await player.goto(`${origin}/account`);
      await player.getByLabel('Neues Passwort').fill('a-long-password');
      await player.getByRole('button', { name: 'Passwort festlegen' }).click();
      await expect(player.getByLabel('Aktuelles Passwort')).toBeVisible();
      await expect(player.getByRole('button', { name: 'Überall abmelden' })).toBeVisible();
      const elsewhere = new RoomtoneClient({ baseUrl: origin, fingerprint });
      await elsewhere.login({ username: username ?? '', password: 'a-long-password' });
      room.close();
    } finally {
      await server.stop();
    }
  },
);

/** Passes Chromium's warning of an unknown certificate. */
async function passWarning(page: Page): Promise<void> {
  await page.locator('#details-button').click();
  await page.locator('#proceed-link').click();
}
