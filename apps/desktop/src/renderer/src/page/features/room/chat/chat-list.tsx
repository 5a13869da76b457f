import { ArrowDown } from 'lucide-react';
import { Fragment, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useBlockedIds } from '../../../app/social/use-relation.ts';
import { dateText } from '../../../strings/formats.ts';
import { locale } from '../../../strings/language.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { ChatLineView } from './chat-line.tsx';
import { withArrivalsTogether } from './chat-lines.ts';
import { setNewestVisible, useChat } from './chat-store.ts';

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
  const shown = useMemo(() => withArrivalsTogether(lines, (one, other) => dayOf(one) === dayOf(other)), [lines]);
  const hasOlder = useChat((state) => state.hasOlder);
  const { chat } = useRoomParts();
  const { list, content, isAtEnd, scrollToEnd } = useScrollEnd();
  const readOlder = useOlder(list, content, hasOlder, () => chat.readOlder());
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
          {hasOlder && (
            <li className="chat-day">
              <Button onClick={readOlder}>{strings.chat.older}</Button>
            </li>
          )}
          {lines.length === 0 && welcome === '' && <li className="muted">{strings.chat.empty}</li>}
          {shown.map((line, index) => {
            const before = shown[index - 1];
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
          {unread > 0 ? strings.room.unread({ count: unread }) : strings.chat.toEnd}
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

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const dayMs = 86_400_000;

/** The day in local time, as a number that identifies it. */
function dayOf(atMs: number): number {
  const date = new Date(atMs);
  return Math.floor((atMs - date.getTimezoneOffset() * 60_000) / dayMs);
}

/** `Today`, `Yesterday`, or the date. */
function dayText(atMs: number, nowMs: number = Date.now()): string {
  const days = dayOf(atMs) - dayOf(nowMs);
  if (days < -1 || days > 0) return dateText(atMs);
  const text = relative.format(days, 'day');
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Older lines are read when the reader has scrolled up to within this distance of the first one. */
const nearStartPx = 240;

/** Has older lines read by scrolling up, and keeps what is on screen where it is when they are added. */
function useOlder(
  list: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLOListElement | null>,
  hasOlder: boolean,
  read: () => Promise<void>,
): () => void {
  const reading = useRef(false);
  const readOlder = () => {
    const [box, inside] = [list.current, content.current];
    if (box === null || inside === null || reading.current) return;
    reading.current = true;
    const isOnScreen = (line: Element) => line.getBoundingClientRect().bottom > box.getBoundingClientRect().top;
    const anchor = [...inside.querySelectorAll('li:not(.chat-day, .chat-new, .chat-welcome)')].find(isOnScreen);
    const place = () => anchor?.getBoundingClientRect().top ?? 0;
    const before = place();
    // The browser would keep the place, too, but not at the very start.
    box.style.overflowAnchor = 'none';
    const added = new ResizeObserver(() => box.scrollBy({ top: place() - before, behavior: 'instant' }));
    added.observe(inside);
    const end = () => {
      added.disconnect();
      box.style.overflowAnchor = '';
      reading.current = false;
    };
    // The lines are drawn in the next frame, after its callbacks.
    void read().finally(() => requestAnimationFrame(() => requestAnimationFrame(end)));
  };
  const latest = useRef(readOlder);
  latest.current = readOlder;
  useEffect(() => {
    const box = list.current;
    if (box === null || !hasOlder) return;
    let lastTop = box.scrollTop;
    const onScroll = () => {
      const isUpwards = box.scrollTop < lastTop;
      lastTop = box.scrollTop;
      if (isUpwards && box.scrollTop < nearStartPx) latest.current();
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [list, hasOlder]);
  return readOlder;
}

/** A list scrolled to within this distance of its end is at its end. */
const nearPx = 32;

interface ScrollEnd {
  readonly list: RefObject<HTMLDivElement | null>;
  /** The list's content at full height. */
  readonly content: RefObject<HTMLOListElement | null>;
  readonly isAtEnd: boolean;
  readonly scrollToEnd: () => void;
}

/**
 * Keeps a list scrolled to its end while content is added or changes its height, unless the reader has scrolled up.
 * Lines on screen at the end count as read.
 */
function useScrollEnd(): ScrollEnd {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(true);
  const scrollToEnd = useCallback(() => {
    isFollowing.current = true;
    list.current?.scrollTo({ top: list.current.scrollHeight, behavior: 'instant' });
  }, []);
  useEffect(() => {
    const [box, inside] = [list.current, content.current];
    if (box === null || inside === null) return;
    let lastTop = 0;
    const update = () => {
      const isNearEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
      // Lines can be higher than estimated once they are rendered. Only scrolling up stops following.
      isFollowing.current = isNearEnd || (isFollowing.current && box.scrollTop >= lastTop);
      lastTop = box.scrollTop;
      setAtEnd(isNearEnd);
      setNewestVisible(isNearEnd && !document.hidden);
    };
    const sizes = new ResizeObserver(() => {
      if (isFollowing.current) scrollToEnd();
      update();
    });
    sizes.observe(inside);
    sizes.observe(box);
    box.addEventListener('scroll', update, { passive: true });
    document.addEventListener('visibilitychange', update);
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', update);
      document.removeEventListener('visibilitychange', update);
      setNewestVisible(false);
    };
  }, [scrollToEnd]);
  return { list, content, isAtEnd, scrollToEnd };
}
