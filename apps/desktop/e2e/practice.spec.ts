import type { Page } from '@playwright/test';
import { musicXml, note } from '../src/renderer/src/page/features/sheets/reading/sheet-samples.ts';
import { expectAccessible } from './accessibility.ts';
import { arrive } from './arrivals.ts';
import { expectLit, heard, listenIn, pitch } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

test('a first-time visitor hears their first note, with no account and no server, and the test prints how soon', async ({
  server,
  testPlayer,
}) => {
  const page = await testPlayer();
  await listenIn(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => asked.push(socket.url()));
  const startMs = performance.now();
  await page.goto(server.url);
  await expect(page.getByRole('link', { name: 'Play alone' })).toBeVisible();
  // The welcome screen has asked which server this is.
  asked.length = 0;
  await page.getByRole('link', { name: 'Play alone' }).click();
  await expect(page.getByRole('heading', { name: 'Practice room' })).toBeVisible();
  // One of the notes that the few recordings of the tests can play: the click has begun to load the piano.
  await page.keyboard.down('KeyK');
  await expectLit(page, [72]);
  await expect
    .poll(async () => (await heard(page)).some((hz) => Math.abs(hz / pitch(72) - 1) < 0.02), { intervals: [90] })
    .toBe(true);
  const tookMs = performance.now() - startMs;
  process.stdout.write(`first sound ${Math.round(tookMs)} ms after the first visit began\n`);
  await page.keyboard.up('KeyK');
  await expectLit(page, []);
  expect(asked.filter((path) => /^\/api|websocket|^wss?:/.test(path))).toEqual([]);
});

test('the piano of the first screen sounds by click and by letters, before anybody signs in', async ({
  server,
  testPlayer,
}) => {
  const page = await testPlayer();
  await listenIn(page);
  await page.goto(server.url);
  const key = page.locator('.still-keys [data-note="69"]');
  await expect(page.locator('[data-playable]')).toBeVisible();
  const box = await key.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) * 0.8);
  await page.mouse.down();
  await expect(key).toHaveAttribute('data-pressed');
  await expect.poll(async () => (await heard(page)).some((hz) => Math.abs(hz - pitch(69)) < 12)).toBe(true);
  await page.mouse.up();
  await expect(key).not.toHaveAttribute('data-pressed');
  await page.keyboard.down('KeyA');
  await expect(page.locator('.still-keys [data-note="60"]')).toHaveAttribute('data-pressed');
  await page.keyboard.up('KeyA');
  // Letters in a field are text.
  await page.getByLabel('Username or email').fill('');
  await page.getByLabel('Username or email').press('KeyA');
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
});

test('a key pressed the moment the room appears is played, and held while the server identifies the user', async ({
  server,
  testPlayer,
}) => {
  const page = await testPlayer();
  await arrive(page, server.url, newName('enno'));
  const answer = Promise.withResolvers<void>();
  await page.context().route('**/api/auth/refresh', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await pressKeyOnceInside(page, 'KeyG');
  await page.goto(`${server.url}/practice`);
  await expectLit(page, [67]);
  const known = page.waitForResponse('**/api/users/profile');
  answer.resolve();
  await known;
  await expectLit(page, [67]);
});

test(
  'the practice room has a stage, remembers the chosen sound, and has nobody else in it',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const page = await testPlayer({ viewport: { width: 1180, height: 820 }, touch: true, colorScheme: 'light' });
    await page.goto(`${server.url}/practice`);
    await page.getByRole('button', { name: 'Instrument and color' }).click();
    await page.getByText('Vibraphone').click();
    await page.keyboard.press('Escape');
    await page.keyboard.down('KeyA');
    await page.keyboard.down('KeyG');
    await expectLit(page, [60, 67]);
    await page.screenshot({ path: `${artifacts}/practice-tablet-light.png` });
    for (const code of ['KeyA', 'KeyG']) await page.keyboard.up(code);
    await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeHidden();
    await page.reload();
    await expect(page.getByRole('list', { name: 'Players' })).toContainText('Vibraphone');
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();

    await test.step('somebody with an account has the colour of their picture there, too', async () => {
      const mara = await testPlayer();
      await arrive(mara, server.url, newName('mara'));
      const colorIn = (place: string) =>
        mara
          .locator(`${place} .avatar`)
          .evaluate((picture) => getComputedStyle(picture).getPropertyValue('--player').trim());
      await expect.poll(() => colorIn('.frame-person')).toMatch(/^#/);
      const color = await colorIn('.frame-person');
      await mara.getByRole('link', { name: 'Practice' }).click();
      await expect.poll(() => colorIn('.player')).toBe(color);
    });
  },
);

test(
  'the keys of a scale or chord are lit on the piano, the root apart',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer();
    await mara.goto(`${server.url}/practice`);
    await mara.getByRole('button', { name: 'Light up a scale or chord' }).click();
    await mara.getByRole('combobox', { name: 'Scale or chord' }).selectOption('Minor pentatonic');
    await mara.getByRole('combobox', { name: 'Root' }).selectOption('A');
    await expect(mara.locator('.lit-keys [data-light=root]')).toHaveCount(8);
    await expect(mara.locator('.lit-keys [data-light=other]')).toHaveCount(29);
    await expectAccessible(mara);
    await mara.getByRole('combobox', { name: 'Scale or chord' }).selectOption('None');
    await expect(mara.locator('.lit-keys')).toHaveCount(0);
  },
);

