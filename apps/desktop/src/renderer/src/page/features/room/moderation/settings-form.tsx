import type { RoomInfo } from '@roomtone/sdk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useParts } from '../../../app/app-parts.ts';
import { RoomForm } from '../../../app/rooms/room-form.tsx';
import { shownRoomName } from '../../../app/rooms/room-name.ts';
import { changesOf, type RoomValues, settingsValues } from '../../../app/rooms/room-values.ts';
import { navigate, pathTo } from '../../../app/router.ts';
import { roomStrings } from '../../../room-strings.ts';
import { isolated } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useServerForm } from '../../../ui/use-server-form.ts';
import { usePermissions } from './use-permissions.ts';

interface SettingsFormProps {
  readonly room: RoomInfo;
  readonly onClose: () => void;
}

/** The room's settings. Changes by others appear in fields that were not edited here. */
export function SettingsForm({ room, onClose }: SettingsFormProps) {
  const { client } = useParts();
  const { mayManage } = usePermissions();
  const [removesPassword, setRemovesPassword] = useState(false);
  const before = useMemo(() => valuesIn(room), [room]);
  const words = roomStrings.roomSettings;
  const form = useServerForm<RoomValues>({
    defaultValues: before,
    send: async (values) => {
      const changes = changesOf(values, before, removesPassword);
      if (Object.keys(changes).length > 0) await client.api.rooms.update(room.roomId, changes);
      notify(roomStrings.newRoom.changed({ room: isolated(shownRoomName(values.roomName)) }));
      onClose();
    },
  });
  const { reset } = form;
  useEffect(() => reset(before, { keepDirtyValues: true, keepErrors: true }), [reset, before]);
  return (
    <>
      {!mayManage && (
        <Notice>
          {room.roomOwnerDisplayName === ''
            ? words.ownerOnlyUnknown
            : words.ownerOnly({ owner: room.roomOwnerDisplayName })}
        </Notice>
      )}
      <RoomForm
        form={form}
        action={roomStrings.newRoom.save}
        isNew={false}
        typeNote={words.type({ type: strings.room.types[room.roomType] })}
        isLocked={!mayManage}
        onCancel={onClose}
        {...(room.hasPassword && {
          passwordHint: roomStrings.newRoom.passwordKept,
          passwordNote: (
            <Switch
              label={roomStrings.newRoom.removePassword}
              checked={removesPassword}
              onChange={(event) => setRemovesPassword(event.target.checked)}
            />
          ),
        })}
      />
      {mayManage && <DeleteRoom room={room} />}
    </>
  );
}

function valuesIn({ roomName, roomType, maxUsers, settings }: RoomInfo): RoomValues {
  return {
    roomName: roomName,
    roomType,
    password: '',
    maxUsers: String(maxUsers),
    settings: settingsValues(settings),
  };
}

/** Asks again before it deletes the room, because that cannot be undone. */
function DeleteRoom({ room }: { readonly room: RoomInfo }) {
  const { client } = useParts();
  const [isAsking, setAsking] = useState(false);
  const words = roomStrings.roomSettings;
  const name = isolated(shownRoomName(room.roomName));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.api.rooms.delete(room.roomId),
    onSuccess: () => {
      notify(words.deleted({ room: name }));
      navigate(pathTo('lobby'));
    },
  });
  return (
    <section className="delete-room" aria-label={words.delete}>
      {isAsking ? (
        <>
          <p role="alert">{words.deleteWarning({ room: name })}</p>
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
