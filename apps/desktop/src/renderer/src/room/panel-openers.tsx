import { MessageCircle, Users } from 'lucide-react';
import { strings } from '../strings.ts';
import { useChat } from './chat-store.ts';
import { useLayout } from './layout-store.ts';
import { useRoom } from './room-store.ts';

/** Buttons in the stage's corners that unfold what is folded away. */
export function PanelOpeners() {
  const { players, chat } = useLayout();
  const count = useRoom((state) => state.participants.length);
  const isAlone = useRoom((state) => state.isAlone);
  const unread = useChat((state) => state.unread);
  return (
    <>
      {!players && (
        <button type="button" className="opener left" onClick={() => useLayout.setState({ players: true })}>
          <Users />
          {strings.room.showPlayers(count)}
        </button>
      )}
      {!chat && !isAlone && (
        <button
          type="button"
          className="opener right"
          onClick={() => {
            useLayout.setState({ chat: true });
            useChat.setState({ unread: 0 });
          }}
        >
          <MessageCircle />
          {strings.room.showChat}
          {unread > 0 && (
            <span className="unread" role="status" aria-label={strings.room.unread(unread)}>
              {unread}
            </span>
          )}
        </button>
      )}
    </>
  );
}
