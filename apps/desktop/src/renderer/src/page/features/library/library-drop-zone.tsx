import { useCallback } from 'react';
import { libraryLimits } from '../../../../../shared/library/library-limits.ts';
import type { ChosenFile } from '../../../contract/library-messages.ts';
import { strings } from '../../strings.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { useLibraryParts } from './library-parts.ts';

/** Adds files and folders that are dropped anywhere on the window, where the library keeps files. */
export function LibraryDropZone() {
  const { library } = useLibraryParts();
  const { addFiles } = library.port;
  const add = useCallback(
    async (data: DataTransfer) => {
      const files = await filesIn(data);
      if (files.length > 0) await addFiles?.(files);
    },
    [addFiles],
  );
  return addFiles === undefined ? null : <DropZone text={strings.library.drop} onDrop={(data) => void add(data)} />;
}

/** The files that were dropped, those in folders included. */
async function filesIn({ items, files }: DataTransfer): Promise<readonly ChosenFile[]> {
  // The entries are gone once this function waits.
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return Array.from(files, (file) => ({ file, path: [file.name] }));
  const found: ChosenFile[] = [];
  for (const entry of entries) await collect(entry, [], found);
  return found;
}

async function collect(entry: FileSystemEntry, folders: readonly string[], found: ChosenFile[]): Promise<void> {
  const path = [...folders, entry.name];
  if (folders.length > libraryLimits.depth || found.length >= libraryLimits.files) return;
  if (entry.isFile) {
    const { promise, resolve } = Promise.withResolvers<File | undefined>();
    // It says that it is a file.
    (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined));
    const file = await promise;
    if (file !== undefined) found.push({ file, path });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<readonly FileSystemEntry[]>();
    // A reader returns some entries at a time, and none at the end.
    reader.readEntries(resolve, () => resolve([]));
    const some = await promise;
    if (some.length === 0) return;
    for (const child of some) await collect(child, path, found);
  }
}
