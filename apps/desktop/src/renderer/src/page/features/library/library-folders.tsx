import { Folder, FolderX, X } from 'lucide-react';
import type { LibraryFolder } from '../../../../../shared/library/library.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useLibraryParts } from './library-parts.ts';
import { useLibraryStatus } from './library-store.ts';

/** The folders whose files the library has. */
export function LibraryFolders() {
  const folders = useLibraryStatus(({ status }) => status?.folders);
  const words = strings.library;
  if (folders === undefined || folders.length === 0) return null;
  const isTroubled = folders.some(({ state }) => state !== 'ready');
  return (
    <Popover
      label={words.folders}
      isTitled
      align="end"
      className="library-folders"
      trigger={
        <Button size="large" className="library-folders-button" aria-label={words.folders}>
          {isTroubled ? <FolderX /> : <Folder />}
          <span className="library-long">{words.folders}</span>
        </Button>
      }
    >
      <p className="muted">{words.folderHint}</p>
      <ul>
        {folders.map((folder) => (
          <FolderRow key={folder.id} folder={folder} />
        ))}
      </ul>
    </Popover>
  );
}

function FolderRow({ folder: { id, name, path, state, fileCount } }: { readonly folder: LibraryFolder }) {
  const { library } = useLibraryParts();
  const { allowFolder } = library.port;
  const words = strings.library;
  return (
    <li className="library-folder">
      <div>
        <p>
          <bdi>{name}</bdi>
        </p>
        <p className="muted">
          {state === 'missing' && words.missing}
          {state === 'ask' && words.ask}
          {state === 'ready' && [path, words.files({ count: fileCount })].filter((text) => text !== '').join(' · ')}
        </p>
      </div>
      {state === 'ask' && allowFolder !== undefined && (
        <Button onClick={() => void allowFolder(id)}>{words.allow}</Button>
      )}
      <IconButton label={words.removeFolder({ name })} onClick={() => void library.port.removeFolder(id)}>
        <X />
      </IconButton>
    </li>
  );
}
