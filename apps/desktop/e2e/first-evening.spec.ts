import type { Page } from '@playwright/test';
import { startServer } from '../../../testing/running-server.ts';
import { roomsIn } from '../../../testing/words-in.ts';
import { networkName, wholeChromium } from './chromium.ts';
import { expectInside, expectLit, openRoom } from './stories.ts';
import { expect, test } from './test-players.ts';

const english = await roomsIn('en');
const german = await roomsIn('de');

// Full Chromium, because a page over plain http has no sound in the shell.
test.use({ launchOptions: wholeChromium });

test('an evening from nothing: the host opens the printed link, a friend comes by link, one by the typed address, a pupil on a tablet; all hear each other', async ({
  testPlayer,
}) => {
  const server = await startServer({
    ROOMTONE_HOST: '0.0.0.0',
    ROOMTONE_TLS: 'off',
    ROOMTONE_NAME: 'Ada’s studio',
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_PASSWORD: 'optional',
    ROOMTONE_ANNOUNCE: 'off',
    ROOMTONE_LOG_LEVEL: 'error',
  });
  try {
    const host = await testPlayer();
    await test.step('S17.7: the host becomes the admin by the link that the server has printed', async () => {
      await host.goto(server.hostLink ?? '');
      await expect(host.getByRole('heading', { name: 'This is your server' })).toBeVisible();
      await host.getByLabel('Your name').fill('Ada');
      await host.getByRole('button', { name: 'Join and play' }).click();
      await expect(host.getByRole('heading', { name: 'Hosting', level: 1 })).toBeVisible();
      await expect(host.getByRole('list', { name: 'Users' }).getByRole('listitem')).toContainText('Admin');
      await expect(host).not.toHaveURL(/host=/);
    });
    await test.step('nobody sells anything here', async () => {
      const sold = /\bPro\b|€/;
      await host.getByRole('list', { name: 'Users' }).getByRole('button').first().click();
      await expect(host.getByRole('switch', { name: /^Moderator/ })).toBeVisible();
      await expect(host.locator('body')).not.toContainText(sold);
      await host.goto(server.url);
      await host.getByRole('button', { name: 'Ada’s menu' }).click();
      await expect(host.locator('body')).not.toContainText(sold);
      await host.keyboard.press('Escape');
      await host.getByRole('button', { name: 'New room' }).click();
      await host.getByText('More', { exact: true }).click();
      await expect(host.getByRole('dialog')).toContainText('You can have up to');
      await expect(host.locator('body')).not.toContainText(sold);
      await host.keyboard.press('Escape');
    });
    const room = await openRoom(host, 'Thursday');
    await host.getByRole('button', { name: 'Hear yourself' }).click();
    await expect(host.getByRole('button', { name: /Hear yourself/ })).toBeDisabled();

    const address = server.url.replace('127.0.0.1', networkName);
    const friend = await testPlayer();
    await friend.goto(room.replace('127.0.0.1', networkName));
    await expect(friend.getByRole('heading', { name: /Thursday/ })).toBeVisible();
    await friend.getByLabel('Your name').fill('Андрей');
    await friend.getByRole('button', { name: 'Join and play' }).click();
    await expectInside(friend, 'Thursday');

    const typed = await testPlayer();
    await typed.goto(address);
    await typed.getByLabel('Your name').fill('山田 花子');
    await typed.getByRole('button', { name: 'Join and play' }).click();
    await typed.getByRole('button', { name: 'New room' }).click();
    // Members have fewer rooms than the host, and no more to buy.
    await expect(typed.getByRole('dialog')).toContainText(/You can have up to \d+ rooms\./);
    await typed.keyboard.press('Escape');
    await typed.getByRole('link', { name: /Thursday/ }).click();
    await expectInside(typed, 'Thursday');

    const pupil = await testPlayer({ viewport: { width: 820, height: 1180 }, touch: true, locale: 'de-DE' });
    await pupil.goto(room.replace('127.0.0.1', networkName));
    await pupil.getByLabel('Dein Name').fill('שרה');
    await pupil.getByRole('button', { name: 'Beitreten und spielen' }).click();
    await expect(pupil.getByRole('heading', { name: 'Thursday', level: 1 })).toBeVisible();
    await expect(host.getByRole('log')).toContainText(/Андрей, 山田 花子,? and שרה joined/);

    const others = [host, friend, typed];
    await test.step('R24.2: they play the song of the set list, each with the sheet, to its last bar; who comes late reads the same bar', async () => {
      const words = english.sheets;
      const button = (label: string) => host.getByRole('button', { name: label, exact: true });
      await button(words.title).click();
      // A pickup, and bars of three; as fast as the metronome goes.
      const waltz = 'X:1\nT:Evening waltz\nM:3/4\nL:1/4\nQ:1/4=400\nK:C\nG|c2e|d2B|c3|]\n';
      const file = { name: 'waltz.abc', mimeType: 'text/plain', buffer: Buffer.from(waltz) };
      await host.locator('input[accept*=".musicxml"]').setInputFiles(file);
      const metronome = host.getByRole('button', { name: /^Metronome/ });
      await button(words.tempoOffer.label({ bpm: 400, beats: 3 })).click();
      await expect(metronome).toContainText('400');
      await button(words.share).click();
      await button(words.setList.title).click();
      await button(words.setList.add).click();
      await button(words.setList.open({ title: 'Evening waltz' })).click();
      for (const key of ['Escape', 'Escape']) await host.keyboard.press(key);
      const reads = (page: Page, text: string) => expect(page.locator('.sheet-counter')).toHaveText(text);
      const all = async (bar: number) => {
        // The pickup is no bar of its own.
        const text = ({ sheets }: typeof english) =>
          bar === 1 ? sheets.pickup : sheets.bar({ number: bar - 1, count: 3 });
        for (const page of others) await reads(page, text(english));
        await reads(pupil, text(german));
      };
      await all(1);
      await metronome.click();
      await host.getByRole('button', { name: 'Start' }).click();
      await all(4);
      await host.getByRole('button', { name: 'Stop' }).click();
      await expect(metronome).not.toHaveAttribute('data-running');
      await host.keyboard.press('Escape');
      await typed.reload();
      await all(4);
    });
    const key = pupil.locator('[data-note="64"]');
    const box = (await key.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const touch = { clientX: box.x + box.width / 2, clientY: box.y + box.height - 10 };
    // Held until the pupil is gone.
    await key.dispatchEvent('pointerdown', { pointerId: 1, pointerType: 'touch', isPrimary: true, ...touch });
    for (const page of others) await expectLit(page, [64]);
    await pupil.close();
    for (const page of others) await expectLit(page, []);
    await host.getByRole('heading', { name: 'Thursday', level: 1 }).click();
    await host.keyboard.down('KeyA');
    for (const page of [friend, typed]) await expectLit(page, [60]);
    await host.keyboard.up('KeyA');
  } finally {
    await server.stop();
  }
});
