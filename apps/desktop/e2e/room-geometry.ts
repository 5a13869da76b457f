import type { Page } from '@playwright/test';

/** An element on the screen, CSS px. */
interface Box {
  readonly name: string;
  /** Its place among all elements that were measured, and those of the elements that contain it. */
  readonly id: number;
  readonly within: readonly number[];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Of its text. */
  readonly fontPx: number;
}

const rows = [
  '.room-header',
  '.status',
  '.sheet-bar',
  '.player-bar',
  '.set-list-bar',
  '.rights-bar',
  '.first-run',
] as const;
const inRow = 'button, a, select, input, h1, h2, .sheet-counter';
const groups = {
  parts: '.room-header, .room-bars, .stage-air, .piano-map, .piano, .status',
  panels: '.players, .chat, .loops',
  ways: '.leave, .panic, .record',
  /** Held sideways a phone has too little height for them beside the keys. */
  fromHeader: ".floating[data-side='bottom']",
  touched: 'button:not(.key, .linked), select, summary, .button, label:has(input[type=checkbox], input[type=radio])',
  fields: 'input:not([type=checkbox], [type=radio], [type=range]), select, textarea',
  ...Object.fromEntries(rows.map((row) => [row, `${row} :is(${inRow})`])),
  ...Object.fromEntries(rows.map((row) => [`row ${row}`, row])),
} as const;

/** Nothing else is as small as a pixel and meant to be seen. */
const smallestTarget = 44;
const smallestTextPx = 12;
const smallestFieldPx = 16;

/**
 * Looks for what a musician at this screen would miss: parts that overlap or stick out, a missing way out or piano, buttons that a
 * finger misses, text too small to read, fields that make a phone zoom. Returns a sentence for each.
 * @param floating the selector of an area that floats over the room.
 */
export async function geometryProblems(page: Page, floating: string | undefined): Promise<string[]> {
  const boxes = await measure(page, { ...groups, floating: floating ?? 'no-such-element', paper: '.sheet-scroll' });
  const of = (group: string) => boxes[group] ?? [];
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const screen: Box = { name: 'screen', id: -1, within: [], left: 0, top: 0, right: width, bottom: height, fontPx: 0 };
  const underPanels = of('parts').filter(({ name }) => !name.includes('stage-air'));
  const keys = of('parts').filter(({ name }) => /<(piano|piano-map|status)>/.test(name));
  const isSheetTall = (await page.locator('.sheet[data-size=tall]').count()) > 0;
  const leastHeights: readonly [string, Box | undefined, number][] = [
    ['the stage', partOf(boxes, 'stage-air'), isSheetTall ? 20 : 40],
    ['the piano', partOf(boxes, 'piano'), 96],
    ['the sheet', of('paper')[0], 56],
    ...of('panels').map((panel) => [panel.name, panel, 90] as [string, Box, number]),
  ];
  return [
    ...missing(boxes, floating),
    ...[...of('parts'), ...of('panels'), ...of('floating')].flatMap((box) => sticksOut(box, screen)),
    ...overlaps(of('parts')),
    ...of('panels').flatMap((panel) => overlaps([panel, ...underPanels])),
    ...of('floating').flatMap((box) => overlaps([box, ...of('ways').filter(({ name }) => name.includes('leave'))])),
    ...(height > 500 ? of('fromHeader').flatMap((box) => overlaps([box, ...keys])) : []),
    ...rows.flatMap((row) => overlaps(of(row))),
    ...rows.flatMap((row) => of(row).flatMap((box) => sticksOut(box, of(`row ${row}`)[0] ?? screen))),
    ...leastHeights.flatMap(([name, box, least]) =>
      box !== undefined && box.bottom - box.top < least
        ? [`${name} is ${Math.round(box.bottom - box.top)} px high`]
        : [],
    ),
    ...of('touched').flatMap(tooSmallToTouch),
    ...tooSmall(boxes),
  ];
}

/**
 * Looks for the same on any other screen: controls that overlap, stick out sideways or are missed by a finger, text too small to
 * read, fields that make a phone zoom.
 */
