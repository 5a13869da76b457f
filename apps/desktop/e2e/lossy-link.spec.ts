// Two browsers and their server, joined by a link that loses 2% of the packets.
import { chromium as browsers, type Page } from '@playwright/test';
import { chromiumThrough } from '../../../testing/emulated-link/chromium-through.ts';
import { EmulatedLink } from '../../../testing/emulated-link/emulated-link.ts';
import { startServer } from '../../../testing/running-server.ts';
import { chromium } from './chromium.ts';
import { exported, nameOf, notesOf } from './exported-recording.ts';
import { expectInside, expectLit, openRoom, signUp } from './stories.ts';
import { expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const missing = EmulatedLink.missing();
const seed = 3;
/** A C major scale on the computer keyboard, and the keys that it plays. */
const scale = { KeyA: 60, KeyS: 62, KeyD: 64, KeyF: 65, KeyG: 67, KeyH: 69, KeyJ: 71, KeyK: 72 };
const rounds = 4;
const played = Array.from({ length: rounds }, () => Object.entries(scale)).flat();
const holdMs = 25;

const closing: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Plays the scale again and again; the last key stays down until the other one has heard it. */
async function play(page: Page, other: Page): Promise<void> {
  for (const [code] of played.slice(0, -1)) await page.keyboard.press(code, { delay: holdMs });
  const [code, key] = played.at(-1) ?? ['', 0];
  await page.keyboard.down(code);
  await expectLit(other, [key]);
  await page.keyboard.up(code);
  await expectLit(other, []);
}

/** The timing panel shows that datagrams can be sent. */
async function expectSecondPath(page: Page): Promise<void> {
  await page.locator('.timing').click();
  const name = page.locator('.timing-panel').getByText('Second path for notes', { exact: true });
  // It is only ready if the other page has taken half a minute.
  await expect(name.locator('xpath=following-sibling::dd').first()).toHaveText(/in use|ready/);
  await page.keyboard.press('Escape');
}

test('R17.3: two browsers on a link that loses packets hear each note once and in order', longRunsOnly, async () => {
  if (missing !== undefined) console.log(`NOT RUN: browsers on a lossy link, because ${missing}`);
  test.info().skip(missing !== undefined, missing);
  const link = await EmulatedLink.open({ delayMs: 5, jitterMs: 2, seed });
  closing.push(() => link.close());
  const settings = { ROOMTONE_HOST: link.a.address, ROOMTONE_TLS: 'off', ROOMTONE_ANNOUNCE: 'off' };
  const server = await startServer(settings, link.a.through);
  closing.push(() => server.stop());
  const { executablePath, remove } = await chromiumThrough(link.b.through, chromium.executablePath ?? '');
  const browser = await browsers.launch({ ...chromium, executablePath });
  closing.push(remove, () => browser.close());
  const people = await Promise.all(
    ['mara', 'teo'].map(async (stem) => {
      const context = await browser.newContext({ locale: 'en-GB' });
      return { name: newName(stem), page: await context.newPage() };
    }),
  );
  const [mara, teo] = people as [(typeof people)[number], (typeof people)[number]];
  await Promise.all(
    people.map(async ({ page, name }) => {
      await page.goto(server.url);
      await signUp(page, name);
    }),
  );
  await teo.page.goto(await openRoom(mara.page, 'Bad Wi-Fi'));
  await expectInside(teo.page, 'Bad Wi-Fi');
  await Promise.all(
    people.map(async ({ page }) => {
      await expectSecondPath(page);
      await page.getByRole('button', { name: 'Record', exact: true }).click();
    }),
  );

  const before = await link.set({ loss: 0.02 });
  await play(mara.page, teo.page);
  await play(teo.page, mara.page);
  const after = await link.set({ loss: 0 });
  for (const direction of ['aToB', 'bToA'] as const)
    expect(after[direction].udp.packets - before[direction].udp.packets).toBeGreaterThan(2 * played.length);
  expect(after.aToB.udp.lost + after.bToA.udp.lost).toBeGreaterThan(0);

  for (const [listener, player] of [[mara, teo] as const, [teo, mara] as const]) {
    await listener.page.getByRole('button', { name: 'Stop recording' }).click();
    await expect(listener.page.getByText(/^Saved: Bad Wi-Fi/)).toBeVisible();
    await listener.page.getByRole('button', { name: 'Recordings' }).click();
    const track = (await exported(listener.page)).find((each) => nameOf(each) === player.name);
    expect(notesOf(track ?? []).map(({ on, key }) => [on, key])).toEqual(
      played.flatMap(([, key]) => [
        [true, key],
        [false, key],
      ]),
    );
  }
});
