import { LogOut, Settings2, UserPlus } from 'lucide-react';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { navigate, pathTo } from '../../app/router.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { countRender } from '../../ui/render-count.ts';
import { useTitle } from '../../ui/use-title.ts';
import { MasterVolume } from './master-volume.tsx';
import { MetronomeButton } from './metronome-panel.tsx';
import { openRoomDialog } from './room-dialog-store.ts';
import { RoomMenu } from './room-menu.tsx';
import type { RoomSlots } from './room-slots.ts';
import { useRoom } from './room-store.ts';
import { TimingButton } from './timing-panel.tsx';

/** The way out, the room's name, what is in time, the volume of everything, and what to do here. */
export function RoomHeader({ slots }: { readonly slots: RoomSlots }) {
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
      <IconButton className="leave" label={strings.room.leave} onClick={() => navigate(pathTo('lobby'))}>
        <LogOut />
      </IconButton>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p className="muted">
        {isAlone ? strings.practice.alone : `${type} · ${strings.lobby.count(count, room.maxUsers)}`}
      </p>
      <div className="room-actions in-time">
        <MetronomeButton />
        {!isAlone && slots.loopsButton}
        {!isAlone && <TimingButton />}
      </div>
      <div className="room-actions ways">
        <MasterVolume />
        {slots.libraryButton}
        {!isAlone && (
          <IconButton label={strings.roomSettings.title} onClick={() => openRoomDialog({ kind: 'settings' })}>
            <Settings2 />
          </IconButton>
        )}
        <RoomMenu />
      </div>
      <div className="room-actions">
        {slots.recordButton}
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
