import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { invitationAppLink, readInvitation } from '@roomtone/protocol';
import { isLong } from '../../../testing/long-runs.ts';
import { checkScreen } from './check-screen.ts';
import { type DesktopApp, expect, test } from './desktop-app.ts';
import { internetStates, showInternet } from './hosting-outside.ts';
import { expectInside, openRoom } from './stories.ts';
import { artifacts } from './test-players.ts';

/** Opens the app's server to the network; resolves with its invitation link. */
async function host({ page }: DesktopApp): Promise<string> {
  await page.getByRole('link', { name: 'Host a session' }).click();
  await page.getByRole('button', { name: 'Host a session' }).click();
  const link = page.getByLabel('Link for everyone');
  // The server starts again first.
  await expect(link).toBeVisible({ timeout: 60_000 });
  return link.inputValue();
}

/** Goes to an address or an invitation. */
async function goTo({ page }: DesktopApp, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Server:/ }).click();
  await page.getByLabel('Address or invitation').fill(text);
  await page.getByRole('button', { name: 'Connect' }).click();
}

/** Creates an account at another server, in its window. */
async function signUpAt(page: Page, name: string): Promise<void> {
  // A name would be enough there.
  await page.getByRole('button', { name: 'Use an account' }).click();
  await page.getByRole('tab', { name: 'Create account' }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a-long-password');
  await page.getByLabel('Confirm password').fill('a-long-password');
  await page.locator('form').getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'New room' })).toBeVisible();
}

