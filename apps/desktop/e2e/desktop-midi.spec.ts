import { existsSync } from 'node:fs';
import { expect, test } from './desktop-app.ts';
import { openRoom } from './stories.ts';

const hasSequencer = process.platform !== 'linux' || existsSync('/dev/snd/seq');

test('the app hears of this machine’s MIDI past the page; a machine without any is told so, and plays all the same', async ({
  startApp,
}) => {
  const { page } = await startApp();
  await openRoom(page, 'By hand');
  const heard = hasSequencer ? /MIDI/ : 'This computer has no MIDI; letters and mouse play';
  await expect(page.locator('footer').getByText(heard)).toBeVisible();
  await page.getByRole('group', { name: 'Piano' }).click();
  await expect(page.locator('[data-played]')).toBeVisible();
});
