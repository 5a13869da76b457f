import { useMutation } from '@tanstack/react-query';
import { FileMusic } from 'lucide-react';
import { useParts } from '../../../app/app-parts.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { useRoom } from '../room-store.ts';
import type { SharedFile } from './shared-file.ts';

/** A file that somebody shared: a click opens it for oneself. */
export function SharedFileLine({ file }: { readonly file: SharedFile }) {
  const { client, openFile } = useParts();
  const roomId = useRoom((state) => state.roomId);
  const opening = useMutation({
    mutationFn: async () => {
      const { name, data } = await client.api.rooms.file(roomId, file.fileId);
      openFile(
        name,
        Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
      );
    },
  });
  return (
    <div className="shared-file">
      <Button busy={opening.isPending} onClick={() => opening.mutate()}>
        <FileMusic />
        <bdi>{file.name}</bdi>
      </Button>
      <FailureNotice error={opening.error ?? undefined} textOf={() => strings.chat.fileGone} />
    </div>
  );
}
