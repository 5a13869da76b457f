import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseMidi } from 'midi-file';
import { allOrFirst } from '../../../testing/long-runs.ts';
import { expectAccessible } from './accessibility.ts';
import { arrive, arriveInNewRoom } from './arrivals.ts';
import { checkScreen } from './check-screen.ts';
import { outsidePlayer } from './outside-player.ts';
import { heard, listenIn } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** Records every beat that the page shows: its name, such as "1.3", and its time on the service clock. */
async function watchBeats(page: Page): Promise<() => Promise<Map<string, string>>> {
  await page.locator('.beat-dots').first().waitFor({ state: 'attached' });
  await page.evaluate(() => {
    const seen: [string, string][] = [];
    globalThis.roomtoneBeats = seen;
    const dots = document.querySelector<HTMLElement>('.beat-dots');
    if (dots === null) throw new Error('no beats on this page');
    new MutationObserver(() => {
      const { beat, beatUs } = dots.dataset;
      if (beat !== undefined && beatUs !== undefined) seen.push([beat, beatUs]);
    }).observe(dots, { attributeFilter: ['data-beat-us'] });
  });
  return async () => new Map(await page.evaluate(() => globalThis.roomtoneBeats));
}

const metronome = (page: Page) => page.getByRole('button', { name: /^Metronome/ });
const timing = (page: Page) => page.locator('.timing');

/** Mara, who owns a room, and Teo, whom one can hear. */
async function inRoom(roomName: string, url: string, testPlayer: () => Promise<Page>): Promise<[Page, Page]> {
  const [mara, teo] = [await testPlayer(), await testPlayer()];
  await listenIn(teo);
  const link = await arriveInNewRoom(mara, url, newName('mara'), { roomName: roomName });
  await arrive(teo, link, newName('teo'));
  await teo.getByRole('heading', { name: roomName }).click();
  await expect(teo.locator('[data-audio=on]')).toBeVisible();
  return [mara, teo];
}

test('R9.1, R9.3: the owner starts the metronome, and everybody sees and hears the same beats', async ({
  server,
  testPlayer,
}) => {
  const [mara, teo] = await inRoom('In time', server.url, testPlayer);
  await metronome(teo).click();
  await teo.getByLabel('Click volume').fill('1');
  const [maras, teos] = [await watchBeats(mara), await watchBeats(teo)];

  await metronome(mara).click();
  await mara.getByRole('spinbutton', { name: 'Beats per minute' }).fill('240');
  await mara.getByRole('spinbutton', { name: 'Beats per minute' }).press('Enter');
  await mara.getByLabel('Beats per bar').selectOption('3');
  await mara.getByRole('button', { name: 'Start' }).click();
  await expect(metronome(teo)).toContainText('240');

  // A page on a busy machine may skip beats, but never shows one at another time.
  const shared = async () => {
    const [hers, his] = [await maras(), await teos()];
    return [...his].flatMap(([beat, atUs]) => {
      const her = hers.get(beat);
      return her === undefined ? [] : [{ beat, his: atUs, hers: her }];
    });
  };
  await expect.poll(async () => (await shared()).length).toBeGreaterThan(8);
  for (const { beat, his, hers } of await shared()) expect(his, `beat ${beat}`).toBe(hers);
  expect([...(await teos()).keys()].some((beat) => beat.startsWith('0.'))).toBe(true);
  // The click of the bar line.
  await expect.poll(async () => (await heard(teo)).some((hz) => Math.abs(hz / 1_568 - 1) < 0.03)).toBe(true);

  await mara.getByRole('button', { name: 'Stop', exact: true }).click();
  for (const page of [mara, teo]) await expect(page.locator('.beat-dots [data-now]')).toHaveCount(0);
});

test(
  'R9.3, R9.9: a member cannot set the metronome or an interval and is told why, but may mute the click',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const [mara, teo] = [await testPlayer(), await testPlayer()];
    const host = newName('mara');
    const link = await arriveInNewRoom(mara, server.url, host, { roomName: 'Hosted' });
    await arrive(teo, link, newName('teo'));
    await metronome(teo).click();
    await expect(teo.getByRole('button', { name: 'Start' })).toBeDisabled();
    await expect(teo.getByRole('group', { name: 'Metronome' })).toHaveAccessibleDescription(
      new RegExp(`^Only ${host} and moderators can change the metronome`),
    );
    await teo.getByRole('button', { name: 'Mute the click for yourself' }).click();
    await teo.reload();
    await metronome(teo).click();
    await expect(teo.getByRole('button', { name: 'Unmute the click' })).toBeVisible();

    await timing(teo).click();
    await expect(teo.getByRole('radio', { name: 'In sync for everyone' })).toBeDisabled();
    await expect(teo.locator('.timing-panel')).toContainText(`Only ${host} and moderators can change that`);
    await teo.getByRole('radio', { name: 'Low latency' }).check();

    await timing(mara).click();
    await mara.getByRole('radio', { name: 'In sync for everyone' }).check();
    await expect(teo.getByRole('radio', { name: 'In sync for everyone' })).toBeChecked();
    await expect(teo.getByRole('radio', { name: 'Auto' })).toBeDisabled();
    await expect(teo.locator('.timing-panel')).toContainText('after it was played');
    await mara.getByRole('radio', { name: 'Auto' }).check();
    await expect(teo.getByRole('radio', { name: 'Low latency' })).toBeChecked();

    await mara.getByRole('radio', { name: 'An interval later' }).check();
    await expect(teo.getByRole('radio', { name: 'An interval later' })).toBeChecked();
    await expect(teo.locator('.timing-lead')).toHaveText('You hear the others 4 bars later');
    await mara.getByRole('combobox', { name: 'Interval' }).selectOption('2 bars');
    await expect(timing(teo)).toHaveAccessibleName('2 bars later');
    await mara.screenshot({ path: `${artifacts}/interval.png` });
    await mara.keyboard.press('Escape');
    await metronome(mara).click();
    await mara.getByRole('button', { name: 'Start' }).click();
    await expect(mara.locator('.metronome-panel .interval-bars i[data-now]')).toHaveCount(1);
    await expect(mara.locator('.pill .interval-bars i')).toHaveCount(2);
    await mara.screenshot({ path: `${artifacts}/interval-metronome.png` });
  },
);