export async function screenProblems(page: Page): Promise<string[]> {
  const boxes = await measure(page, { touched: groups.touched, fields: groups.fields });
  const of = (group: string) => boxes[group] ?? [];
  const { width = 0 } = page.viewportSize() ?? {};
  return [
    ...overlaps(of('touched')),
    ...[...of('touched'), ...of('fields'), ...of('texts')].flatMap(({ name, left, right }) =>
      left < -1 || right > width + 1 ? [`${name} sticks out: ${Math.round(left)} ${Math.round(right)}`] : [],
    ),
    ...of('touched').flatMap(tooSmallToTouch),
    ...tooSmall(boxes),
  ];
}

function tooSmall(boxes: Record<string, readonly Box[]>): string[] {
  const { fields = [], texts = [] } = boxes;
  return [
    ...fields.flatMap(({ name, fontPx }) => (fontPx < smallestFieldPx ? [`a phone zooms into ${name}`] : [])),
    ...texts.flatMap(({ name, fontPx }) => (fontPx < smallestTextPx ? [`"${name}" has ${fontPx} px`] : [])),
  ];
}

function partOf(boxes: Record<string, readonly Box[]>, name: string): Box | undefined {
  return boxes['parts']?.find((part) => part.name.endsWith(`<${name}>`) || part.name.includes(`<${name} `));
}

function missing(boxes: Record<string, readonly Box[]>, floating: string | undefined): string[] {
  const needed = ['room-header', 'stage-air', 'piano', 'status'].filter((name) => partOf(boxes, name) === undefined);
  const ways = ['leave', 'panic', 'record'].filter((name) => !boxes['ways']?.some((way) => way.name.includes(name)));
  const float = floating !== undefined && boxes['floating']?.length === 0 ? [floating] : [];
  return [...needed, ...ways, ...float].map((name) => `there is no ${name}`);
}

function sticksOut(box: Box, around: Box): string[] {
  const { name, left, top, right, bottom } = box;
  const isInside =
    left >= around.left - 1 && right <= around.right + 1 && top >= around.top - 1 && bottom <= around.bottom + 1;
  return isInside ? [] : [`${name} sticks out: ${[left, top, right, bottom].map(Math.round).join(' ')}`];
}

function overlaps(boxes: readonly Box[]): string[] {
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => !one.within.includes(other.id) && !other.within.includes(one.id))
      .filter((other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1)
      .filter((other) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1)
      .map((other) => `${one.name} overlaps ${other.name}`),
  );
}

/** Links in a line of text are as wide as their words. */
function tooSmallToTouch({ name, left, top, right, bottom }: Box): string[] {
  const [width, height] = [right - left, bottom - top];
  const isText = name.includes('status-link') || name.includes('chat-preview');
  const isLarge = height >= smallestTarget - 0.5 && (isText || width >= smallestTarget - 0.5);
  return isLarge ? [] : [`${name} is ${Math.round(width)} × ${Math.round(height)}`];
}

/** The shown elements of each selector, and under `texts` every text outside a drawing. */
async function measure(page: Page, selectors: Record<string, string>): Promise<Record<string, readonly Box[]>> {
  return page.evaluate((wanted) => {
    const ids = new Map<Element, number>();
    const idOf = (element: Element) => {
      if (!ids.has(element)) ids.set(element, ids.size);
      return ids.get(element) ?? 0;
    };
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const boxOf = (element: Element, name?: string) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const within: number[] = [];
      for (let each = element.parentElement; each !== null; each = each.parentElement) within.push(idOf(each));
      const words = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? '';
      return {
        ...{
          name: name ?? `${words} <${element.getAttribute('class') ?? element.localName}>`,
          id: idOf(element),
          within,
        },
        ...{ left, top, right, bottom, fontPx: Number.parseFloat(getComputedStyle(element).fontSize) },
      };
    };
    const found = Object.entries(wanted).map(([group, selector]) => [
      group,
      Array.from(document.querySelectorAll(selector))
        .filter(isShown)
        .map((element) => boxOf(element)),
    ]);
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      const [text, parent] = [node.textContent?.trim() ?? '', node.parentElement];
      // The ways to other screens scroll sideways where they have no room.
      if (text === '' || parent === null || parent.closest('svg, script, .frame-bar nav') !== null) continue;
      if (isShown(parent)) texts.push(boxOf(parent, text.slice(0, 30)));
    }
    return { ...Object.fromEntries(found), texts };
  }, selectors);
}
