import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import type { LibraryPage, LibraryRow } from '../../../../../shared/library/library.ts';
import { useLibraryParts } from './library-parts.ts';
import { type LibraryViewState, useLibraryStatus, useLibraryView } from './library-store.ts';

/** Rows that are fetched at a time. */
const pageRows = 100;

export interface LibraryRows {
  /** undefined while nothing is known. */
  readonly total: number | undefined;
  /** undefined for a row that is not loaded yet. */
  readonly rowAt: (index: number) => LibraryRow | undefined;
}

/** The rows of the current view. @param first the first row that is needed. @param last the last one. */
export function useLibraryRows(first: number, last: number): LibraryRows {
  const { library } = useLibraryParts();
  const revision = useLibraryStatus(({ status }) => status?.revision);
  const view = useLibraryView();
  const from = Math.floor(first / pageRows);
  const numbers = Array.from({ length: Math.floor(last / pageRows) - from + 1 }, (_, at) => from + at);
  const key = JSON.stringify(fieldsOf(view));
  const answers = useQueries({
    queries: numbers.map((number) => ({
      queryKey: ['library', key, number, revision],
      queryFn: (): Promise<LibraryPage> =>
        library.query({ ...fieldsOf(view), offset: number * pageRows, limit: pageRows }),
      enabled: revision !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10_000,
    })),
  });
  // Until the answer to a changed question is here, the last one stays: rows that blink would lose the focus.
  const shown = useRef<{ key: string; readonly pages: Map<number, LibraryPage> }>({ key: '', pages: new Map() });
  for (const [at, { data }] of answers.entries()) {
    if (data === undefined) continue;
    if (shown.current.key !== key) shown.current = { key, pages: new Map() };
    shown.current.pages.set(from + at, data);
  }
  const { pages } = shown.current;
  return {
    total: (pages.get(from) ?? pages.values().next().value)?.total,
    rowAt: (index) => pages.get(Math.floor(index / pageRows))?.rows[index % pageRows],
  };
}

/** Without the store's functions. */
function fieldsOf({ text, view, tag, sort, isDescending }: LibraryViewState): LibraryViewState {
  return { text: text.trim(), view, tag, sort, isDescending };
}
