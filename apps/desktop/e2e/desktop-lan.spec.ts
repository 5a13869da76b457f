import { type DesktopApp, expect, test } from './desktop-app.ts';
import { lookAround } from './looks.ts';
import { expectInside, openRoom } from './stories.ts';

/** Opens the app's server to the network; resolves with the link that is to be passed on. */
async function host({ page }: DesktopApp): Promise<string> {
  await page.getByRole('link', { name: 'Host a session' }).click();
  await page.getByRole('button', { name: 'Host a session' }).click();
  const link = page.getByLabel('Link for everybody');
  await expect(link).toBeVisible();
  return link.inputValue();
}

test('one app hosts, another finds its way by the link: the key is in it, and nobody is asked', async ({
  startApp,
}) => {
  const ada = await startApp();
  await openRoom(ada.page, 'Kitchen');
  await ada.page.getByRole('button', { name: 'Leave' }).click();
  const link = await host(ada);
  expect(link).toMatch(/#.*key=[\w-]{43}/);
  await lookAround(ada.page, 'desktop-hosting');

  const ben = await startApp();
  await ben.page.getByRole('button', { name: /^Server:/ }).click();
  await ben.page.getByLabel('Address or invitation').fill(link);
  await ben.page.getByRole('button', { name: 'Go there' }).click();
  const guest = await ben.window('/', ben.page);
  await guest.getByRole('tab', { name: 'Create account' }).click();
  await guest.getByLabel('Username').fill('ben');
  await guest.getByLabel('Password', { exact: true }).fill('a-long-password');
  await guest.getByLabel('Password again').fill('a-long-password');
  await guest.locator('form').getByRole('button', { name: 'Create account' }).click();
  await guest.getByRole('link', { name: /Kitchen/ }).click();
  await expectInside(guest, 'Kitchen');
  await expect(ada.page.getByRole('listitem').filter({ hasText: 'ben' })).toContainText('Kitchen');
});
