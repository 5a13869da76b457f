import { ArrowDown } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import { useBlockedIds } from '../../../app/social/use-relation.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { useRoom } from '../room-store.ts';
import { ChatLineView } from './chat-line.tsx';
import { useChat } from './chat-store.ts';
import { dayOf, dayText } from './day-text.ts';
import { useScrollEnd } from './use-scroll-end.ts';

/** All lines, oldest first, grouped by day. */
export function ChatList() {
  const all = useChat((state) => state.lines);
  const unread = useChat((state) => state.unread);
  const firstUnread = useChat((state) => state.firstUnread);
  const welcome = useRoom((state) => state.welcomeMessage);
  const blocked = useBlockedIds();
  const lines = useMemo(
    () => all.filter((line) => line.kind !== 'message' || !blocked.has(line.userId)),
    [all, blocked],
  );
  const { list, content, isAtEnd, scrollToEnd } = useScrollEnd();
  return (
    <div className="chat-list">
      <div
        ref={list}
        className="chat-lines"
        role="log"
        aria-label={strings.chat.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={moveByArrows}
      >
        <ol ref={content}>
          {welcome !== '' && (
            <li className="chat-welcome">
              <bdi>{welcome}</bdi>
            </li>
          )}
          {lines.length === 0 && welcome === '' && <li className="muted">{strings.chat.empty}</li>}
          {lines.map((line, index) => {
            const before = lines[index - 1];
            const isNewDay = before === undefined || dayOf(before.atMs) !== dayOf(line.atMs);
            return (
              <Fragment key={line.id}>
                {isNewDay && <li className="chat-day">{dayText(line.atMs)}</li>}
                {line.id === firstUnread && <li className="chat-new">{strings.chat.newHere}</li>}
                <ChatLineView line={line} before={isNewDay ? undefined : before} />
              </Fragment>
            );
          })}
        </ol>
      </div>
      {!isAtEnd && (
        <Button className="chat-jump" onClick={scrollToEnd}>
          <ArrowDown />
          {unread > 0 ? strings.room.unread(unread) : strings.chat.toEnd}
        </Button>
      )}
    </div>
  );
}

/** The arrow keys move between messages; each has a button for its actions. */
function moveByArrows(event: React.KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.chat-more')];
  const current = buttons.indexOf(document.activeElement as HTMLElement);
  const next = current < 0 ? buttons.at(-1) : buttons[current + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
