import { LibraryBig } from 'lucide-react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AddButtons } from './add-buttons.tsx';
import { useLibraryParts } from './library-parts.ts';
import { useLibraryStatus, useLibraryView, wholeLibrary } from './library-store.ts';

/** Shown in place of an empty list: the reason, and what to do next. */
export function LibraryEmpty() {
  const { library } = useLibraryParts();
  const status = useLibraryStatus((state) => state.status);
  const { text, view, tag } = useLibraryView();
  const words = strings.library;
  if (status === undefined || status.work?.state === 'running') return null;
  if (status.counts.all === 0 && status.counts.problems === 0) {
    const hint = library.port.addFiles === undefined ? words.emptyFoldersHint : words.emptyHint;
    return (
      <EmptyState icon={<LibraryBig />} title={words.empty} hint={hint}>
        <AddButtons isInviting />
      </EmptyState>
    );
  }
  const isFiltered = text.trim() !== '' || tag !== null;
  let [title, hint]: [string, string] = [words.noMatch, words.noMatchHint];
  if (!isFiltered && view === 'favourites') [title, hint] = [words.noFavourites, words.noFavouritesHint];
  if (!isFiltered && view === 'recent') [title, hint] = [words.noRecent, words.noRecentHint];
  return (
    <EmptyState title={title} hint={hint}>
      <Button size="large" onClick={() => useLibraryView.setState(wholeLibrary)}>
        {words.showAll}
      </Button>
    </EmptyState>
  );
}
