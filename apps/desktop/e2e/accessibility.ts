import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing on the page that keeps people out: names, roles, contrast, focus (WCAG 2.2 A and AA). */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in is pale for a moment.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  // A key is called “C 4”, as it is said, and “C4” is written on it.
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .disableRules(['label-content-name-mismatch'])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
  expect(found).toEqual([]);
}

/** Nothing sticks out of the window sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const wide = [...document.querySelectorAll<HTMLElement>('button, input, textarea, a, h1, h2, p')].filter(
      (element) => {
        const box = element.getBoundingClientRect();
        return (
          box.width > 0 &&
          element.checkVisibility({ opacityProperty: true }) &&
          box.right > clientWidth + 1 &&
          element.closest('.room-actions, .status, .frame-bar nav') === null
        );
      },
    );
    return { by: scrollWidth - clientWidth, wide: wide.map((element) => element.outerHTML.slice(0, 120)) };
  });
  expect(outside).toEqual({ by: 0, wide: [] });
}
