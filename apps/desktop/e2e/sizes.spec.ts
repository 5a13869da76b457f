import { isLong } from '../../../testing/long-runs.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { openRoom, signUp } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';

/** From a phone to 4K, portrait and landscape. */
const sizes = [
  [360, 640],
  [414, 896],
  [740, 360],
  [768, 1024],
  [1024, 700],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const;
/** Without the showcase of components, which shows waiting states permanently and has its own test. */
const places = ['/', '/practice', '/people', '/account', '/pro', '/host'] as const;

// Long runs only: each screen's own test covers the usual sizes.
if (isLong) {
  test('every screen fits its window at every size, and is accessible', async ({ server, testPlayer }) => {
    test.setTimeout(600_000);
    const page = await testPlayer();
    await page.goto(server.url);
    const look = async (name: string, check: () => Promise<void>) => {
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await expectNoOverflow(page);
        await page.screenshot({ path: `${artifacts}/sizes/${name}-${width}x${height}.png` });
      }
      await check();
    };
    const usable = () => expectAccessible(page);
    await expect(page.getByRole('button', { name: 'Listen as a guest' })).toBeVisible();
    await look('welcome', usable);
    await signUp(page, newName('mara'));
    for (const place of places) {
      await page.goto(server.url + place);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await look(place === '/' ? 'lobby' : place.slice(1), usable);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(server.url);
    await openRoom(page, 'Every size');
    await look('room', usable);
  });
}
