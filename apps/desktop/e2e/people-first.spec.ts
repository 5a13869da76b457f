import { allOrFirst } from '../../../testing/long-runs.ts';
import { startServer } from '../../../testing/running-server.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { expectInside, openRoom, signUp } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const sizes = allOrFirst([
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 360, height: 740 },
]);

for (const size of sizes) {
  test(
    `a guest listens, signs up by keyboard, and arrives in the lobby at ${size.width} px`,
    longRunsOnly,
    async ({ server, testPlayer }) => {
      const page = await testPlayer({ viewport: size });
      await page.goto(server.url);
      await expect(page.getByRole('button', { name: 'Listen as a guest' })).toBeVisible();
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.screenshot({ path: `${artifacts}/welcome-${size.width}.png`, fullPage: true });

      await page.getByRole('button', { name: 'Listen as a guest' }).press('Enter');
      await expect(page.getByRole('heading', { name: 'Rooms', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'New room' })).toBeHidden();
      await page.getByRole('button', { name: 'Sign in' }).press('Enter');

      await page.getByRole('tab', { name: 'Sign in' }).press('ArrowRight');
      await expect(page.getByRole('tab', { name: 'Create account' })).toBeFocused();
      // An empty form is told everything that is missing at once.
      await page.getByLabel('Confirm password').fill('other');
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Username')).toBeFocused();
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Fill this in.');
      await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('The passwords don’t match.');
      await page.getByLabel('Confirm password').fill('');
      await page.getByLabel('Username').fill('x y');
      await page.getByLabel('Email').fill('nowhere');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Username')).toBeFocused();
      await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/^Use 3 to 24 letters/);
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address.');
      await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
        'Use at least 8 characters.',
      );
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.screenshot({ path: `${artifacts}/sign-up-errors-${size.width}.png`, fullPage: true });

      const name = newName('ada');
      await page.getByLabel('Username').fill(name);
      await page.getByLabel('Email').fill(`${name}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill('a brass lamp, lit');
      await page.getByLabel('Confirm password').fill('a brass lamp, lit');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: `${name}’s menu` })).toBeVisible();
      // A new account keeps following the device's theme.
      await expect(page.locator('html')).not.toHaveAttribute('data-theme');
      await page.getByRole('button', { name: `${name}’s menu` }).press('Enter');
      await expectAccessible(page);
      await page.screenshot({ path: `${artifacts}/account-menu-${size.width}.png` });
      await page.getByRole('menuitemradio', { name: 'Light' }).press('Enter');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    },
  );
}

test(
  'a failed sign-in says so; ten failures block the account’s sign-in, and the page says for how long',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const page = await testPlayer();
    const name = newName('locked');
    await page.goto(server.url);
    await signUp(page, name);
    await page.getByRole('button', { name: `${name}’s menu` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Username or email').fill(name);
    await page.getByLabel('Password').fill('not this one');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(/Wrong username or password/);
    for (let failures = 1; failures < 10; failures++) {
      await page.request.post(`${server.url}/api/auth/login`, { data: { username: name, password: 'nor this' } });
    }
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(/Try again in \d+ s/);
    await page.screenshot({ path: `${artifacts}/sign-in-locked.png` });
  },
);

test('S11.8: a server that accepts no new accounts says so', async ({ testPlayer }) => {
  const closed = await startServer({ ROOMTONE_REGISTRATION: 'closed', ROOMTONE_NAME: 'Loft' });
  try {
    const page = await testPlayer();
    await page.goto(closed.url);
    await page.getByRole('tab', { name: 'Create account' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('Only people the host has added can play on ⁨Loft⁩.');
    await expect(page.getByLabel('Confirm password')).toHaveCount(0);
  } finally {
    await closed.stop();
  }
});

test('a link opens its room for somebody signed out, a guest, a user, and a player in another room', async ({
  server,
  testPlayer,
}) => {
  const [mara, teo] = [await testPlayer(), await testPlayer()];
  await mara.goto(server.url);
  await signUp(mara, newName('mara'));
  const [first, second] = [newName('First'), newName('Second')];
  const firstLink = await openRoom(mara, first);
  await mara.goBack();
  const secondLink = await openRoom(mara, second);

  await teo.goto(firstLink);
  await expect(teo.getByRole('heading', { name: `You are invited to` })).toContainText(first);
  await teo.getByRole('button', { name: 'Listen as a guest' }).click();
  await expectInside(teo, first);
  await teo.goto(secondLink);
  await expectInside(teo, second);
  await expect(mara.getByRole('list', { name: 'Listeners' }).getByRole('listitem')).toHaveCount(1);

  await teo.goto(server.url);
  await teo.getByRole('button', { name: 'Sign in' }).click();
  await teo.goto(firstLink);
  await signUp(teo, newName('teo'));
  await expectInside(teo, first);
  await teo.goto(secondLink);
  await expectInside(teo, second);
  await expect(mara.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(2);
});

test('the page is in German if the browser prefers it, and afterwards in the language that the user chooses', async ({
  server,
  testPlayer,
}) => {
  const page = await testPlayer({ locale: 'de-AT' });
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'Zusammen spielen, im Takt' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.screenshot({ path: `${artifacts}/welcome-german.png` });
  await page.getByRole('button', { name: 'Menü' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Play together, in time' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test(
  'S13.3: the theme goes with the account; a device may follow its system instead',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const [desktop, phone] = [await testPlayer({ colorScheme: 'light' }), await testPlayer({ colorScheme: 'dark' })];
    const name = newName('ines');
    const password = 'a brass lamp, lit';
    await desktop.request.post(`${server.url}/api/auth/register`, {
      data: { username: name, email: `${name}@example.org`, password, confirm_password: password },
    });
    for (const page of [desktop, phone]) {
      await page.goto(server.url);
      await page.getByLabel('Username or email').fill(name);
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: `${name}’s menu` })).toBeVisible();
      // Each device follows its own setting until one is chosen.
      await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    }
    await desktop.getByRole('button', { name: `${name}’s menu` }).click();
    await desktop.getByRole('menuitemradio', { name: 'Light' }).click();
    await expect(desktop.locator('html')).toHaveAttribute('data-theme', 'light');
    await phone.reload();
    await expect(phone.locator('html')).toHaveAttribute('data-theme', 'light');
    await phone.getByRole('button', { name: `${name}’s menu` }).click();
    await phone.getByRole('menuitemradio', { name: 'System' }).click();
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'Rooms', exact: true })).toBeVisible();
    await expect(phone.locator('html')).not.toHaveAttribute('data-theme');
  },
);

test('another screen opens at its top, and an unknown address says so', async ({ server, testPlayer }) => {
  const page = await testPlayer();
  // A dead invitation is no invitation.
  await page.goto(`${server.url}/rooms/no-such-room`);
  await expect(page.getByRole('heading', { name: 'This room no longer exists' })).toBeVisible();
  expect((await page.goto(`${server.url}/nowhere/at/all`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to rooms' }).press('Enter');
  await page.getByRole('button', { name: 'Listen as a guest' }).click();
  await page.goto(`${server.url}/nowhere/at/all`);
  await page.getByRole('link', { name: 'Go to rooms' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Rooms', exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveTitle('Rooms · Roomtone');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
});
