import { LogOut, Settings2, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { navigate, pathTo } from '../../app/router.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { countRender } from '../../ui/render-count.ts';
import { useTitle } from '../../ui/use-title.ts';
import { MetronomeButton } from './metronome-panel.tsx';
import { openRoomDialog } from './room-dialog-store.ts';
import { useRoom } from './room-store.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { TimingButton } from './timing-panel.tsx';

/** The room's name, the connection's timing, and the buttons to invite and to leave. */
export function RoomHeader({ recordButton }: { readonly recordButton: ReactNode }) {
  countRender();
  const room = useRoom((state) => state.room);
  const count = useRoom((state) => state.participants.length);
  const isAlone = useRoom((state) => state.isAlone);
  const name = room && shownRoomName(room.roomName);
  useTitle(name);
  if (room === undefined) return null;
  const type = strings.room.types[room.roomType];
  return (
    <header className="room-header">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p className="muted">
        {isAlone ? strings.practice.alone : `${type} · ${strings.lobby.count(count, room.maxUsers)}`}
      </p>
      <div className="room-actions in-time">
        <MetronomeButton />
        {!isAlone && <TimingButton />}
      </div>
      <div className="room-actions ways">
        <ThemeToggle />
        {!isAlone && (
          <IconButton label={strings.roomSettings.title} onClick={() => openRoomDialog({ kind: 'settings' })}>
            <Settings2 />
          </IconButton>
        )}
        <Button aria-label={strings.room.leave} onClick={() => navigate(pathTo('lobby'))}>
          <LogOut />
          <span className="pill-word">{strings.room.leave}</span>
        </Button>
      </div>
      <div className="room-actions">
        {recordButton}
        {!isAlone && (
          <Button kind="main" aria-label={strings.room.invite} onClick={() => openRoomDialog({ kind: 'invite' })}>
            <UserPlus />
            <span className="pill-word">{strings.room.invite}</span>
          </Button>
        )}
      </div>
    </header>
  );
}
