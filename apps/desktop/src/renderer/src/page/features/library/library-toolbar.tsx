import { ArrowDown, ArrowUp } from 'lucide-react';
import type { LibrarySort, LibraryView } from '../../../../../shared/library/library.ts';
import { libraryLimits } from '../../../../../shared/library/library-limits.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useLibraryStatus, useLibraryView } from './library-store.ts';

const views: readonly LibraryView[] = ['all', 'favourites', 'recent', 'lyrics', 'problems'];
const sorts: readonly LibrarySort[] = ['title', 'key', 'tempo', 'duration', 'added'];

/** Finds files by words. */
export function LibrarySearch() {
  const text = useLibraryView((state) => state.text);
  return (
    <SearchField
      label={strings.library.search}
      value={text}
      maxLength={libraryLimits.searchCharacters}
      onChange={(changed) => useLibraryView.setState({ text: changed })}
    />
  );
}

/** Chooses which files are shown, and in which order. */
export function LibraryFilters() {
  const { view, tag, sort, isDescending } = useLibraryView();
  const counts = useLibraryStatus(({ status }) => status?.counts);
  const tags = useLibraryStatus(({ status }) => status?.tags);
  const words = strings.library;
  const shown = views.filter((each) => each !== 'problems' || view === 'problems' || (counts?.problems ?? 0) > 0);
  return (
    <div className="library-filters">
      <fieldset className="library-views">
        <legend className="visually-hidden">{words.views}</legend>
        {shown.map((each) => (
          <label key={each} className="library-view">
            <input
              type="radio"
              name="library-view"
              className="visually-hidden"
              checked={each === view}
              onChange={() => useLibraryView.setState({ view: each })}
            />
            {words.view[each]}
            {counts !== undefined && <span className="muted">{words.count({ count: counts[each] })}</span>}
          </label>
        ))}
      </fieldset>
      {tags !== undefined && tags.length > 0 && (
        <Select
          label={words.tag}
          layout="bare"
          value={tag ?? ''}
          options={[
            { value: '', name: words.allTags },
            ...tags.map(({ name, count }) => ({ value: name, name: `${name} (${words.count({ count })})` })),
          ]}
          onChange={(event) => useLibraryView.setState({ tag: event.target.value || null })}
        />
      )}
      <div className="library-narrow">
        <Select
          label={words.views}
          layout="bare"
          value={view}
          options={shown.map((value) => ({ value, name: words.view[value] }))}
          // The select has no other values.
          onChange={(event) => useLibraryView.setState({ view: event.target.value as LibraryView })}
        />
        <Select
          label={words.sort}
          layout="bare"
          value={sort}
          options={sorts.map((value) => ({ value, name: words.sorts[value] }))}
          onChange={(event) => useLibraryView.setState({ sort: event.target.value as LibrarySort })}
        />
        <IconButton
          label={isDescending ? words.descending : words.ascending}
          onClick={() => useLibraryView.setState({ isDescending: !isDescending })}
        >
          {isDescending ? <ArrowDown /> : <ArrowUp />}
        </IconButton>
      </div>
    </div>
  );
}
