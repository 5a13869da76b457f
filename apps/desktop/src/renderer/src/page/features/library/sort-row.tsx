import { ArrowDown, ArrowUp } from 'lucide-react';
import type { LibrarySort } from '../../../../../shared/library/library.ts';
import { strings } from '../../strings.ts';
import { useLibraryView } from './library-store.ts';

const columns: readonly LibrarySort[] = ['title', 'key', 'tempo', 'duration'];

/** The heads of the columns, which sort the list; phones have the choice in the toolbar instead. */
export function SortRow() {
  const { sort, isDescending } = useLibraryView();
  const words = strings.library;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on screen
    <div className="library-heads" role="group" aria-label={words.sort}>
      {columns.map((column) => {
        const isChosen = column === sort;
        return (
          <button
            key={column}
            type="button"
            className="library-head"
            data-column={column}
            aria-pressed={isChosen}
            onClick={() => useLibraryView.setState({ sort: column, isDescending: isChosen && !isDescending })}
          >
            {words.sorts[column]}
            {isChosen && (isDescending ? <ArrowDown /> : <ArrowUp />)}
            {isChosen && <span className="visually-hidden">{isDescending ? words.descending : words.ascending}</span>}
          </button>
        );
      })}
    </div>
  );
}
