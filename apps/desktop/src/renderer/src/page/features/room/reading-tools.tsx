import { CircleStop, MessageCircle, Users } from 'lucide-react';
import { useEffect } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Count } from '../../ui/count.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { BeatDots } from './beat-dots.tsx';
import { useChat } from './chat/chat-store.ts';
import { hidePanel, hidePanelsMeanwhile, type PanelName, showPanel, useLayout } from './layout-store.ts';
import { useRoomParts } from './room-parts.ts';
import { useRoom } from './room-store.ts';
import { useTime } from './time-store.ts';

/** The parts of a room that somebody who reads needs at hand: players, chat, the beat, and an end to every sound. */
export function ReadingTools() {
  const { room } = useRoomParts();
  const { players, chat } = useLayout();
  const isAlone = useRoom((state) => state.isAlone);
  const count = useRoom((state) => state.participants.length);
  const unread = useChat((state) => state.unread);
  const isMentioned = useChat((state) => state.isMentioned);
  const beatsPerBar = useTime((state) => state.transport.beatsPerBar);
  useEffect(hidePanelsMeanwhile, []);
  const toggle = (name: PanelName, isShown: boolean) => (isShown ? hidePanel(name) : showPanel(name));
  return (
    <>
      {!isAlone && (
        <IconButton
          label={strings.room.showPlayers({ count })}
          aria-pressed={players}
          onClick={() => toggle('players', players)}
        >
          <Users />
        </IconButton>
      )}
      {!isAlone && (
        <IconButton label={strings.room.showChat} aria-pressed={chat} onClick={() => toggle('chat', chat)}>
          <MessageCircle />
          {!chat && <Count count={unread} words={strings.room.unread({ count: unread })} isUrgent={isMentioned} />}
        </IconButton>
      )}
      <IconButton className="reading-panic" label={roomStrings.keyboard.panic} onClick={() => room.panic()}>
        <CircleStop />
      </IconButton>
      <BeatDots beatsPerBar={beatsPerBar} maxDots={8} />
    </>
  );
}
