import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { RoomtoneClient, type RoomtoneError } from '@roomtone/sdk';
import { TOTP } from 'otpauth';
import { SMTPServer } from 'smtp-server';
import { startServer } from '../../../testing/running-server.ts';
import { checkScreen } from './check-screen.ts';
import { signUp } from './stories.ts';
import { expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const password = 'correct horse 7';
const newPassword = 'battery staple 8';
const wide = { width: 1280, height: 900 };

/** A picture of 3 by 2 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAHUlEQVR42mN4vDZIRU6i/2Q3w4eJ9Z9fP4iqOAEAX4MKeBuBXjQAAAAASUVORK5CYII=',
  'base64',
);

test(
  'S14.1, S12.16, S12.18, S13.7: a user sets up, changes and deletes an account',
  longRunsOnly,
  async ({ server, testPlayer }) => {
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
      // The account is on two devices, and nobody has chosen: each follows its own.
      await expect(page.locator('html')).not.toHaveAttribute('data-theme');
      expect((await elsewhere.account.profile()).settings).toMatchObject({ themeChosen: false });
      await page.getByLabel('Appearance').selectOption('light');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
      // The whole page changes at once; only the border of the control in use may still follow its focus.
      expect(await page.evaluate(transitionsElsewhere)).toEqual([]);
      await page.getByRole('switch', { name: 'Notify me about friends and messages' }).click();
      await expect
        .poll(async () => (await elsewhere.account.profile()).settings)
        .toEqual({ theme: 'light', themeChosen: true, notifications: false });
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

    await test.step('S32.2, S32.3: a bot is made, gets another token and is deleted; its token is shown once', async () => {
      const botName = newName('clicky');
      const bots = page.getByRole('region', { name: 'Bots' });
      await bots.getByRole('button', { name: 'Create bot' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Username').fill(other);
      await dialog.getByLabel('Your password').fill(password);
      await dialog.getByRole('button', { name: 'Create bot' }).click();
      await expect(dialog.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
      await dialog.getByLabel('Username').fill(botName);
      await dialog.getByLabel('Play notes').uncheck();
      await dialog.getByLabel('Your password').fill('not mine');
      await dialog.getByRole('button', { name: 'Create bot' }).click();
      await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
      await dialog.getByLabel('Your password').fill(password);
      await checkScreen(page, 'create-bot');
      await page.setViewportSize(wide);
      await dialog.getByRole('button', { name: 'Create bot' }).click();
      const shown = dialog.locator('code');
      await expect(shown).toHaveText(/^rtbot_/);
      const token = (await shown.textContent()) ?? '';
      await checkScreen(page, 'bot-token');
      await page.setViewportSize(wide);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(bots.getByRole('listitem')).toContainText(`${botName}listen, chat · created`);
      const signIn = (given: string) => new RoomtoneClient({ baseUrl: server.url, token: given }).restore();
      expect(await signIn(token)).toMatchObject({ username: botName });
      await bots.getByRole('button', { name: `New token for ${botName}` }).click();
      await dialog.getByLabel('Password').fill(password);
      await dialog.getByRole('button', { name: 'New token' }).click();
      await expect(shown).not.toHaveText(token);
      const next = (await shown.textContent()) ?? '';
      await dialog.getByRole('button', { name: 'Done' }).click();
      expect([await signIn(token), (await signIn(next))?.username]).toEqual([undefined, botName]);
      await bots.getByRole('button', { name: `Delete ${botName}` }).click();
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByText(`${botName} is deleted.`, { exact: true })).toBeVisible();
      await expect(bots.getByRole('listitem')).toHaveCount(0);
      expect(await signIn(next)).toBeUndefined();
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
  },
);

test(
  'S13.9: another email asks for the password, and a wrong one is reported',
  longRunsOnly,
  async ({ server, testPlayer }) => {
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
  },
);

test(
  'S23.2, S23.6: a user sets up an authenticator app, and signs in with its codes',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const page = await testPlayer({ viewport: wide });
    const name = newName('Ida');
    const ida = new RoomtoneClient({ baseUrl: server.url });
    await ida.register({ username: name, email: `${name}@example.org`, password });
    const signIn = async () => {
      await page.getByLabel('Username or email').fill(name);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    };
    await page.goto(`${server.url}/account`);
    await signIn();
    const panel = page.getByRole('region', { name: 'Two-step sign-in' });
    const dialog = page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Set up' }).click();
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await checkScreen(page, 'authenticator');
    await page.setViewportSize(wide);
    const totp = new TOTP({ secret: (await dialog.locator('code').textContent()) ?? '' });
    // The code before is still accepted, and leaves the present one for the sign-in.
    await dialog.getByLabel('Code from the app').fill(totp.generate({ timestamp: Date.now() - 30_000 }));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const recoveryCode = (await codes.first().textContent()) ?? '';
    await checkScreen(page, 'recovery-codes');
    await page.setViewportSize(wide);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(recoveryCode);
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(panel.getByText('10 codes left')).toBeVisible();

    await test.step('the sign-in form asks for a code, and takes a recovery code instead', async () => {
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await signIn();
      const code = page.getByLabel('Code from your authenticator app');
      await expect(code).toBeFocused();
      await code.fill('12345');
      await code.press('Enter');
      await expect(code).toHaveAttribute('aria-invalid', 'true');
      await checkScreen(page, 'second-step');
      await page.setViewportSize(wide);
      await code.fill(totp.generate());
      await code.press('Enter');
      await page.getByRole('button', { name: `${name}’s menu` }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await signIn();
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(recoveryCode);
      await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('button', { name: `${name}’s menu` })).toBeVisible();
      await page.goto(`${server.url}/account`);
      await expect(panel.getByText('9 codes left')).toBeVisible();
      await checkScreen(page, 'two-step-account');
    });
  },
);

test(
  'S24.3, S24.4, S24.5: a user confirms the email and recovers a forgotten password by links in mails',
  longRunsOnly,
  async ({ testPlayer }) => {
    const mails = await startMailbox();
    const server = await startServer({
      ROOMTONE_SMTP_URL: mails.url,
      ROOMTONE_MAIL_FROM: 'music@example.org',
      ROOMTONE_PUBLIC_URL: 'http://localhost:1',
    });
    try {
      const page = await testPlayer({ viewport: wide });
      const open = async (count: number) => {
        await expect.poll(() => mails.links.length).toBe(count);
        // The port is only known once the server runs.
        await page.goto((mails.links[count - 1] ?? '').replace('http://localhost:1', server.url));
      };
      await new RoomtoneClient({ baseUrl: server.url }).register({
        username: 'mia',
        email: 'mia@example.org',
        password,
      });
      await open(1);
      await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
      await checkScreen(page, 'verify-email');
      await page.setViewportSize(wide);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
      expect(page.url()).not.toContain('#');

      await page.getByRole('link', { name: 'Open Roomtone' }).click();
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.getByLabel('Email').fill('mia@example.org');
      await checkScreen(page, 'recover-password');
      await page.setViewportSize(wide);
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByText('a link is on its way')).toBeVisible();
      await open(2);
      await page.getByLabel('New password').fill('password1');
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
      await page.getByLabel('New password').fill(newPassword);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByLabel('Username or email').fill('mia');
      await page.getByLabel('Password', { exact: true }).fill(newPassword);
      await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('button', { name: 'mia’s menu' })).toBeVisible();
      await page.goto(`${server.url}/account`);
      await expect(page.getByText('Email confirmed', { exact: true })).toBeVisible();
      await page.getByLabel('Email').fill('mia2@example.org');
      await page.getByRole('region', { name: 'Profile' }).getByLabel('Current password').fill(newPassword);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Email not confirmed yet')).toBeVisible();
      await checkScreen(page, 'unconfirmed-account');
      await page.setViewportSize(wide);
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByText('A link is on its way to mia2@example.org.', { exact: true })).toBeVisible();
      await page.goto((mails.links[1] ?? '').replace('http://localhost:1', server.url));
      await page.getByLabel('New password').fill(newPassword);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByText('This link no longer works.')).toBeVisible();
    } finally {
      await server.stop();
      await mails.stop();
    }
  },
);

test(
  'S23.12, S23.14: a user adds a passkey, signs in with it, and removes it',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const page = await testPlayer({ viewport: wide });
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
    });
    const name = newName('Eva');
    await new RoomtoneClient({ baseUrl: server.url }).register({
      username: name,
      email: `${name}@example.org`,
      password,
    });
    // Passkeys belong to a name, not to an IP address.
    const url = server.url.replace('127.0.0.1', 'localhost');
    const signIn = async () => {
      await page.getByLabel('Username or email').fill(name);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    };
    await page.goto(`${url}/account`);
    await signIn();
    const panel = page.getByRole('region', { name: 'Two-step sign-in' });
    const dialog = page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByLabel('Name').fill('My laptop');
    await dialog.getByLabel('Password').fill(password);
    await checkScreen(page, 'add-passkey');
    await page.setViewportSize(wide);
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(panel.getByText('My laptop')).toBeVisible();
    await checkScreen(page, 'passkeys');
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await signIn();
    await checkScreen(page, 'passkey-step');
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await expect(page.getByRole('button', { name: `${name}’s menu` })).toBeVisible();
    await page.goto(`${url}/account`);
    await expect(panel.getByText('Last used')).toBeVisible();
    await panel.getByRole('button', { name: 'Remove My laptop' }).click();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(panel.getByText('My laptop')).toBeHidden();
  },
);

/** A real mail server that keeps the links it gets. */
async function startMailbox() {
  const links: string[] = [];
  const mailServer = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      text(stream).then((source) => {
        links.push(/http\S+#[\w-]+/.exec(source.replace(/=\r\n/g, ''))?.[0] ?? '');
        done();
      }, done);
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port } = mailServer.server.address() as AddressInfo;
  return {
    links: links as readonly string[],
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => mailServer.close(resolve)),
  };
}

/** The opacity of a picture's first pixel, 0 to 255. */
async function cornerAlpha(page: Page, url: string): Promise<number | undefined> {
  return page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return context?.getImageData(0, 0, 1, 1).data[3];
  }, url);
}

/** The properties that change step by step now, apart from those of the focused control. */
function transitionsElsewhere(): string[] {
  return document.getAnimations().flatMap((animation) => {
    if (!(animation instanceof CSSTransition && animation.effect instanceof KeyframeEffect)) return [];
    const { target } = animation.effect;
    return target === document.activeElement
      ? []
      : [`${target?.outerHTML.slice(0, 80)}: ${animation.transitionProperty}`];
  });
}
