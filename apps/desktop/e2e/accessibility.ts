import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { allOrFirst } from '../../../testing/long-runs.ts';

/** WCAG 2.2 AA as far as rules can check it, and other good practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/**
 * Open menus and panels are placed outside the page's landmarks. A piano key is called "C 4", as it is spoken, but
 * labelled "C4".
 */
const exceptions = ['region', 'label-content-name-mismatch'];
/** Screens that depend on the theme; everything else is looked at in one of them. */
const colorRules = ['color-contrast', 'link-in-text-block'];
/** Rows of which a part is out of sight by design. */
const strips = '.room-actions, .status, .frame-bar nav, .piano-keys';

/** Checks for accessibility problems (names, roles, contrast, focus), in long runs in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  const chosen = await page.evaluate(() => document.documentElement.dataset['theme']);
  // Colours in the middle of a transition do not count.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of allOrFirst(['dark', 'light'])) {
    await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
    // Within the page: otherwise axe opens another page for each look, in a process of its own.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    const chosenRules = theme === 'dark' ? axe.withTags(rules).disableRules(exceptions) : axe.withRules(colorRules);
    const { violations } = await chosenRules.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `${page.url()}, ${theme}`).toEqual([]);
  }
  await page.evaluate((theme) => {
    if (theme === undefined) delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    // Forces the styles to apply before motion is switched on again.
    return document.body.offsetHeight;
  }, chosen);
  await page.emulateMedia({ reducedMotion: null });
}

/** Checks that nothing sticks out of the window, and no text out of its card, button or line. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const out = await page.evaluate((scrolled) => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const boxes = document.querySelectorAll<HTMLElement>(
      'button, input, textarea, a, p, .card, .dialog, h1, h2, h3, .notice, .toast',
    );
    const stick = [...boxes].filter((box) => {
      const { left, right, width } = box.getBoundingClientRect();
      if (width <= 1 || (left >= -1 && right <= innerWidth + 1)) return false;
      return box.checkVisibility({ opacityProperty: true }) && box.closest(scrolled) === null;
    });
    return [...(wide > 0 ? [`the page by ${wide} px`] : []), ...stick.map((box) => box.outerHTML.slice(0, 120))];
  }, strips);
  expect(out, 'sticks out').toEqual([]);
}
