import { limits } from '@roomtone/protocol';
import { useParts } from '../../app/app-parts.ts';
import { useMayUsePro } from '../../app/identity/use-pro.ts';
import { RoomForm } from '../../app/rooms/room-form.tsx';
import { creationOf, newRoomValues, type RoomValues } from '../../app/rooms/room-values.ts';
import { navigate, roomPath } from '../../app/router.ts';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

/** Creates a room and joins it. */
export function NewRoomDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, enterRoom } = useParts();
  const mayUsePro = useMayUsePro();
  const form = useServerForm<RoomValues>({
    defaultValues: newRoomValues,
    send: async (values) => {
      const { roomId } = await client.api.rooms.create(creationOf(values));
      // The creator has just typed the password.
      enterRoom(values.password === '' ? { roomId } : { roomId, password: values.password });
      navigate(roomPath(roomId));
    },
  });
  const { member, pro } = limits.roomsOwned;
  return (
    <Dialog
      title={strings.newRoom.title}
      description={mayUsePro ? strings.newRoom.quotaPro(pro) : strings.newRoom.quotaMember(member, pro)}
      className="room-dialog"
      onClose={onClose}
    >
      <RoomForm form={form} action={strings.newRoom.create} isNew onCancel={onClose} />
    </Dialog>
  );
}