test(
  'a German player finds an instrument by its German and by its English name',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const page = await testPlayer({ locale: 'de-DE' });
    await page.goto(`${server.url}/practice`);
    await page.getByRole('button', { name: 'Instrument und Farbe' }).click();
    await expect(page.getByText('Vibraphon', { exact: true })).toBeVisible();
    const players = page.getByRole('list', { name: 'Mitspieler' });
    await expect(players).toContainText('Konzertflügel');

    const search = page.getByRole('searchbox', { name: 'Instrument suchen' });
    const found = page.getByRole('radiogroup', { name: 'Gefundene Instrumente' });
    await search.fill('bratsche');
    await expect(found.locator('label')).toHaveText(['Bratsche']);
    await found.getByText('Bratsche').click();
    await expect(players).toContainText('Bratsche');
    await search.fill('harpsichord');
    await found.getByText('Cembalo').click();
    await expect(players).toContainText('Cembalo');
    await page.screenshot({ path: `${artifacts}/instruments-german.png` });
    await search.fill('Nyckelharpa');
    await expect(page.getByText('Kein Instrument gefunden')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('roomtone.practice'))).toContain('Harpsichord');
  },
);

test('a sheet marks its bar and the notes that sound, goes where it is told by keyboard, and is practiced; its title is text', async ({
  server,
  testPlayer,
}) => {
  const page = await testPlayer();
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto(`${server.url}/practice`);
  const bars = ['C', 'E', 'G', 'C'].map((step) => `${note(`${step}5`, 2)}${note(`${step}4`, 2)}`);
  const source = musicXml(bars, '<work><work-title>A &lt;b&gt;Study&lt;/b&gt;</work-title></work>');
  const buffer = Buffer.from(source);
  await page.locator('input[accept*=".musicxml"]').setInputFiles({ name: 'study.xml', mimeType: 'text/xml', buffer });
  const sheet = page.getByRole('region', { name: 'Sheet music' });
  await expect(sheet.getByRole('heading', { name: 'A <b>Study</b>' })).toBeVisible();
  await expect(sheet.getByRole('img').locator('svg').first()).toBeVisible();
  await expectAccessible(page);
  // C5 is in the first bar, once.
  await page.keyboard.down('KeyK');
  await expect(sheet.locator('.sounds')).toHaveCount(1);
  await page.keyboard.up('KeyK');
  await expect(sheet.locator('.sounds')).toHaveCount(0);
  await sheet.getByRole('region', { name: 'Page.' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(sheet.getByText('Bar 2 of 4', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Practice' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(sheet.getByText('Bar 3 of 4', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();

  // The user's own part, which nobody plays: the sheet says so when it stops.
  const player = page.getByRole('region', { name: 'Playback' });
  await player.getByRole('button', { name: 'Practice' }).click();
  await page.getByRole('combobox', { name: 'You play' }).selectOption('Right hand');
  await page.getByRole('switch', { name: 'Wait for me' }).uncheck();
  await page.keyboard.press('Escape');
  await player.getByRole('slider', { name: 'Position' }).press('Home');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(sheet.getByText('Bar 3 of 4', { exact: true })).toBeVisible();
  await player.getByRole('button', { name: 'Loop from here' }).click();
  await expect(player.getByRole('button', { name: 'Loop to here' })).toHaveText('Bar 3 – ?');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/^0 of \d+ notes in time · \d+ missed$/)).toBeVisible();
  await expect(sheet.locator('.sheet-practiced').first()).toHaveText('2 missed');
  await expect(sheet.locator('.missed').first()).toBeVisible();
  await test.step('S34.8: in reading mode pages turn by keys, by touch and with the click, and Escape leaves it', async () => {
    await player.getByRole('button', { name: 'Close file' }).click();
    const many = Array.from({ length: 16 }, () => bars).flat();
    const long = { name: 'long.xml', mimeType: 'text/xml', buffer: Buffer.from(musicXml(many)) };
    await page.locator('input[accept*=".musicxml"]').setInputFiles(long);
    await expect(sheet.getByText('Bar 1 of 64', { exact: true })).toBeVisible();
    await sheet.getByRole('button', { name: 'Reading mode' }).click();
    const leaves = () =>
      page.locator('.reading-window').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['leaf']));
    await expect.poll(leaves).toEqual(['0', '1']);
    await expectAccessible(page);
    // Half a turn: the second page stays while the first makes way for the third.
    await page.keyboard.press('PageDown');
    await expect.poll(leaves).toEqual(['2', '1']);
    await sheet.getByRole('button', { name: 'Piano' }).click();
    await page.getByRole('group', { name: 'Piano' }).locator('[data-note="60"]').focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(leaves).toEqual(['0', '1']);
    const area = await page.locator('.reading-pages').boundingBox();
    await page.mouse.click((area?.x ?? 0) + (area?.width ?? 0) * 0.9, (area?.y ?? 0) + 100);
    await expect.poll(leaves).toEqual(['2', '1']);
    await page.keyboard.press('Escape');
    await expect(sheet.getByRole('button', { name: 'Reading mode' })).toBeFocused();
  });
  // The Content-Security-Policy has no exceptions for what draws.
  expect(refused).toEqual([]);
});

/** Makes the page press a key as soon as the piano is there, before anything else can run. */
async function pressKeyOnceInside(page: Page, code: string): Promise<void> {
  await page.addInitScript((struck) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.piano') === null) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { code: struck, bubbles: true }));
    });
    observer.observe(document, { subtree: true, childList: true });
  }, code);
}
