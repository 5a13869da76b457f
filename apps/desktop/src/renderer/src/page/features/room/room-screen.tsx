import { useEffect, useLayoutEffect } from 'react';
import { useParts } from '../../app/app-parts.ts';
import type { Screen } from '../../app/routes.tsx';
import { playByComputerKeys } from '../../playing/piano/computer-key-playing.ts';
import { useOctave } from '../../playing/piano/octave-store.ts';
import { StageView } from '../../playing/stage/stage-view.tsx';
import { countRender } from '../../ui/render-count.ts';
import { DropZone } from '../playback/drop-zone.tsx';
import { PlayerBar } from '../playback/player-bar.tsx';
import { LibraryDialog } from '../recording/library-dialog.tsx';
import { Chat } from './chat/chat.tsx';
import { Door } from './door.tsx';
import { useLayout } from './layout-store.ts';
import { PanelOpeners } from './panel-openers.tsx';
import { Players } from './people/players.tsx';
import { RoomDialogs } from './room-dialogs.tsx';
import { RoomHeader } from './room-header.tsx';
import { RoomNotices } from './room-notices.tsx';
import { isInside, useRoom } from './room-store.ts';
import { StatusLine } from './status-line.tsx';
import './room.css';
import '../recording/recording.css';

/** A room: its door until one is let in, then the room itself. */
export const RoomScreen: Screen = ({ params }) => {
  const roomId = params['id'] ?? '';
  const { room, engine } = useParts();
  useEffect(() => {
    // Whoever has just made the room is entering already.
    if (useRoom.getState().roomId !== roomId) room.enter({ roomId });
    engine.startWhenAllowed();
    return () => room.leave();
  }, [room, engine, roomId]);
  return useRoom(isInside) ? <Inside /> : <Door roomId={roomId} />;
};

/** The room itself: header, panels, stage and status line. */
export function Inside() {
  countRender();
  const { performer } = useParts();
  const { players, chat: wantsChat } = useLayout();
  const isGuest = useRoom((state) => state.guest);
  const isAlone = useRoom((state) => state.isAlone);
  const chat = !isAlone && wantsChat;
  // Before the room is seen: whoever sees it may strike a key.
  useLayoutEffect(() => playByComputerKeys(performer, (note) => useOctave.setState({ baseNote: note })), [performer]);
  return (
    <div className="room" data-players={players ? 'open' : 'folded'} data-chat={chat ? 'open' : 'folded'}>
      <RoomHeader />
      {/* Guests may not play to others. */}
      <PlayerBar hasAudience={!isGuest && !isAlone} />
      <div className="room-body">
        {players && <Players />}
        <StageView isGuest={isGuest}>
          <PanelOpeners />
          <RoomNotices />
        </StageView>
        {chat && <Chat />}
      </div>
      <StatusLine />
      <LibraryDialog />
      <RoomDialogs />
      <DropZone />
    </div>
  );
}