test(
  'a tempo is tapped, and the metronome runs in the practice room too',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const page = await testPlayer();
    await page.goto(`${server.url}/practice`);
    const beats = await watchBeats(page);
    await metronome(page).click();
    const tap = page.getByRole('button', { name: 'Tap' });
    // Taps have fixed timestamps, because a test cannot tap in time.
    for (const timeStamp of [1_000, 1_400, 1_800, 2_200]) {
      await tap.evaluate((button, at) => {
        const event = new PointerEvent('pointerdown', { bubbles: true });
        Object.defineProperty(event, 'timeStamp', { value: at });
        button.dispatchEvent(event);
      }, timeStamp);
    }
    await expect(page.getByRole('spinbutton', { name: 'Beats per minute' })).toHaveValue('150');
    await page.getByLabel('Count in one bar').uncheck();
    await page.getByRole('button', { name: 'Start' }).click();
    // Of any bars: a busy page skips beats that are over before it can show them.
    await expect
      .poll(async () => Array.from((await beats()).keys(), (beat) => beat.split('.')[1]))
      .toEqual(expect.arrayContaining(['1', '2', '3', '4']));
    await test.step('R9.12: a bar of seven in groups, with silent beats, and seen as well as heard', async () => {
      const panel = page.getByRole('dialog', { name: 'Metronome' });
      if (!(await panel.isVisible())) await metronome(page).click();
      await panel.getByRole('combobox', { name: 'Beats per bar' }).selectOption('7');
      await panel.getByText('Accents, subdivisions and silent bars').click();
      await panel.getByRole('combobox', { name: 'Groups' }).selectOption({ label: '2+2+3' });
      await expect(panel.getByRole('button', { name: 'Beat 5: accented' })).toBeVisible();
      await panel.getByRole('button', { name: 'Beat 7: plain' }).click();
      await expect(panel.getByRole('button', { name: 'Beat 7: accented' })).toBeVisible();
      await panel.getByRole('combobox', { name: 'Clicks per beat' }).selectOption('2');
      await expect(panel.getByRole('slider', { name: 'Swing' })).toBeVisible();
      await panel.getByRole('switch', { name: 'Show the beat' }).check();
      await expect(page.locator('.beat-pulse i[data-now]')).toHaveCount(1);
      await expectAccessible(page);
    });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave' }).click();
  },
);

/** The default theme on stage only, except in long runs. */
const schemes = allOrFirst(['dark', 'light'] as const);

for (const colorScheme of schemes) {
  test(
    `the timing panel shows the other player’s figures, and the running metronome is not cut off, in ${colorScheme}`,
    longRunsOnly,
    async ({ server, testPlayer }) => {
      const mara = await testPlayer({ viewport: { width: 1024, height: 700 }, colorScheme });
      const link = await arriveInNewRoom(mara, server.url, newName('Mara'), { roomName: 'Thursday trio' });
      const teo = await outsidePlayer(link, 'Teo');
      await mara.getByRole('heading', { name: 'Thursday trio' }).click();
      await expect(mara.locator('[data-audio=on]')).toBeVisible();
      const playing = setInterval(() => {
        teo.room.send(Uint8Array.of(0x90, 60, 80));
        teo.room.send(Uint8Array.of(0x80, 60, 64));
      }, 60);
      await timing(mara).click();
      const figures = mara.getByRole('list', { name: 'Each player' }).getByRole('listitem');
      await expect(figures).toContainText(teo.name);
      await expect(figures).toContainText(/\d+ notes in the last 60 s/);
      for (const name of ['half within', '95% within', '99% within', 'Round trip', 'One way to you', 'Jitter']) {
        await expect(figures.getByText(new RegExp(`^${name}`)).locator('xpath=following-sibling::dd')).toHaveText(
          / ms$/,
        );
      }
      // The pill, the panel and the player's row show the same figure.
      const lead = mara.locator('.timing-lead');
      const heard = new RegExp(`^You hear ${teo.name} in (\\d+ ms) (tight|noticeable delay|long delay)$`);
      await expect(lead).toHaveText(heard);
      await expect(async () => {
        const [, ms = '', level = ''] = heard.exec((await lead.textContent()) ?? '') ?? [];
        await expect(timing(mara)).toHaveAccessibleName(`You hear ${teo.name} in ${ms}, ${level}`, { timeout: 100 });
        await expect(mara.locator('.player .latency')).toHaveText(`${ms}, ${level}`, { timeout: 100 });
      }).toPass();
      await mara.screenshot({ path: `${artifacts}/timing-${colorScheme}.png` });
      await figures.scrollIntoViewIfNeeded();
      await mara.screenshot({ path: `${artifacts}/timing-players-${colorScheme}.png` });
      clearInterval(playing);
      await metronome(mara).click();
      await mara.getByRole('button', { name: 'Start' }).click();
      await expect(mara.locator('.metronome-panel .beat-dots')).toHaveAttribute('data-beat', /^1\.[23]$/);
      await mara.screenshot({ path: `${artifacts}/metronome-${colorScheme}.png` });
      const panel = await mara.locator('.metronome-panel').boundingBox();
      expect(panel?.y).toBeGreaterThan(0);
      expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThan(700);
      await teo.leave();
    },
  );
}

