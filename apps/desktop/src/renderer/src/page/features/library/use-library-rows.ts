import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { LibraryPage, LibraryRow } from '../../../../../shared/library/library.ts';
import { useLibraryParts } from './library-parts.ts';
import { type LibraryViewState, useLibraryStatus, useLibraryView } from './library-store.ts';

/** Rows that are fetched at a time. */
export const pageRows = 100;

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
  const answers = useQueries({
    queries: numbers.map((number) => ({
      queryKey: ['library', keyOf(view), number, revision],
      queryFn: (): Promise<LibraryPage> =>
        library.query({ ...fieldsOf(view), offset: number * pageRows, limit: pageRows }),
      enabled: revision !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10_000,
      placeholderData: keepPreviousData,
    })),
  });
  return {
    total: answers.find(({ data }) => data !== undefined)?.data?.total,
    rowAt: (index) => {
      const number = Math.floor(index / pageRows);
      const answer = answers[number - from];
      return answer?.data?.rows[index % pageRows];
    },
  };
}

/** Without the store's functions. */
function fieldsOf({ text, view, tag, sort, isDescending }: LibraryViewState): LibraryViewState {
  return { text: text.trim(), view, tag, sort, isDescending };
}

function keyOf(view: LibraryViewState): string {
  return JSON.stringify(fieldsOf(view));
}
