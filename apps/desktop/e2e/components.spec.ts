import { allOrFirst } from '../../../testing/long-runs.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { artifacts, expect, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** The narrowest only, except in long runs. */
const widths = allOrFirst([360, 1440]);

for (const width of widths) {
  test(
    `every shared component fits and works in every state at ${width} px`,
    longRunsOnly,
    async ({ server, testPlayer }) => {
      const page = await testPlayer({ viewport: { width, height: 900 } });
      await page.goto(`${server.url}/components`);
      await expect(page.getByRole('region', { name: 'dark' })).toBeVisible();
      await page.screenshot({ path: `${artifacts}/components-${width}.png`, fullPage: true });
      const dark = page.getByRole('region', { name: 'dark' });
      await dark.getByRole('button', { name: 'Delete something' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Undone.' })).toBeVisible();
      await dark.getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('menuitem', { name: 'Leave' })).toBeVisible();
      await page.screenshot({ path: `${artifacts}/components-menu-${width}.png` });
      await page.keyboard.press('Escape');
      await expect(dark.getByRole('button', { name: 'More' })).toBeFocused();
      await dark.getByRole('button', { name: 'Open a dialog' }).click();
      await expect(page.getByRole('dialog', { name: 'New room' })).toBeVisible();
      await page.screenshot({ path: `${artifacts}/components-dialog-${width}.png` });
      await page.keyboard.press('Escape');
      await expect(dark.getByRole('button', { name: 'Open a dialog' })).toBeFocused();

      await dark.getByRole('button', { name: 'Choose a server' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose a server' });
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.screenshot({ path: `${artifacts}/servers-${width}.png` });
      await picker.getByRole('button', { name: 'School hall' }).click();
      const first = page.getByRole('dialog', { name: 'Is this the right server?' });
      await expect(first.getByText('Fingerprint of the server')).toBeVisible();
      await page.screenshot({ path: `${artifacts}/servers-first-${width}.png` });
      await first.getByRole('button', { name: 'Don’t connect' }).click();
      await picker.getByRole('button', { name: /^Mara’s studio/ }).click();
      const changed = page.getByRole('dialog', { name: 'This is not the server you know' });
      await expect(changed.getByRole('alert')).toContainText('Nothing was sent');
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.screenshot({ path: `${artifacts}/servers-changed-${width}.png` });
      await changed.getByRole('button', { name: 'Back' }).click();
      await expect(picker).toBeVisible();
    },
  );
}
