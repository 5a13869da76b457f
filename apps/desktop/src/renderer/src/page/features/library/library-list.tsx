import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { LibraryEmpty } from './library-empty.tsx';
import { BlankRow, LibraryListRow } from './library-row.tsx';
import { useLibraryView } from './library-store.ts';
import { SortRow } from './sort-row.tsx';
import { useLibraryRows } from './use-library-rows.ts';
import { useVisibleRows } from './use-visible-rows.ts';

/** As in library.css. */
const rowHeight = 64;
/** Shown until the library has answered. */
const blankRows = 8;

/**
 * The files that fit the view. Only those near the window are in the document; the arrow keys move between all of them.
 * @param hasAudience true if there may be somebody else to play to.
 */
export function LibraryList({ hasAudience }: { readonly hasAudience: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const hintId = useId();
  const { first, last } = useVisibleRows(list, rowHeight);
  const { total, rowAt } = useLibraryRows(first, last);
  const view = useLibraryView((state) => state.view);
  /** The row whose controls Tab reaches. */
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const current = Math.min(active, Math.max(0, (total ?? 0) - 1));
  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = list.current?.querySelector(`[data-row="${current}"]`);
    const control = row?.querySelector<HTMLElement>('button');
    // A row that is still loading gets the focus when it has loaded.
    if (control === null || control === undefined) return;
    wantsFocus.current = false;
    row?.scrollIntoView({ block: 'nearest' });
    control.focus({ preventScroll: true });
  });
  const move = (event: KeyboardEvent) => {
    const to = targetOf(event, current, total ?? 0);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    wantsFocus.current = true;
    setActive(to);
    list.current?.querySelector(`[data-row="${to}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  if (total === 0) return <LibraryEmpty />;
  const indexes = rowIndexes({ first, last }, current, total ?? blankRows);
  return (
    <>
      {view !== 'problems' && view !== 'recent' && <SortRow />}
      <p id={hintId} className="visually-hidden">
        {strings.library.rowHint}
      </p>
      <ul
        ref={list}
        className="library-list"
        aria-label={strings.library.list}
        aria-describedby={hintId}
        aria-busy={total === undefined}
        style={{ height: `${(total ?? blankRows) * rowHeight}px` }}
        onKeyDown={move}
      >
        {indexes.map((index) => {
          const row = rowAt(index);
          return row === undefined ? (
            <BlankRow key={`blank ${index}`} index={index} />
          ) : (
            <LibraryListRow
              key={row.id}
              row={row}
              index={index}
              total={total ?? 0}
              isActive={index === current}
              hasAudience={hasAudience}
              onFocus={() => setActive(index)}
            />
          );
        })}
      </ul>
    </>
  );
}

/** The rows in the window, and the active one, so that the focus is not lost while it is scrolled away. */
function rowIndexes(
  { first, last }: { first: number; last: number },
  active: number,
  total: number,
): readonly number[] {
  const indexes = Array.from({ length: Math.max(0, Math.min(last, total - 1) - first + 1) }, (_, at) => first + at);
  if (total === 0 || (active >= first && active <= last)) return indexes;
  return active < first ? [active, ...indexes] : [...indexes, active];
}

const pageStep = 10;

function targetOf({ key, target }: KeyboardEvent, from: number, total: number): number | undefined {
  if (!(target instanceof HTMLButtonElement)) return undefined;
  const to = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + pageStep,
    PageUp: from - pageStep,
    Home: 0,
    End: total - 1,
  }[key];
  return to === undefined ? undefined : Math.min(total - 1, Math.max(0, to));
}
