import type { Page } from '@playwright/test';
import { expectInside, expectLit, openRoom, signUp } from './stories.ts';
import { artifacts, expect, newName, type TestPlayerOptions, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const all: readonly (TestPlayerOptions & { readonly name: string })[] = [
  { name: 'desktop-dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { name: 'desktop-light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'small-dark', viewport: { width: 1024, height: 700 }, colorScheme: 'dark' },
  { name: 'tablet-light', viewport: { width: 1180, height: 820 }, colorScheme: 'light', touch: true },
];

/** A few beats, so that notes rise in the pictures: his keys and hers. */
const phrase = [
  ['KeyA', 'KeyG'],
  ['KeyD', 'KeyJ'],
  ['KeyG', 'KeyK'],
  ['KeyH', 'KeyJ'],
  ['KeyG', 'KeyG'],
  ['KeyD', 'KeyF'],
] as const;

/** Takes a screenshot, and checks that nothing sticks out of the window. */
async function keep(page: Page, file: string): Promise<void> {
  await page.screenshot({ path: `${artifacts}/${file}.png` });
  const { wide, tall } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - innerWidth,
    tall: document.documentElement.scrollHeight - innerHeight,
  }));
  expect(wide, `${file} scrolls sideways`).toBeLessThanOrEqual(0);
  if (file.startsWith('room')) expect(tall, `${file} scrolls`).toBeLessThanOrEqual(0);
}

for (const look of all) {
  test(`every screen fits the ${look.name} window`, longRunsOnly, async ({ server, testPlayer }) => {
    const [mara, teo] = [await testPlayer(look), await testPlayer(look)];
    await mara.goto(server.url);
    await expect(mara.getByRole('button', { name: 'Listen as a guest' })).toBeVisible();
    await keep(mara, `welcome-${look.name}`);
    // The README uses the first picture.
    const named = (name: string) => (look === all[0] ? name : newName(name));
    await signUp(mara, named('Mara'));
    await expect(mara.getByRole('heading', { name: 'Rooms', exact: true })).toBeVisible();
    await expect(mara.locator('[aria-busy=true]')).toHaveCount(0);
    await keep(mara, `lobby-${look.name}`);
    await mara.getByRole('button', { name: 'New room' }).click();
    await expect(mara.getByRole('dialog')).toBeVisible();
    await keep(mara, `new-room-${look.name}`);
    await mara.getByRole('button', { name: 'Cancel' }).click();
    const link = await openRoom(mara, 'Thursday trio');
    await teo.goto(link);
    await signUp(teo, named('Teo'));
    await expectInside(teo, 'Thursday trio');
    for (const page of [mara, teo]) {
      // Hidden at first where the keys need the space.
      const opener = page.getByRole('button', { name: /^Chat/ });
      if (await opener.isVisible()) await opener.click();
    }
    for (const [page, text] of [
      [mara, 'Shall we start with the slow one?'],
      [teo, 'Yes. Count-in on you.'],
    ] as const) {
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      await page.getByRole('textbox', { name: 'Message' }).press('Enter');
      await expect(teo.getByRole('log')).toContainText(text);
      await page.getByRole('textbox', { name: 'Message' }).blur();
    }
    await teo.keyboard.press('KeyZ');
    for (const [his, hers] of phrase) {
      await teo.keyboard.down(his);
      await mara.keyboard.press(hers, { delay: 150 });
      await teo.keyboard.up(his);
    }
    for (const code of ['KeyA', 'KeyD', 'KeyG']) await mara.keyboard.down(code);
    for (const code of ['KeyA', 'KeyG']) await teo.keyboard.down(code);
    await expectLit(teo, [48, 55, 60, 64, 67]);
    await keep(teo, `room-${look.name}`);
    const keys = await teo.locator('[data-note]').evaluateAll((all) =>
      all.map((key) => ({
        note: Number((key as HTMLElement).dataset['note']),
        box: key.getBoundingClientRect().toJSON(),
      })),
    );
    expect(keys.map(({ note }) => note).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 88 }, (_, key) => 21 + key),
    );
    const { width, height } = teo.viewportSize() ?? { width: 0, height: 0 };
    for (const { note, box } of keys) {
      expect(box.left >= 0 && box.right <= width && box.bottom <= height, `key ${note} is in the window`).toBe(true);
      expect(box.width, `key ${note} can be hit`).toBeGreaterThan(4);
    }
  });
}
