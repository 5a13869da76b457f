import type { RoomInfo } from '@roomtone/sdk';
import { useEffect, useMemo, useState } from 'react';
import { useParts } from '../../../app/app-parts.ts';
import { RoomForm } from '../../../app/rooms/room-form.tsx';
import { shownRoomName } from '../../../app/rooms/room-name.ts';
import { changesOf, type RoomValues, settingsValues } from '../../../app/rooms/room-values.ts';
import { isolated } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useServerForm } from '../../../ui/use-server-form.ts';
import { DeleteRoom } from './delete-room.tsx';
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
  const words = strings.roomSettings;
  const form = useServerForm<RoomValues>({
    defaultValues: before,
    send: async (values) => {
      const changes = changesOf(values, before, removesPassword);
      if (Object.keys(changes).length > 0) await client.api.rooms.update(room.roomId, changes);
      notify(strings.newRoom.changed(isolated(shownRoomName(values.roomName))));
      onClose();
    },
  });
  const { reset } = form;
  useEffect(() => reset(before, { keepDirtyValues: true, keepErrors: true }), [reset, before]);
  return (
    <>
      {!mayManage && <Notice>{words.ownerOnly(room.roomOwnerName)}</Notice>}
      <RoomForm
        form={form}
        action={strings.newRoom.save}
        isNew={false}
        typeNote={words.type(strings.room.types[room.roomType])}
        isLocked={!mayManage}
        onCancel={onClose}
        {...(room.hasPassword && {
          passwordHint: strings.newRoom.passwordKept,
          passwordNote: (
            <Switch
              label={strings.newRoom.removePassword}
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
