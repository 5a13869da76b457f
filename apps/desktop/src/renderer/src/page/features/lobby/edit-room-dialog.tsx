import type { RoomDetails } from '@roomtone/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { RoomForm } from '../../app/rooms/room-form.tsx';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { type RoomValues, updateOf, valuesOf } from '../../app/rooms/room-values.ts';
import { roomStrings } from '../../room-strings.ts';
import { isolated } from '../../strings/formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';

interface EditRoomDialogProps {
  readonly roomId: string;
  readonly onClose: () => void;
}

/** Edits a room. The changes appear immediately for everybody inside. */
export function EditRoomDialog({ roomId, onClose }: EditRoomDialogProps) {
  const { client } = useParts();
  // Never from the cache, because the form overwrites these values.
  const details = useQuery({
    queryKey: ['room', roomId, 'to-change'],
    queryFn: () => client.api.rooms.get(roomId),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog className="room-dialog" title={roomStrings.newRoom.editTitle} onClose={onClose}>
      {details.isPending && <Skeleton lines={6} />}
      {details.isError && <ErrorState error={details.error} onRetry={() => void details.refetch()} />}
      {details.data !== undefined && <EditForm room={details.data} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ room, onClose }: { readonly room: RoomDetails; readonly onClose: () => void }) {
  const { client } = useParts();
  const queries = useQueryClient();
  const [removesPassword, setRemovesPassword] = useState(false);
  const words = roomStrings.newRoom;
  const form = useServerForm<RoomValues>({
    defaultValues: valuesOf(room),
    send: async (values) => {
      const changed = await client.api.rooms.update(room.roomId, updateOf(values, removesPassword));
      await queries.invalidateQueries({ queryKey: ['rooms'] });
      notify(words.changed({ room: isolated(shownRoomName(changed.roomName)) }));
      onClose();
    },
  });
  return (
    <RoomForm
      form={form}
      action={words.save}
      isNew={false}
      onCancel={onClose}
      {...(room.hasPassword
        ? {
            passwordHint: words.passwordKept,
            passwordNote: (
              <Switch
                label={words.removePassword}
                checked={removesPassword}
                onChange={(event) => setRemovesPassword(event.target.checked)}
              />
            ),
          }
        : {})}
    />
  );
}
