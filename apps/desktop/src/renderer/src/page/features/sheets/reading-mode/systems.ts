import type { Box } from '../drawing.ts';
import type { Block } from './leaves.ts';

/** From top to bottom, px. */
type Span = readonly [top: number, bottom: number];

/** Signs reach so far beyond the boxes of their bars, px. */
const slackPx = 12;

/**
 * The systems of a drawing. Between two of them it is cut where the widest gap is, so that words below the one and chords above
 * the other stay whole. @param boxes of measures, in order. @param ink everything that was drawn
 */
export function systemsOf(boxes: readonly Box[], ink: readonly Span[], height: number): readonly Block[] {
  const systems: { top: number; bottom: number; left: number }[] = [];
  for (const { left, top, height: own } of boxes) {
    const last = systems.at(-1);
    if (last === undefined || left <= last.left || top >= last.bottom) systems.push({ left, top, bottom: top + own });
    else {
      last.left = left;
      last.top = Math.min(last.top, top);
      last.bottom = Math.max(last.bottom, top + own);
    }
  }
  const cuts = systems.slice(1).map((next, index) => cutBetween(systems[index]?.bottom ?? 0, next.top, ink));
  const end = Math.min(
    height,
    Math.max(0, ...ink.map(([, bottom]) => bottom), ...systems.map(({ bottom }) => bottom)) + 4,
  );
  return systems.map((_, index) => ({ top: index === 0 ? 0 : (cuts[index - 1] ?? 0), bottom: cuts[index] ?? end }));
}

function cutBetween(bottom: number, top: number, ink: readonly Span[]): number {
  const from = Math.min(bottom, top) - slackPx;
  const to = Math.max(bottom, top) + slackPx;
  let best: Span = [(from + to) / 2, (from + to) / 2];
  let free = from;
  const inside = ink.filter(([start, end]) => end > from && start < to);
  for (const [start, end] of [...inside.toSorted(([a], [b]) => a - b), [to, to] as const]) {
    if (Math.min(start, to) - free > best[1] - best[0]) best = [free, Math.min(start, to)];
    free = Math.max(free, end);
  }
  return (best[0] + best[1]) / 2;
}

/** Where everything was drawn within an element, px. */
export function inkOf(element: HTMLElement): readonly Span[] {
  const { top: origin, width } = element.getBoundingClientRect();
  const scale = width / Math.max(1, element.offsetWidth);
  return [...element.querySelectorAll('svg :not(g, defs, style, tspan)')].flatMap((part): Span[] => {
    const { top, bottom } = part.getBoundingClientRect();
    return bottom > top ? [[(top - origin) / scale, (bottom - origin) / scale]] : [];
  });
}
