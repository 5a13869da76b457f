import { useCallback } from 'react';
import { strings } from '../../strings.ts';
import { DropZone } from '../../ui/drop-zone.tsx';

/** Opens a file that is dropped anywhere on the window. */
export function PlaybackDropZone({ onFile }: { readonly onFile: (file: File) => void }) {
  const open = useCallback(
    ({ files: [file] }: DataTransfer) => {
      if (file !== undefined) onFile(file);
    },
    [onFile],
  );
  return <DropZone text={strings.playback.drop} onDrop={open} />;
}