test('decision 015: one app hosts, another joins by link without a question; when the host changes who may join, both reconnect', async ({
  startApp,
}) => {
  const ada = await startApp();
  const link = await host(ada);
  expect(readInvitation(link).fingerprint).toBeDefined();
  await checkScreen(ada.page, 'desktop-hosting');

  const ben = await startApp();
  await goTo(ben, link);
  const there = await ben.window('/', ben.page);
  await signUpAt(there, 'ben');
  await openRoom(there, 'Kitchen');
  const guest = ada.page.getByRole('listitem').filter({ hasText: 'ben' });
  await expect(guest).toContainText('Kitchen');

  await test.step('only users whom the host has added can join', async () => {
    const added = ada.page.getByRole('radio', { name: /Only people I add/ });
    await added.click();
    // Waits until the server is back.
    await expect(added).toBeChecked();
    await expect(guest, 'the player is back').toContainText('Kitchen');
    await expect(there.getByText(/connection lost/i)).toBeHidden();
    await ada.page.getByLabel('Username').first().fill('cleo');
    await ada.page.getByLabel('Initial password').fill('cleo');
    await ada.page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(ada.page.getByLabel('Initial password')).toHaveAccessibleDescription(/8/);
    await ada.page.getByLabel('Initial password').fill('another-long-one');
    await ada.page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(ada.page.getByRole('paragraph').filter({ hasText: 'can sign in now' })).toBeVisible();
    await ada.page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(ada.page.getByRole('region', { name: 'Server log' }).last()).toContainText('connected');
    await ada.page.screenshot({ path: `${artifacts}/desktop-hosting-people.png`, fullPage: true });
  });

  await test.step('switching to the app’s own server and back loses nothing', async () => {
    await there.getByRole('button', { name: 'Leave' }).click();
    await there.getByRole('button', { name: /^Server:/ }).click();
    const known = ben.page.getByRole('region', { name: 'Known servers' });
    await expect(known).toContainText(readInvitation(link).name ?? '');
    await ben.page.screenshot({ path: `${artifacts}/desktop-servers.png` });
    await known
      .getByRole('button', { name: readInvitation(link).name ?? '' })
      .first()
      .click();
    await expect(ben.page.getByRole('dialog')).toBeHidden();
    await expect(ben.page.getByRole('button', { name: 'Server: This computer' })).toBeVisible();
    await expect(there.getByRole('link', { name: /Kitchen/ })).toBeVisible();
    expect(await ben.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(2);
  });

  await test.step('after closing, the host’s own window continues and nobody else gets in', async () => {
    await ada.page.getByRole('button', { name: 'End session' }).click();
    await expect(ada.page.getByText('This computer only')).toBeVisible();
    await ada.page.getByRole('link', { name: 'Rooms', exact: true }).click();
    await expect(ada.page.getByRole('link', { name: /Kitchen/ })).toBeVisible();
    await ben.page.getByRole('button', { name: /^Server:/ }).click();
    await ben.page.getByLabel('Address or invitation').fill(link);
    await ben.page.getByRole('button', { name: 'Connect' }).click();
    await expect(ben.page.getByText(/There is no Roomtone server at/)).toBeVisible();
  });
});

test('decision 015: a link opens a room even if the app was closed; a key other than the invitation’s or the known one stops it', async ({
  startApp,
}) => {
  const ada = await startApp();
  await openRoom(ada.page, 'Attic');
  const roomId = new URL(ada.page.url()).pathname.split('/').at(-1);
  await ada.page.getByRole('button', { name: 'Leave' }).click();
  const invitation = readInvitation(await host(ada));
  const foreign = `${'x'.repeat(42)}Y`;

  // Electron keeps verdicts on certificates; another key comes with another certificate.
  const link = invitationAppLink({ ...invitation, roomId, fingerprint: foreign });
  const ben = await startApp(undefined, link, '/', ['verdicts-cached']);
  const stop = ben.page.getByRole('dialog', { name: 'This is not the server you were invited to' });
  await expect(stop.getByRole('alert')).toContainText('Nothing was sent');
  await ben.page.screenshot({ path: `${artifacts}/desktop-not-as-invited.png` });
  await stop.getByRole('button', { name: 'Back' }).click();
  await ben.page.keyboard.press('Escape');

  await test.step('a server reached by address has its key compared once', async () => {
    await goTo(ben, new URL(invitation.servers[0] ?? '').host);
    const first = ben.page.getByRole('dialog', { name: 'Is this the right server?' });
    const shown = ((await first.locator('code').textContent()) ?? '').trim();
    expect(shown).toBe(invitation.fingerprint);
    await expect(ada.page.locator('.fingerprint code')).toHaveText(shown);
    await ben.page.screenshot({ path: `${artifacts}/desktop-first-trust.png` });
    await first.getByRole('button', { name: 'It matches, connect' }).click();
    const there = await ben.window('/', ben.page);
    // Windows and macOS always have a keychain.
    const storage = await there.evaluate(() => globalThis.roomtone?.tokenStorage());
    await expect(there.getByText(/keychain is missing or locked/)).toBeVisible({ visible: storage === 'memory' });
    await signUpAt(there, 'ben');
  });

  let page: Page | undefined;
  await test.step('a later start hands its link over', async () => {
    const there = await ben.window('/', ben.page);
    expect(await ben.startAgain(invitationAppLink({ ...invitation, roomId }))).toBe(0);
    await expectInside(there, 'Attic');
    page = there;
  });

  await test.step('a different server at the same address gets nothing', async () => {
    await ada.quit();
    const folder = await mkdtemp(join(tmpdir(), 'roomtone-app-'));
    const { port } = new URL(invitation.servers[0] ?? '');
    writeFileSync(
      join(folder, 'remembered.json'),
      JSON.stringify({ port: Number(port), joining: 'added', window: null }),
    );
    const eve = await startApp(folder);
    expect(readInvitation(await host(eve)).servers).toEqual(invitation.servers);
    const refused = page?.getByRole('heading', { name: 'This is not the server you know' });
    await expect(refused ?? ben.page.getByText('no window')).toBeVisible();
    await page?.screenshot({ path: `${artifacts}/desktop-refused.png` });
    await page?.getByRole('button', { name: 'Choose a server' }).click();
    await ben.page.getByRole('region', { name: 'Known servers' }).getByRole('button').nth(1).click();
    await expect(ben.page.getByRole('dialog', { name: 'This is not the server you know' })).toBeVisible();
    await ben.page.screenshot({ path: `${artifacts}/desktop-changed.png` });
    await expect(eve.page.getByRole('listitem').filter({ hasText: 'ben' })).toHaveCount(0);
  });
});

/** The text that the host reads in each outcome, in English and German. */
const outcomes = {
  asking: [/Asking your router to open the port/, /Dein Router wird gebeten, den Port zu öffnen/],
  open: [/keeps the port open until \S+.*renewed while you host/, /hält den Port bis \S+ offen/],
  'open-without-end': [/didn’t open a UDP port/, /keinen UDP-Port geöffnet/],
  'own-address': [/belongs to this computer itself/, /gehört diesem Computer selbst/],
  'no-answer': [
    /no router here answers.*192\.168\.1\.5.*7420.*7420/s,
    /antwortet kein Router.*192\.168\.1\.5.*7420.*7420/s,
  ],
  'carrier-grade-nat': [/carrier-grade NAT.*100\.64\.3\.2/, /CGNAT.*100\.64\.3\.2/],
  'second-router': [/two routers in a row.*192\.168\.178\.20/, /zwei Router hintereinander.*192\.168\.178\.20/],
  refused: [/your router \(192\.168\.1\.1\) refuses/, /Dein Router \(192\.168\.1\.1\) öffnet den Port nicht/],
  offline: [/has no address on the internet/, /hat gerade keine Adresse im Internet/],
  shut: [/until you turn this on again/, /bis du das wieder einschaltest/],
} as const satisfies Readonly<Record<keyof typeof internetStates, unknown>>;

test('S2.16, S26.5, S27.5: the host lets friends outside in, reads every outcome with what helps, and closes at once', async ({
  startApp,
}) => {
  const ada = await startApp();
  const { page } = ada;
  for (const { language, title, word } of [
    { language: 'de', title: 'Session hosten', word: 1 },
    { language: 'en', title: 'Host a session', word: 0 },
  ] as const) {
    await page.evaluate((code) => localStorage.setItem('roomtone.language', JSON.stringify(code)), language);
    await page.reload();
    await page.getByRole('link', { name: title }).click();
    // From then on it follows the state.
    await expect(page.getByRole('button', { name: title })).toBeVisible();
    const panel = page.getByRole('region', { name: 'Internet', exact: true });
    for (const [name, state] of Object.entries(internetStates)) {
      await test.step(`${language}: ${name}`, async () => {
        await showInternet(ada, state);
        await expect(panel).toContainText(outcomes[name as keyof typeof outcomes][word]);
        await expect(panel.getByRole('switch')).toBeChecked({ checked: name !== 'shut' });
        if (isLong) await panel.screenshot({ path: `${artifacts}/desktop-outside-${name}-${language}.png` });
      });
    }
    await showInternet(ada, internetStates.open);
    const link = page.getByLabel(language === 'en' ? 'Link for friends outside' : 'Link für Freunde außerhalb');
    expect(readInvitation(await link.inputValue()).servers).toEqual([
      'https://45.90.10.1:7420',
      'https://192.168.1.5:7420',
    ]);
  }
  await showInternet(ada, internetStates['no-answer']);
  await checkScreen(page, 'desktop-outside');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();

  await page.getByRole('switch', { name: 'Friends outside this network' }).click();
  await expect(page.getByRole('radio', { name: /Only people I add/ })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Guests can listen' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Host a session' }).click();
  const row = page.getByRole('region', { name: 'Connected' }).getByRole('listitem');
  await expect(row).toContainText('this computer, since');
  const panel = page.getByRole('region', { name: 'Internet', exact: true });
  await panel.getByRole('button', { name: 'Close to the internet now' }).click();
  await expect(page.getByText('Closed to the internet.', { exact: true })).toBeVisible();
  await expect(panel.getByRole('switch')).not.toBeChecked();
  await expect(panel).toContainText('Closed');
  await expect(page.getByLabel('Link for everyone'), 'the network stays open').toBeVisible();
});
