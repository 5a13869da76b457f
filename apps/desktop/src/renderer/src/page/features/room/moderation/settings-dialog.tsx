import type { Ban, RoomInfo } from '@roomtone/sdk';
import { roomStrings } from '../../../room-strings.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { SettingsForm } from './settings-form.tsx';
import { usePermissions } from './use-permissions.ts';
import './settings.css';
import { momentText } from '../../../strings/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useRoomParts } from '../room-parts.ts';
import { useBans } from './use-bans.ts';

interface SettingsDialogProps {
  readonly room: RoomInfo;
  readonly onClose: () => void;
}

/** The room's settings for its owner, and its bans for its moderators. */
export function SettingsDialog({ room, onClose }: SettingsDialogProps) {
  const { mayModerate } = usePermissions();
  const words = roomStrings.roomSettings;
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

/** Banned users of a room, each with a button to undo the ban. */
function BanList({ roomId }: { readonly roomId: string }) {
  const { data, error, refetch } = useBans(roomId);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={3} />;
  if (data.bans.length === 0) return <p className="muted">{roomStrings.roomSettings.noBans}</p>;
  return (
    <ul className="bans" aria-label={roomStrings.roomSettings.bans}>
      {data.bans.map((ban) => (
        <BanRow key={ban.userId || ban.participantId} ban={ban} />
      ))}
    </ul>
  );
}

function BanRow({ ban }: { readonly ban: Ban }) {
  const { moderation } = useRoomParts();
  const { userId, displayName, participantId = 0, reason, until } = ban;
  const words = roomStrings.roomSettings;
  const target = userId === '' ? { participantId } : { userId };
  return (
    <li>
      <div>
        <bdi>{displayName}</bdi>
        <p className="muted">
          {until === null ? words.bannedForGood : words.bannedUntil({ moment: momentText(until) })}
        </p>
        {reason !== '' && (
          <p className="muted">
            <bdi>{roomStrings.roomJoin.words({ note: reason })}</bdi>
          </p>
        )}
      </div>
      <Button
        aria-label={words.unbanName({ name: displayName })}
        onClick={(event) => {
          // The button disappears with its row, so the focus moves to the tab panel.
          event.currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus();
          void moderation.unban(target, displayName);
        }}
      >
        {words.unban}
      </Button>
    </li>
  );
}
