import type { Page } from '@playwright/test';
import { allOrFirst } from '../../../testing/long-runs.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { artifacts } from './test-players.ts';

const looks = allOrFirst([
  { width: 360, height: 740, theme: 'dark' },
  { width: 1920, height: 1080, theme: 'light' },
  { width: 1024, height: 768, theme: 'dark' },
] as const);

/** Takes a screenshot in three widths (the narrowest only, except in long runs), and checks that everything stays in its box and is accessible. */
export async function checkScreen(page: Page, file: string): Promise<void> {
  const chosen = await page.evaluate(() => document.documentElement.dataset['theme']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { width, height, theme } of looks) {
    await page.setViewportSize({ width, height });
    await setTheme(page, theme);
    await expectNoOverflow(page);
    await page.screenshot({ path: `${artifacts}/${file}-${width}.png`, fullPage: true });
  }
  await setTheme(page, chosen);
  await expectAccessible(page);
}

async function setTheme(page: Page, theme: string | undefined): Promise<void> {
  await page.evaluate((name) => {
    if (name === undefined) delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = name;
  }, theme);
}