test(
  'R21.5, R22.2: a beat in two steps, by keyboard alone, which everybody sees and hears, edits at the same time, and exports',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const [mara, teo] = await inRoom('Loops', server.url, testPlayer);

    const panel = (page: Page) => page.getByRole('region', { name: 'Loops' });
    await mara.getByRole('button', { name: 'Loops', exact: true }).press('Enter');
    await panel(mara).getByRole('button', { name: 'Play an easy beat' }).press('Enter');
    await teo.getByRole('button', { name: 'Loops, 1' }).click();
    for (const page of [mara, teo]) {
      const tile = panel(page).getByRole('listitem', { name: /^Easy beat, by mara/ });
      await expect(tile).toHaveAttribute('data-state', 'playing');
      await expect(tile.locator('.loop-line')).toBeVisible();
    }
    await expect.poll(async () => (await heard(teo)).length).toBeGreaterThan(0);
    await expectAccessible(teo);

    // Both edit the grid; each sees the other's steps.
    for (const page of [mara, teo])
      await panel(page).getByRole('button', { name: 'Edit the steps of Easy beat' }).press('Enter');
    const cell = (page: Page, name: string) => panel(page).getByRole('gridcell', { name });
    await cell(mara, 'High tom, step 1, off').focus();
    await mara.keyboard.press('ArrowRight');
    await mara.keyboard.press('Space');
    await expect(cell(teo, 'High tom, step 2, volume 95')).toHaveAttribute('aria-selected', 'true');
    await mara.keyboard.press('Shift+ArrowUp');
    await expect(cell(teo, 'High tom, step 2, volume 105')).toBeVisible();
    await cell(teo, 'Clap, step 3, off').click();
    await expect(cell(mara, 'Clap, step 3, volume 95')).toBeVisible();
    await checkScreen(teo, 'loop-grid');

    const save = async () => {
      await panel(mara).getByRole('button', { name: 'More for this grid' }).click();
      const [download] = await Promise.all([
        mara.waitForEvent('download'),
        mara.getByRole('menuitem', { name: 'Export as MIDI' }).click(),
      ]);
      return parseMidi(await readFile(await download.path()));
    };
    const { tracks } = await save();
    const struck = tracks[1]
      ?.filter((event) => event.type === 'noteOn')
      .map(({ noteNumber, velocity }) => `${noteNumber} ${velocity}`);
    expect(struck).toEqual(expect.arrayContaining(['50 105', '39 95', '36 120']));

    // A loop of what is played ends by itself.
    await panel(mara).getByRole('button', { name: 'Back to all loops' }).press('Enter');
    await panel(mara).getByLabel('Length').selectOption('1 bar');
    await panel(mara).getByRole('button', { name: 'Record loop 2' }).press('Enter');
    await expect(panel(mara).getByText('Recording, bar 1 of 1')).toBeVisible();
    await mara.keyboard.press('KeyG', { delay: 200 });
    await expect(panel(mara).getByRole('listitem', { name: /^Grand piano, by mara/ })).toHaveAttribute(
      'data-state',
      /playing|starting/,
    );
    await panel(mara).getByRole('button', { name: 'More for Grand piano' }).press('F2');
    await panel(mara).getByRole('textbox', { name: 'Name of Grand piano' }).fill('Bass line');
    await mara.keyboard.press('Enter');
    await expect(panel(mara).getByRole('button', { name: 'More for Bass line' })).toBeFocused();
    await panel(teo).getByRole('button', { name: 'Back to all loops' }).click();
    await panel(teo).getByRole('button', { name: 'Stop Bass line' }).click();
    await expect(panel(mara).getByRole('button', { name: 'Play Bass line' })).toBeVisible();
  },
);
