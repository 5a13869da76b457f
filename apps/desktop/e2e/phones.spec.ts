import type { Page } from '@playwright/test';
import { allOrFirst, isLong } from '../../../testing/long-runs.ts';
import { musicXml, note } from '../src/renderer/src/page/features/sheets/reading/sheet-samples.ts';
import { outsidePlayer } from './outside-player.ts';
import { speak } from './pseudo.ts';
import { geometryProblems, screenProblems } from './room-geometry.ts';
import { openRoom, signUp } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';

/** Phones and tablets, upright and sideways, and windows between; the smallest phone comes first, where panels cover the stage. */
const sizes = allOrFirst([
  [360, 640],
  [667, 375],
  [1024, 768],
  [734, 900],
  [390, 844],
  [430, 932],
  [740, 360],
  [932, 430],
  [768, 1024],
  [1280, 800],
] as const);

/** Looks at the room in each size, and takes a picture. */
async function look(page: Page, name: string, problemsOf: (page: Page) => Promise<string[]>): Promise<void> {
  /** The sizes at which something is wrong, by what it is. */
  const found = new Map<string, string[]>();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // Two frames: the second is laid out with what the first one's observers changed.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    for (const problem of await problemsOf(page)) {
      found.set(problem, [...(found.get(problem) ?? []), `${width}×${height}`]);
    }
    await page.screenshot({ path: `${artifacts}/phones/${name}-${width}x${height}.png`, animations: 'disabled' });
  }
  expect
    .soft(
      Array.from(found, ([problem, where]) => `${problem} (${[...new Set(where)].join(', ')})`),
      name,
    )
    .toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
}

/** The longest words, the shortest, and those from right to left; the pseudo-language is English with longer words. */
const looks = allOrFirst([
  { name: 'English, dark', language: 'en', colorScheme: 'dark' },
  { name: 'German, light', language: 'de', colorScheme: 'light' },
  { name: '40% longer, dark', language: 'pseudo', colorScheme: 'dark' },
  { name: 'Arabic, light', language: 'ar', colorScheme: 'light' },
  { name: 'Japanese, dark', language: 'ja', colorScheme: 'dark' },
] as const);

