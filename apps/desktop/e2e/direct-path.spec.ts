import type { Page } from '@playwright/test';
import { arrive, arriveInNewRoom } from './arrivals.ts';
import { expectInside, expectLit } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** The path of the other player's notes, in the timing panel, which is open. */
const path = (page: Page) =>
  page
    .getByRole('list', { name: 'Each player' })
    .getByText('Path of the notes', { exact: true })
    .locator('xpath=following-sibling::dd');

test(
  'R25.10: notes go straight from browser to browser in a private room, until one of the two does not want that',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const [mara, teo] = [await testPlayer(), await testPlayer()];
    const link = await arriveInNewRoom(mara, server.url, newName('mara'), {
      roomName: 'Next door',
      roomType: 'private',
    });
    await arrive(teo, link, newName('teo'));
    await expectInside(teo, 'Next door');
    const play = async () => {
      await mara.getByRole('heading', { name: 'Next door' }).click();
      await mara.keyboard.down('KeyA');
      await expectLit(teo, [60]);
      await mara.keyboard.up('KeyA');
      await expectLit(teo, []);
    };
    await play();
    await teo.locator('.timing').click();
    await expect(path(teo)).toHaveText(/^directly, /, { timeout: 20_000 });
    const choice = teo.getByLabel('Direct paths between players');
    await expect(choice).toHaveValue('private');
    await teo.screenshot({ path: `${artifacts}/direct-path.png` });
    await choice.selectOption('Never');
    await expect(path(teo)).toHaveText(/^through the server, /);
    await play();
  },
);
