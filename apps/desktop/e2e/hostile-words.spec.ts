import type { Page } from '@playwright/test';
import { allOrFirst } from '../../../testing/long-runs.ts';
import { expectNoOverflow } from './accessibility.ts';
import { arrive } from './arrivals.ts';
import { outsideHost } from './outside-player.ts';
import { expectInside, expectLit } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** Names of rooms, and how each is shown. Chat, cards and conversations are tested with similar text elsewhere. */
const rooms = allOrFirst([
  { given: '<img src=x onerror=alert(1)><b>bold</b>', shown: '<img src=x onerror=alert(1)><b>bold</b>' },
  { given: 'غرفة עברית 12:30 (trio)\u200f', shown: 'غرفة עברית 12:30 (trio)' },
  { given: '\u200b\u2060x\u200d', shown: 'x' },
  { given: `${'W'.repeat(62)}\u200bW`, shown: 'W'.repeat(63) },
] as const);
const hostile = `</bdi><img src=x onerror=alert(1)> ${'M'.repeat(120)} \u200fשלום\u200b`;
const widths = [360, 1024, 1920] as const;

/** Checks at each width that everything stays in its box, and that no text became an element. */
async function expectHarmless(page: Page, picture: string): Promise<void> {
  await expect(page.locator('img[src=x], b:text-is("bold")')).toHaveCount(0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 760 });
    await expectNoOverflow(page);
    await page.screenshot({ path: `${artifacts}/hostile-${picture}-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 760 });
}

test(
  'names and texts of any kind stay text inside their boxes wherever a room shows them',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer({ viewport: { width: 1280, height: 760 } });
    mara.on('dialog', () => expect.soft('a script from a message', 'ran').toBe('inert'));
    const name = newName('mara');
    await arrive(mara, server.url, name);

    for (const [index, { given, shown }] of rooms.entries()) {
      await test.step(`header, title, invitation and recording show ${shown.slice(0, 24)}`, async () => {
        const settings = { welcomeMessage: hostile };
        const { host, link } = await outsideHost(server.url, 'host', { roomName: given, settings });
        await mara.goto(link);
        await expectInside(mara, shown);
        await expect.poll(() => mara.title()).toContain(shown);
        await expectNoOverflow(mara);
        await mara.getByRole('button', { name: 'Invite', exact: true }).click();
        await expect(mara.getByRole('dialog')).toContainText(shown);
        await expectNoOverflow(mara);
        await mara.keyboard.press('Escape');
        await mara.getByRole('button', { name: 'Record', exact: true }).click();
        await mara.keyboard.down('KeyA');
        await expectLit(mara, [60]);
        await mara.keyboard.up('KeyA');
        await mara.getByRole('button', { name: 'Stop recording' }).click();
        await expect(mara.getByText(/^Saved: /)).toBeVisible();
        // Narrow rooms hide panels.
        if (index === 0) await expectHarmless(mara, 'room');
        await host.leave();
      });
    }

    await test.step('the recordings show their names as text', async () => {
      await mara.getByRole('button', { name: 'Recordings' }).click();
      const library = mara.getByRole('dialog', { name: 'Recordings' });
      for (const { shown } of rooms) await expect(library).toContainText(shown);
      await expectHarmless(mara, 'library');
      await mara.keyboard.press('Escape');
    });

    await test.step('a friend’s messages and activity stay text', async () => {
      const { host } = await outsideHost(server.url, 'friend', { roomName: rooms[0]?.given ?? '' });
      await mara.goto(`${server.url}/people`);
      await host.client.friends.request(name);
      await mara.getByRole('button', { name: `Accept ${host.name}’s request` }).click();
      await expect(mara.getByRole('main')).toContainText(rooms[0]?.shown ?? '');
      await host.room.social.directMessage(name, hostile);
      await expect(mara.getByRole('listitem').filter({ hasText: `Message from ⁨${host.name}⁩` })).toBeVisible();
      await expectHarmless(mara, 'friends');
      await host.leave();
    });
  },
);
