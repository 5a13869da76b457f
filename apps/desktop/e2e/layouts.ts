import type { Page } from '@playwright/test';

/** How often the browser laid out the page. */
export interface Layouts {
  /** Layouts that start at the root and visit nearly everything. */
  readonly whole: number;
  /** Layouts of boxes that are independent of the rest. */
  readonly parts: number;
}

/** The part of Chromium's trace of a layout that is read here. */
interface LayoutEvent {
  readonly name?: string;
  readonly ph?: string;
  readonly args?: { readonly beginData?: { readonly partialLayout?: boolean } };
}

/** Starts counting layouts; returns a function that stops and returns the counts. */
export async function countLayouts(page: Page): Promise<() => Promise<Layouts>> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser');
  const session = await browser.newBrowserCDPSession();
  const events: LayoutEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...value);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'], excludedCategories: ['*'] },
  });
  return async () => {
    const isAll = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await isAll;
    await session.detach();
    const layouts = events.filter(({ name, ph }) => name === 'Layout' && ph !== 'E');
    const parts = layouts.filter(({ args }) => args?.beginData?.partialLayout === true).length;
    return { whole: layouts.length - parts, parts };
  };
}
