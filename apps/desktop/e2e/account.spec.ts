import type { Page } from '@playwright/test';
import { RoomtoneClient, type RoomtoneError } from '@roomtone/sdk';
import { checkScreen } from './check-screen.ts';
import { signUp } from './stories.ts';
import { expect, newName, test } from './test-players.ts';

const password = 'correct horse 7';
const newPassword = 'battery staple 8';
const wide = { width: 1280, height: 900 };

/** A picture of 3 by 2 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAHUlEQVR42mN4vDZIRU6i/2Q3w4eJ9Z9fP4iqOAEAX4MKeBuBXjQAAAAASUVORK5CYII=',
  'base64',
);

test('S14.1, S12.16, S12.18, S13.7: a user sets up, changes and deletes an account', async ({ server, testPlayer }) => {
  const page = await testPlayer({ viewport: wide });
  const [name, other] = [newName('Lin'), newName('taken')];
  const elsewhere = new RoomtoneClient({ baseUrl: server.url });
  await elsewhere.register({ username: name, email: `${name}@example.org`, password });
  await new RoomtoneClient({ baseUrl: server.url }).register({
    username: other,
    email: `${other}@example.org`,
    password,
  });
  await page.goto(`${server.url}/account`);
  await page.getByLabel('Username or email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

  await test.step('a taken name is reported at its field; a new one appears in the header', async () => {
    await page.getByLabel('Username').fill(other);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.getByLabel('Username').fill(`${name}-2`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: `${name}-2’s menu` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  await test.step('a picture is moved in its frame by keyboard, and uploaded', async () => {
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await expect(page.getByText('This file can’t be read as a picture')).toBeVisible();
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    const frame = page.getByRole('group', { name: 'Visible part' });
    await frame.focus();
    await frame.press('ArrowLeft');
    await frame.press('+');
    await expect(page.getByLabel('Zoom')).toHaveValue('1.3');
    await checkScreen(page, 'picture');
    await page.setViewportSize(wide);
    const before = (await elsewhere.users.get(`${name}-2`)).avatarUrl;
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByText('Picture updated.', { exact: true })).toBeVisible();
    const { avatarUrl: after } = await elsewhere.users.get(`${name}-2`);
    expect(after).not.toBe(before);
    expect(await cornerAlpha(page, `${server.url}${after}`)).toBe(255);
    // A picture that was not moved is drawn, too.
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    const { avatarUrl: unmoved } = await elsewhere.users.get(`${name}-2`);
    expect(unmoved).not.toBe(after);
    expect(await cornerAlpha(page, `${server.url}${unmoved}`)).toBe(255);
    await expect(page.locator('.identity img')).toBeVisible();
  });

  await test.step('settings apply immediately, and on the server', async () => {
    await page.getByLabel('Appearance').selectOption('light');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    // The whole page changes at once.
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.getByRole('switch', { name: 'Notify me about friends and messages' }).click();
    await expect
      .poll(async () => (await elsewhere.account.profile()).settings)
      .toEqual({ theme: 'light', notifications: false });
    await page.getByLabel('Language').selectOption('de');
    await expect(page.getByRole('heading', { name: 'Dein Konto' })).toBeVisible();
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByLabel('Appearance').selectOption('system');
  });

  await test.step('a sign-in on another device is ended, unless that is undone', async () => {
    const mine = page.getByRole('listitem').filter({ hasText: 'this device' });
    await expect(mine).toHaveCount(1);
    await checkScreen(page, 'account');
    await page.setViewportSize(wide);
    const end = page.getByRole('button', { name: 'Sign out Node', exact: true });
    await end.click();
    await expect(end).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(end).toBeVisible();
    await end.click();
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Close' })
      .last()
      .click();
    await expect
      .poll(() => elsewhere.account.profile().then(String, ({ code }: RoomtoneError) => code))
      .toBe('AUTHENTICATION_ERROR');
  });

  await test.step('the new password confirms the deletion of the account', async () => {
    await page.getByLabel('Current password').fill(newPassword);
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(dialog.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Password').fill(newPassword);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page.getByRole('button', { name: 'Listen as a guest' })).toBeVisible();
    await expect(new RoomtoneClient({ baseUrl: server.url }).users.get(`${name}-2`)).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });
});

test('S13.9: another email asks for the password, and a wrong one is reported', async ({ server, testPlayer }) => {
  const page = await testPlayer();
  await page.goto(`${server.url}/account`);
  const name = newName('Lin');
  await signUp(page, name);
  const form = page.locator('form').first();
  await expect(form.getByLabel('Username')).toHaveValue(name);
  await expect(form.getByLabel('Current password')).toBeHidden();
  await form.getByLabel('Email').fill(`${name}-2@example.org`);
  await form.getByLabel('Current password').fill(newPassword);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('Wrong password. Try again.');
});

/** The opacity of a picture's first pixel, 0 to 255. */
async function cornerAlpha(page: Page, url: string): Promise<number | undefined> {
  return page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return context?.getImageData(0, 0, 1, 1).data[3];
  }, url);
}
