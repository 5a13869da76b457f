import { useEffect } from 'react';
import { AddButtons } from './add-buttons.tsx';
import { LibraryFolders } from './library-folders.tsx';
import { LibraryList } from './library-list.tsx';
import { useLibraryParts } from './library-parts.ts';
import { LibraryProgress } from './library-progress.tsx';
import { useLibraryStatus } from './library-store.ts';
import { LibraryFilters, LibrarySearch } from './library-toolbar.tsx';
import './library.css';

/** The library below its title: search, filters, progress and files. @param hasAudience see LibraryList. */
export function LibraryView({ hasAudience }: { readonly hasAudience: boolean }) {
  const { library } = useLibraryParts();
  const isEmpty = useLibraryStatus(({ status }) => status?.counts.all === 0 && status.counts.problems === 0);
  const isWorking = useLibraryStatus(({ status }) => status !== undefined && status.work !== null);
  useEffect(() => library.watch(), [library]);
  return (
    <div className="library">
      {(!isEmpty || isWorking) && (
        <>
          <div className="library-tools">
            <LibrarySearch />
            <LibraryFolders />
            <AddButtons />
          </div>
          <LibraryFilters />
        </>
      )}
      <LibraryProgress />
      <LibraryList hasAudience={hasAudience} />
    </div>
  );
}
