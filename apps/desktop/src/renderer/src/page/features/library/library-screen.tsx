import { strings } from '../../strings.ts';
import { useTitle } from '../../ui/use-title.ts';
import { LibraryDropZone } from './library-drop-zone.tsx';
import { LibraryView } from './library-view.tsx';

/** The MIDI library, outside rooms: files play in the practice room. */
export function LibraryScreen() {
  useTitle(strings.library.title);
  return (
    <>
      <h1 className="library-name">{strings.library.title}</h1>
      <LibraryView hasAudience={false} />
      <LibraryDropZone />
    </>
  );
}
