import type { RoomInfo } from '@roomtone/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useParts } from '../../../app/app-parts.ts';
import { shownRoomName } from '../../../app/rooms/room-name.ts';
import { navigate, pathTo } from '../../../app/router.ts';
import { isolated } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { notify } from '../../../ui/toast-store.ts';

/** Asks again before it deletes the room, because that cannot be undone. */
export function DeleteRoom({ room }: { readonly room: RoomInfo }) {
  const { client } = useParts();
  const [isAsking, setAsking] = useState(false);
  const words = strings.roomSettings;
  const name = isolated(shownRoomName(room.roomName));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.api.rooms.delete(room.roomId),
    onSuccess: () => {
      notify(words.deleted(name));
      navigate(pathTo('lobby'));
    },
  });
  return (
    <section className="delete-room" aria-label={words.delete}>
      {isAsking ? (
        <>
          <p role="alert">{words.deleteWarning(name)}</p>
          <div className="form-actions">
            <Button autoFocus onClick={() => setAsking(false)}>
              {words.keep}
            </Button>
            <Button kind="danger" busy={isPending} onClick={() => mutate()}>
              {words.deleteNow}
            </Button>
          </div>
        </>
      ) : (
        <Button kind="danger" onClick={() => setAsking(true)}>
          {words.delete}
        </Button>
      )}
      {error !== null && <Notice tone="bad">{failureText(error)}</Notice>}
    </section>
  );
}
