import { FilePlus, FolderPlus } from 'lucide-react';
import { useRef } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { useLibraryParts } from './library-parts.ts';

/** Buttons that add files and folders. @param isInviting true where it is what there is to do. */
export function AddButtons({ isInviting = false }: { readonly isInviting?: boolean }) {
  const { library } = useLibraryParts();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const { addFiles, addFolder } = library.port;
  const words = strings.library;
  const take = (input: HTMLInputElement) => {
    // A folder comes as its files, with the way to them.
    const chosen = Array.from(input.files ?? [], (file) => ({
      file,
      path: (file.webkitRelativePath || file.name).split('/'),
    }));
    if (chosen.length > 0) void addFiles?.(chosen);
    // Allows choosing the same files again.
    input.value = '';
  };
  const chooseFolder = () => {
    if (addFolder === undefined) folder.current?.click();
    else void addFolder();
  };
  return (
    <>
      {addFiles !== undefined && (
        <>
          <Button size="large" kind={isInviting ? 'main' : 'plain'} onClick={() => files.current?.click()}>
            <FilePlus />
            <ShortOnPhones long={words.addFiles} short={isInviting ? words.addFiles : words.shortAddFiles} />
          </Button>
          <input
            ref={files}
            type="file"
            hidden
            multiple
            accept=".mid,.midi,.kar,.rmi,audio/midi"
            data-library="files"
            onChange={(event) => take(event.currentTarget)}
          />
          <input
            ref={folder}
            type="file"
            hidden
            // React does not know the attribute.
            {...{ webkitdirectory: '' }}
            data-library="folder"
            onChange={(event) => take(event.currentTarget)}
          />
        </>
      )}
      <Button size="large" kind={isInviting && addFiles === undefined ? 'main' : 'plain'} onClick={chooseFolder}>
        <FolderPlus />
        <ShortOnPhones long={words.addFolder} short={isInviting ? words.addFolder : words.shortAddFolder} />
      </Button>
    </>
  );
}

/** Read aloud as the long text everywhere. */
function ShortOnPhones({ long, short }: { readonly long: string; readonly short: string }) {
  return (
    <>
      <span className="library-long">{long}</span>
      <span className="library-short" aria-hidden="true">
        {short}
      </span>
    </>
  );
}
