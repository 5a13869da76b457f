import { MessageSquareText } from 'lucide-react';
import { useMemo } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useConversations } from '../../app/social/conversation-store.ts';
import { type Conversation, conversationsOf } from '../../app/social/lines.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/count.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { replyInRoom } from './chat/draft-store.ts';
import './unread-messages.css';

/** Friends' messages that came while the user is in the room, to be read and answered here; nothing if there are none. */
export function UnreadMessages() {
  const lines = useConversations((state) => state.lines);
  const unread = useMemo(() => conversationsOf(lines).filter((each) => each.unread > 0), [lines]);
  const count = unread.reduce((sum, each) => sum + each.unread, 0);
  if (count === 0) return null;
  return (
    <Popover
      label={strings.room.unreadMessages}
      isTitled
      align="end"
      className="unread-messages"
      trigger={
        <IconButton
          className="unread-opener"
          label={`${strings.room.unreadMessages}: ${strings.messages.unread({ count })}`}
        >
          <MessageSquareText />
          <Count count={count} words="" />
        </IconButton>
      }
    >
      <ul>
        {unread.map((each) => (
          <Unread key={each.withId} conversation={each} />
        ))}
      </ul>
    </Popover>
  );
}

function Unread({ conversation: { withId, withName, lines } }: { readonly conversation: Conversation }) {
  const { messenger } = useParts();
  const name = lines.at(-1)?.withDisplayName ?? withName;
  const reply = () => {
    messenger.markRead(withId);
    replyInRoom(withName);
  };
  return (
    <li>
      <b>
        <bdi>{name}</bdi>
      </b>
      {lines
        .filter(({ isRead }) => !isRead)
        .map(({ id, text }) => (
          <p key={id} dir="auto">
            {text}
          </p>
        ))}
      <span className="unread-messages-acts">
        <Button aria-label={strings.messages.replyTo({ name: isolated(name) })} onClick={reply}>
          {strings.messages.reply}
        </Button>
        <Button kind="quiet" onClick={() => messenger.markRead(withId)}>
          {strings.messages.markRead}
        </Button>
      </span>
    </li>
  );
}
