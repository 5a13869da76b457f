import { Ellipsis, Keyboard, LogOut, Settings2, UserPlus, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Appearance } from '../../app/frame/account-menu.tsx';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { navigate, pathTo } from '../../app/router.ts';
import { useMix } from '../../playing/sound/mix-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { percent } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Range } from '../../ui/range.tsx';
import { countRender } from '../../ui/render-count.ts';
import { useTitle } from '../../ui/use-title.ts';
import { useIsNarrow } from './layout-store.ts';
import { MetronomeButton } from './metronome-panel.tsx';
import { openRoomDialog } from './room-dialog-store.ts';
import { useRoomParts } from './room-parts.ts';
import type { RoomSlots } from './room-slots.ts';
import { useRoom } from './room-store.ts';
import { TimingButton } from './timing-panel.tsx';
import { UnreadMessages } from './unread-messages.tsx';

/** Longer ones take two lines, in characters. */
const longName = 20;

/** The way out, the room's name, what is in time, the volume of everything, and what to do here. */
export function RoomHeader({ slots }: { readonly slots: RoomSlots }) {
  countRender();
  const room = useRoom((state) => state.room);
  const count = useRoom((state) => state.participants.length);
  const isAlone = useRoom((state) => state.isAlone);
  const isGuest = useRoom((state) => state.guest);
  const isNarrow = useIsNarrow();
  const name = room && shownRoomName(room.roomName);
  useTitle(name);
  if (room === undefined) return null;
  const type = strings.room.types[room.roomType];
  return (
    <header className="room-header">
      <IconButton className="leave" label={strings.room.leave} onClick={() => navigate(pathTo('lobby'))}>
        <LogOut />
      </IconButton>
      <h1 dir="auto" data-long={(name ?? '').length > longName ? '' : undefined}>
        {name}
      </h1>
      <p className="muted">
        {isAlone ? strings.practice.alone : `${type} · ${strings.lobby.count({ users: count, max: room.maxUsers })}`}
      </p>
      <div className="room-actions in-time">
        <MetronomeButton />
        {!isAlone && slots.loopsButton}
        {!isAlone && <TimingButton />}
      </div>
      <div className="room-actions ways">
        <MasterVolume />
        {!isNarrow && slots.libraryButton}
        {!isNarrow && !isAlone && (
          <IconButton label={roomStrings.roomSettings.title} onClick={openSettings}>
            <Settings2 />
          </IconButton>
        )}
        <UnreadMessages />
        <RoomMenu>
          {isNarrow && slots.libraryItem}
          {isNarrow && !isAlone && (
            <MenuItem icon={<Settings2 />} movesFocus onSelect={openSettings}>
              {roomStrings.roomSettings.title}
            </MenuItem>
          )}
        </RoomMenu>
      </div>
      <div className="room-actions sheet-actions">{slots.sheetButtons}</div>
      <div className="room-actions own-actions">
        {!isAlone && !isGuest && slots.talkButton}
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

function openSettings(): void {
  openRoomDialog({ kind: 'settings' });
}

/** Rarely needed parts of a room: shortcuts, theme and language, after what a narrow header has no room for. */
function RoomMenu({ children }: { readonly children: ReactNode }) {
  return (
    <Menu
      trigger={
        <IconButton label={strings.room.more}>
          <Ellipsis />
        </IconButton>
      }
    >
      {children}
      <MenuItem icon={<Keyboard />} movesFocus onSelect={() => openRoomDialog({ kind: 'shortcuts' })}>
        {roomStrings.shortcuts.title}
      </MenuItem>
      <MenuSeparator />
      <Appearance />
    </Menu>
  );
}

/** The volume of all players together, on this device. */
function MasterVolume() {
  const { room } = useRoomParts();
  const master = useMix((state) => state.master);
  return (
    <span className="master">
      {master === 0 ? <VolumeX /> : <Volume2 />}
      <Range
        aria-label={roomStrings.mix.master}
        aria-valuetext={percent(master)}
        min={0}
        max={1}
        step={0.01}
        value={master}
        onChange={(value) => room.setOwnMix({ master: value })}
        onDoubleClick={() => room.setOwnMix({ master: 1 })}
      />
    </span>
  );
}
