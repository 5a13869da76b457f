import type { RoomInfo } from '@roomtone/sdk';
import { strings } from '../../../strings.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BanList } from './ban-list.tsx';
import { SettingsForm } from './settings-form.tsx';
import { usePermissions } from './use-permissions.ts';
import './settings.css';

interface SettingsDialogProps {
  readonly room: RoomInfo;
  readonly onClose: () => void;
}

/** The room's settings for its owner, and its bans for its moderators. */
export function SettingsDialog({ room, onClose }: SettingsDialogProps) {
  const { mayModerate } = usePermissions();
  const words = strings.roomSettings;
  const form = <SettingsForm room={room} onClose={onClose} />;
  return (
    <Dialog title={words.title} className="room-settings-dialog" onClose={onClose}>
      {mayModerate ? (
        <Tabs
          label={words.title}
          tabs={[
            { value: 'room', name: words.room, content: form },
            { value: 'bans', name: words.bans, content: <BanList roomId={room.roomId} /> },
          ]}
        />
      ) : (
        form
      )}
    </Dialog>
  );
}