for (const { name, language, colorScheme } of looks) {
  test(`on phones and tablets each panel of a room leaves the keys, the way out and all controls where they can be reached: ${name}`, async ({
    server,
    testPlayer,
  }) => {
    // Some 200 pictures, on a machine that may be busy.
    if (isLong) test.setTimeout(1_200_000);
    const mara = await testPlayer({ viewport: { width: 360, height: 640 }, touch: true, colorScheme });
    await mara.emulateMedia({ reducedMotion: 'reduce' });
    await mara.goto(server.url);
    await signUp(mara, newName('Mara'));
    const link = await openRoom(mara, 'Thursday trio with a long name');
    const words = await speak(mara, language);
    await mara.reload();
    const see = (state: string, floating?: string) =>
      look(mara, `${language}-${state}`, (page) => geometryProblems(page, floating));
    // Keys out of view have names, too.
    const seeReading = (state: string) =>
      look(mara, `${language}-${state}`, async (page) =>
        (await screenProblems(page)).filter((problem) => !/^[C\d] sticks out/.test(problem)),
      );
    const button = (label: string | RegExp) => mara.getByRole('button', { name: label, exact: true });
    const starting = (label: string) => new RegExp(`^${label}`);
    // A wide screen among the sizes hides panels on the way back to a phone.
    const hide = async (label: string) => {
      if (await button(label).isVisible()) await button(label).click();
      await expect(button(label)).toBeHidden();
    };
    const teo = await outsidePlayer(link, 'Theodora');
    // A figure of latency, and a recording: the fullest header there is.
    await button(words.recording.record).click();
    await expect(mara.locator('[data-audio=on]')).toBeVisible();
    teo.room.send(Uint8Array.of(0x90, 60, 80));
    teo.room.send(Uint8Array.of(0x80, 60, 0));
    await expect(mara.locator('.timing[data-heard]')).toBeVisible();
    await see('room');
    await test.step('the pedal holds what a finger lets go, until it is tapped again', async () => {
      const pedal = button(words.keyboard.pedal).filter({ visible: true });
      const voices = mara.locator('.status');
      await pedal.tap();
      await expect(pedal).toHaveAttribute('aria-pressed', 'true');
      const bytes = () => teo.heard.map((event) => event.bytes);
      const keys = await mara.locator('.piano').boundingBox();
      await mara.touchscreen.tap((keys?.x ?? 0) + 20, (keys?.y ?? 0) + (keys?.height ?? 0) - 20);
      await expect.poll(() => bytes().map(([status]) => status)).toEqual([0xb0, 0x90, 0x80]);
      expect(bytes()[0]).toEqual([0xb0, 64, 127]);
      await expect(voices).not.toHaveAttribute('data-voices', '0');
      await pedal.tap();
      await expect(pedal).toHaveAttribute('aria-pressed', 'false');
      await expect(voices).toHaveAttribute('data-voices', '0');
      await expect.poll(() => bytes().at(-1)).toEqual([0xb0, 64, 0]);
    });
    await test.step('what the device covers stays free', async () => {
      const device = await mara.context().newCDPSession(mara);
      const insets = { top: 47, topMax: 47, bottom: 34, bottomMax: 34, left: 20, leftMax: 20, right: 20, rightMax: 20 };
      await device.send('Emulation.setSafeAreaInsetsOverride', { insets });
      const boxOf = async (selector: string) => mara.locator(selector).boundingBox();
      await expect.poll(async () => (await boxOf('.leave'))?.y).toBeGreaterThanOrEqual(47);
      const [leave, panic, piano] = [await boxOf('.leave'), await boxOf('.panic'), await boxOf('.piano')];
      const fromEdge = language === 'ar' ? 360 - (leave?.x ?? 0) - (leave?.width ?? 0) : leave?.x;
      expect([fromEdge, piano?.x]).toEqual([expect.closeTo(32, 0), 20]);
      expect((panic?.y ?? 0) + (panic?.height ?? 0)).toBeLessThanOrEqual(640 - 34);
      await device.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
    });

    await button(words.room.showPlayers({ count: 2 })).click();
    await see('players');
    await hide(words.room.hidePlayers);
    await test.step('a dialog with long words on its buttons fits the phone', async () => {
      await button(words.room.showPlayers({ count: 2 })).click();
      await button(words.people.more({ name: teo.name })).click();
      await mara.getByRole('menuitem', { name: words.moderation.kick, exact: true }).click();
      const dialog = mara.getByRole('dialog');
      await expect(dialog).toBeVisible();
      expect.soft(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await mara.keyboard.press('Escape');
      await button(words.room.hidePlayers).click();
    });

    await button(starting(words.room.showChat)).click();
    await teo.room.chat('Shall we start with the slow one?');
    await expect(mara.getByRole('log')).toContainText('slow one');
    await see('chat');
    await hide(words.room.hideChat);

    await button(words.loops.open({ count: 0 })).click();
    await see('no-loops');
    await button(words.loops.playEasy).click();
    await expect(mara.getByRole('region', { name: words.loops.title }).getByText(words.loops.beats.easy)).toBeVisible();
    await see('loops');
    await button(words.loops.close).click();

    for (const [state, opener, panel] of [
      ['metronome', starting(words.metronome.title), '.metronome-panel'],
      ['timing', starting(`(${words.room.online}|.*Theodora)`), '.timing-panel'],
      ['sheets', words.sheets.title, '.kept-sheets'],
      ['set-list', words.sheets.setList.title, '.set-list'],
      ['more', words.room.more, '.menu'],
      ['sound', starting(words.status.audioOn), '.sound-panel'],
      ['input', words.keyboard.input, '.input-panel'],
      ['lit-keys', words.keyboard.lit.title, '.lit-keys-panel'],
    ] as const) {
      await button(opener).click();
      await see(state, panel);
      await mara.keyboard.press('Escape');
    }

    await button(words.sheets.title).click();
    const bars = ['C', 'E', 'G', 'C', 'D', 'F', 'A', 'C'].map((step) => `${note(`${step}5`, 2)}${note(`${step}4`, 2)}`);
    const title = '<work><work-title>A study with a rather long title</work-title></work>';
    const file = { name: 'study.xml', mimeType: 'text/xml', buffer: Buffer.from(musicXml(bars, title)) };
    await mara.locator('input[accept*=".musicxml"]').setInputFiles(file);
    const sheet = mara.getByRole('region', { name: words.sheets.title });
    await expect(sheet.getByRole('img').locator('svg').first()).toBeVisible();
    await see('sheet');
    await button(words.room.showPlayers({ count: 2 })).click();
    await see('sheet-players');
    await hide(words.room.hidePlayers);
    await button(words.sheets.taller).click();
    await see('sheet-tall');
    await button(words.sheets.lower).click();
    await test.step('S34.8: in reading mode every control can be reached beside the music, and the piano below it', async () => {
      await button(words.reading.open).click();
      await button(words.reading.look).click();
      // The size of a window that covers the screen cannot be set.
      await mara.getByRole('switch', { name: words.reading.fullScreen }).uncheck();
      await mara.keyboard.press('Escape');
      await seeReading('reading');
      await button(words.reading.piano).click();
      await seeReading('reading-piano');
      await button(words.reading.close).click();
      await expect(mara.locator('.room-header')).toBeVisible();
    });
    await sheet.getByRole('button', { name: words.sheets.practice }).click();
    const playback = mara.getByRole('region', { name: words.playback.title });
    await expect(playback).toBeVisible();
    await see('practice');
    await playback.getByRole('button', { name: words.playback.practice.title }).click();
    await see('practice-panel', '.practice-panel');
    await mara.keyboard.press('Escape');

    await button(words.sheets.share).click();
    await button(words.sheets.setList.title).click();
    // Opening the sheet for everybody has given the new entry its title.
    const long = 'A study with a rather long title';
    await expect(mara.getByLabel(words.sheets.setList.entryTitle, { exact: true })).toHaveValue(long);
    await button(words.sheets.setList.add).click();
    await button(words.sheets.setList.open({ title: long })).click();
    // The first one closes the tooltip.
    for (const key of ['Escape', 'Escape']) await mara.keyboard.press(key);
    // Smaller phones leave its height to the music.
    await mara.setViewportSize({ width: 390, height: 844 });
    await expect(mara.getByRole('region', { name: words.sheets.setList.title })).toBeVisible();
    await see('set-list-and-practice');
    await teo.leave();
  });
}
