import type { DesktopApi } from '../../../../../shared/ipc.ts';
import type { LibraryPort } from './library-port.ts';

/** The library of the desktop app: folders on disk, read by a process of their own. */
export function desktopLibraryPort({ library }: DesktopApi): LibraryPort {
  return {
    watch: (onChange) => {
      let isWatching = true;
      const end = library.onChanged(onChange);
      library.open().then(
        (status) => isWatching && onChange(status),
        () => {},
      );
      return () => {
        isWatching = false;
        end();
      };
    },
    query: (query) => library.query(query),
    read: (id) => library.read(id),
    mark: async (mark) => void (await library.mark(mark)),
    addFolder: async () => void (await library.addFolder()),
    removeFolder: async (id) => void (await library.removeFolder(id)),
    cancel: async () => void (await library.cancel()),
    resume: async () => void (await library.resume()),
  };
}
