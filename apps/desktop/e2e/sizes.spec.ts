import { allOrFirst, isLong } from '../../../testing/long-runs.ts';
import { startServer } from '../../../testing/running-server.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { outsideHost } from './outside-player.ts';
import { speak } from './pseudo.ts';
import { geometryProblems, screenProblems } from './room-geometry.ts';
import { artifacts, expect, test } from './test-players.ts';

/** From a phone to 4K, portrait and landscape; a phone on its side comes first, because phones.spec.ts has one upright. */
const sizes = allOrFirst([
  [667, 375],
  [360, 640],
  [414, 896],
  [768, 1024],
  [1024, 700],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const);
/** Without the showcase of components, which shows waiting states permanently and has its own test. */
const places = ['/', '/people', '/account', '/pro', '/host', '/audit-log', '/library'] as const;

const languages = allOrFirst(['en', 'pseudo', 'de', 'fr', 'ar', 'ja'] as const);

for (const language of languages) {
  test(`every screen fits its window at every size, for fingers and eyes, and is accessible: ${language}`, async ({
    testPlayer,
  }) => {
    if (isLong) test.setTimeout(1_200_000);
    const server = await startServer({
      ROOMTONE_EMAIL: 'optional',
      ROOMTONE_PASSWORD: 'optional',
      ROOMTONE_BILLING_PROVIDER: 'sandbox',
      // Nobody else opens all screens within a minute.
      ROOMTONE_RATE_LIMIT_GENERAL: '1000',
    });
    try {
      const { host, link } = await outsideHost(server.url, 'Owner', { roomName: 'Thursday trio with a long name' });
      const page = await testPlayer({ touch: true });
      const look = async (name: string, problemsOf = screenProblems) => {
        const found = new Set<string>();
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await expectNoOverflow(page);
          for (const problem of await problemsOf(page)) found.add(`${problem} (${width}×${height})`);
          await page.screenshot({ path: `${artifacts}/sizes/${language}-${name}-${width}x${height}.png` });
        }
        expect.soft([...found], name).toEqual([]);
        if (isLong) await expectAccessible(page);
      };
      const inRoom = () => geometryProblems(page, undefined);
      const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true, level: 1 });
      await page.goto(link);
      const words = await speak(page, language);
      await page.goto(link);
      await expect(page.getByRole('heading', { name: /Thursday trio/ })).toBeVisible();
      await look('invitation');
      await page.getByRole('button', { name: words.welcome.withAccount }).click();
      await page.getByRole('tab', { name: words.welcome.signUp }).click();
      await look('sign-up');
      await page.goto(server.hostLink ?? '');
      await expect(heading(words.welcome.hostHeadline)).toBeVisible();
      await look('welcome');
      await page.getByLabel(words.welcome.yourName, { exact: true }).fill('Ada Wilhelmina Lovelace');
      await page.getByRole('button', { name: words.welcome.joinAndPlay, exact: true }).click();
      await expect(heading(words.host.title)).toBeVisible();
      for (const place of places) {
        await page.goto(server.url + place);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await look(place === '/' ? 'lobby' : place.slice(1));
      }
      await page.goto(`${server.url}/practice`);
      await expect(page.getByRole('group', { name: words.room.piano })).toBeVisible();
      await look('practice', inRoom);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(server.url);
      await page.getByRole('button', { name: words.lobby.newRoom, exact: true }).click();
      await page.getByRole('textbox', { name: words.newRoom.name, exact: true }).fill('غرفة الجمعة 金曜日のセッション');
      await page.getByRole('button', { name: words.newRoom.create, exact: true }).click();
      await expect(page.getByRole('group', { name: words.room.piano })).toBeVisible();
      await look('room', inRoom);
      await host.leave();
    } finally {
      await server.stop();
    }
  });
}
