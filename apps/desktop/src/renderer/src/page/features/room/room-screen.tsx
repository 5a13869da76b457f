import { useEffect, useLayoutEffect } from 'react';
import { playByComputerKeys } from '../../playing/piano/computer-key-playing.ts';
import { readKeyLabels } from '../../playing/piano/key-labels.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { StageView } from '../../playing/stage/stage-view.tsx';
import { countRender } from '../../ui/render-count.ts';
import { Chat } from './chat/chat.tsx';
import { FirstRun } from './first-run.tsx';
import { useLayout } from './layout-store.ts';
import { PanelOpeners } from './panel-openers.tsx';
import { Players } from './participants/players.tsx';
import { RoomDialogs } from './room-dialogs.tsx';
import { RoomHeader } from './room-header.tsx';
import { RoomJoin } from './room-join.tsx';
import { RoomNotices } from './room-notices.tsx';
import { useRoomParts } from './room-parts.ts';
import type { RoomSlots } from './room-slots.ts';
import { isInside, useRoom } from './room-store.ts';
import { openByQuestionMark } from './shortcuts.ts';
import { StatusLine } from './status-line.tsx';
import { RightsBar } from './turns/rights-bar.tsx';
import { useWhyNotPlay } from './turns/use-why-not-play.ts';
import './room.css';

interface RoomScreenProps {
  readonly roomId: string;
  readonly slots: RoomSlots;
}

/** A room: the join screen until the room is joined, then the room itself. */
export function RoomScreen({ roomId, slots }: RoomScreenProps) {
  const { room } = useRoomParts();
  const { engine } = usePlayingParts();
  useEffect(() => {
    // A room that was just created is opening already.
    if (useRoom.getState().roomId !== roomId) room.enter({ roomId });
    engine.startWhenAllowed();
    return () => room.leave();
  }, [room, engine, roomId]);
  return useRoom(isInside) ? <Inside slots={slots} /> : <RoomJoin roomId={roomId} />;
}

/** The room itself: header, panels, stage and status line. */
export function Inside({ slots }: { readonly slots: RoomSlots }) {
  countRender();
  const { performer } = usePlayingParts();
  const { players, chat: wantsChat } = useLayout();
  const isGuest = useRoom((state) => state.guest);
  const isAlone = useRoom((state) => state.isAlone);
  const chat = !isAlone && wantsChat;
  const mayPlay = useWhyNotPlay() === undefined;
  // Before the first paint, so that a key pressed right after it is heard.
  useLayoutEffect(() => playByComputerKeys(performer), [performer]);
  useEffect(() => void readKeyLabels(), []);
  useEffect(openByQuestionMark, []);
  return (
    <div
      className="room"
      data-may-play={mayPlay || isGuest ? 'yes' : 'no'}
      data-players={players ? 'open' : 'folded'}
      data-chat={chat ? 'open' : 'folded'}
    >
      <RoomHeader slots={slots} />
      {/* Guests may not play to others. */}
      <div className="room-bars">
        {slots.playerBar(!isGuest && !isAlone && mayPlay)}
        <RightsBar />
      </div>
      <div className="room-body">
        {players && <Players lastMinutes={slots.lastMinutes} />}
        <StageView isGuest={isGuest}>
          <PanelOpeners />
          <FirstRun />
          {!isAlone && slots.loops}
          <RoomNotices fileFailure={slots.fileFailure} onFileFailureDismissed={slots.dismissFileFailure} />
        </StageView>
        {chat && <Chat />}
      </div>
      <StatusLine />
      <RoomDialogs />
      {slots.overlays}
    </div>
  );
}
