import type { Room } from '@roomtone/protocol';
import { strings } from '../../../strings.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BanList } from './ban-list.tsx';
import { SettingsForm } from './settings-form.tsx';
import { usePowers } from './use-powers.ts';
import './settings.css';

interface SettingsDialogProps {
  readonly room: Room;
  readonly onClose: () => void;
}

/** How the room is, to be changed by its owner; and who may not come in, for its moderators. */
export function SettingsDialog({ room, onClose }: SettingsDialogProps) {
  const { moderates } = usePowers();
  const words = strings.roomSettings;
  const form = <SettingsForm room={room} onClose={onClose} />;
  return (
    <Dialog title={words.title} className="room-settings-dialog" onClose={onClose}>
      {moderates ? (
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
