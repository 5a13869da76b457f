import { MessageCircle, Users } from 'lucide-react';
import { strings } from '../../strings.ts';
import { Count } from '../../ui/count.tsx';
import { isArrival } from './chat/chat-lines.ts';
import { useChat } from './chat/chat-store.ts';
import { showPanel, useLayout } from './layout-store.ts';
import { useRoom } from './room-store.ts';

/** Buttons in the corners of the stage that show hidden panels. */
export function PanelOpeners() {
  const { players, chat, lastToggled } = useLayout();
  const count = useRoom((state) => state.participants.length);
  const isAlone = useRoom((state) => state.isAlone);
  return (
    <>
      {!players && (
        <button
          type="button"
          className="opener left"
          // Hiding the panel moves the focus here.
          // biome-ignore lint/a11y/noAutofocus: it only follows what the same person did
          autoFocus={lastToggled === 'players'}
          onClick={() => showPanel('players')}
        >
          <Users />
          {strings.room.showPlayers({ count })}
        </button>
      )}
      {!chat && !isAlone && (
        <>
          <button
            type="button"
            className="opener right"
            // biome-ignore lint/a11y/noAutofocus: as above
            autoFocus={lastToggled === 'chat'}
            onClick={() => showPanel('chat')}
          >
            <MessageCircle />
            {strings.room.showChat}
            <UnreadMark />
          </button>
          <ChatNews />
        </>
      )}
    </>
  );
}

function UnreadMark() {
  const unread = useChat((state) => state.unread);
  const isMentioned = useChat((state) => state.isMentioned);
  return <Count count={unread} words={unreadText(unread, isMentioned)} isUrgent={isMentioned} />;
}

/** Announces chat messages to screen readers while the chat is hidden. */
function ChatNews() {
  const unread = useChat((state) => state.unread);
  const isMentioned = useChat((state) => state.isMentioned);
  const arrival = useChat((state) => state.lines.findLast(isArrival));
  return (
    <div className="visually-hidden" role="status">
      {unread > 0 && <p>{unreadText(unread, isMentioned)}</p>}
      {arrival !== undefined && <p>{strings.chat[arrival.kind]({ name: arrival.name })}</p>}
    </div>
  );
}

function unreadText(count: number, isMentioned: boolean): string {
  return isMentioned ? strings.room.mentioned({ count }) : strings.room.unread({ count });
}
