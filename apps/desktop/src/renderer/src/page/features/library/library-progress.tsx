import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useLibraryParts } from './library-parts.ts';
import { useLibraryStatus } from './library-store.ts';

/** How far indexing is, with a way to stop it and to go on; and why not everything is in the library. */
export function LibraryProgress() {
  const { library } = useLibraryParts();
  const status = useLibraryStatus((state) => state.status);
  if (status === undefined) return null;
  const { work, full, keepsNothing } = status;
  const words = strings.library;
  return (
    <>
      {keepsNothing && <Notice>{words.keepsNothing}</Notice>}
      {full !== null && <Notice>{words.full[full]}</Notice>}
      {work?.state === 'running' && (
        <div className="library-work">
          <p>
            {work.isSearching
              ? words.searching({ found: work.found })
              : words.indexing({ done: work.done, found: work.found })}
          </p>
          <ProgressBar
            label={words.progress}
            value={work.isSearching || work.found === 0 ? null : work.done / work.found}
          />
          <Button kind="quiet" onClick={() => void library.port.cancel()}>
            {words.cancel}
          </Button>
        </div>
      )}
      {work?.state === 'cancelled' && (
        <div className="library-work">
          <p role="status">{words.cancelled({ done: work.done, found: work.found })}</p>
          <Button onClick={() => void library.port.resume()}>{words.resume}</Button>
        </div>
      )}
    </>
  );
}
