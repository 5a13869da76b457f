import { type RefObject, useEffect, useState } from 'react';

/** Rows beyond the window, so that fast scrolling shows no gaps. */
const overscanRows = 8;

export interface RowRange {
  readonly first: number;
  /** Included. */
  readonly last: number;
}

/** The rows of a long list that are in the window or near it; the list scrolls with whatever it is in. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, rowHeight: number): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, last: 2 * overscanRows });
  useEffect(() => {
    let frame: number | undefined;
    const measure = () => {
      frame = undefined;
      if (list.current === null) return;
      const { top } = list.current.getBoundingClientRect();
      // In steps, so that not every row that passes renders the list.
      const first = stepDown(-top / rowHeight - overscanRows);
      const last = stepDown((innerHeight - top) / rowHeight + overscanRows) + overscanRows;
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    const measureSoon = () => {
      frame ??= requestAnimationFrame(measure);
    };
    measure();
    // Scrolling does not bubble: capturing hears of it wherever it happens.
    window.addEventListener('scroll', measureSoon, { capture: true, passive: true });
    window.addEventListener('resize', measureSoon);
    return () => {
      window.removeEventListener('scroll', measureSoon, { capture: true });
      window.removeEventListener('resize', measureSoon);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [list, rowHeight]);
  return range;
}

function stepDown(row: number): number {
  return Math.max(0, Math.floor(row / overscanRows) * overscanRows);
}
