import type { FriendEntry } from '@roomtone/sdk';
import { ArrowLeft, Ellipsis, MessageCircle, Trash2, UserRound } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { Picture } from '../../app/identity/picture.tsx';
import { Link } from '../../app/link.tsx';
import { navigate, pathTo } from '../../app/router.ts';
import { useConversations } from '../../app/social/conversation-store.ts';
import type { Line } from '../../app/social/lines.ts';
import type { Person } from '../../app/social/messenger.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Composer } from './composer.tsx';
import { LineView } from './line-view.tsx';
import { Presence } from './presence.tsx';
import { useDeleteConversation } from './use-delete-conversation.ts';

interface ConversationViewProps {
  readonly name: string;
  readonly friends: readonly FriendEntry[];
}

/** The direct messages with one user, and a field to write. */
export function ConversationView({ name, friends }: ConversationViewProps) {
  const friend = friends.find(({ username }) => username.toLowerCase() === name.toLowerCase());
  const all = useConversations((state) => state.lines);
  const withId = friend?.userId ?? userIdIn(all, name);
  const { isCleared, clear } = useDeleteConversation(withId);
  const lines = useMemo(
    () => (isCleared ? [] : all.filter((line) => line.withId === withId)),
    [all, withId, isCleared],
  );
  useMarkRead(withId, lines);
  const list = useStickToEnd(lines);
  const words = strings.messages;
  const person: Person | undefined =
    withId === undefined ? undefined : { userId: withId, username: friend?.username ?? name };
  return (
    <section className="conversation" aria-label={words.with(isolated(name))}>
      <header className="conversation-head">
        <Link className="icon-button conversation-back" href={pathTo('friends')} aria-label={words.back}>
          <ArrowLeft />
        </Link>
        <Picture name={name} path={friend?.avatarUrl} />
        <span className="row-words">
          <bdi className="row-name">{friend?.username ?? name}</bdi>
          {friend !== undefined && (
            <span className="muted">
              <Presence status={friend.status} /> {strings.friends.presence[friend.status]}
            </span>
          )}
        </span>
        <Menu
          trigger={
            <IconButton label={strings.friends.more(name)}>
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem icon={<UserRound />} onSelect={() => navigate(pathTo('profile', { name }))}>
            {strings.friends.profile}
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger disabled={lines.length === 0} onSelect={() => clear(lines, name)}>
            {words.clear}
          </MenuItem>
        </Menu>
      </header>
      <div
        ref={list}
        className="conversation-lines"
        role="log"
        aria-label={words.with(isolated(name))}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <ol>
          <li className="conversation-note muted">{lines.length === 0 ? words.empty : words.kept}</li>
          {lines.map((line, index) => (
            <LineView key={line.id} line={line} before={lines[index - 1]} />
          ))}
        </ol>
      </div>
      {friend !== undefined && person !== undefined ? (
        <Composer person={person} />
      ) : (
        <p className="conversation-closed muted">{words.notFriends}</p>
      )}
    </section>
  );
}

/** Shown where a conversation will open, on screens wide enough for both. */
export function NoConversation() {
  return (
    <section className="conversation none">
      <EmptyState icon={<MessageCircle />} title={strings.messages.choose} hint={strings.messages.chooseHint} />
    </section>
  );
}

function userIdIn(lines: readonly Line[], name: string): string | undefined {
  return lines.findLast(({ withName }) => withName.toLowerCase() === name.toLowerCase())?.withId;
}

/** Marks messages as read while the conversation is open and the window is focused. */
function useMarkRead(withId: string | undefined, lines: readonly Line[]): void {
  const { messenger } = useParts();
  useEffect(() => {
    useConversations.setState({ openWith: withId });
    return () => useConversations.setState({ openWith: undefined });
  }, [withId]);
  const hasUnread = lines.some(({ isRead }) => !isRead);
  useEffect(() => {
    if (withId === undefined || !hasUnread) return;
    const read = () => {
      if (document.hasFocus()) messenger.markRead(withId);
    };
    read();
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [messenger, withId, hasUnread]);
}

/** Keeps the list scrolled to its end, unless the reader has scrolled up. */
function useStickToEnd(lines: readonly Line[]) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    const updateIsAtEnd = () => {
      if (element !== null) isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 32;
    };
    const scrollToEnd = () => {
      if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
    };
    // A phone's keyboard makes the list smaller.
    const watcher = new ResizeObserver(scrollToEnd);
    if (element !== null) watcher.observe(element);
    element?.addEventListener('scroll', updateIsAtEnd, { passive: true });
    return () => {
      watcher.disconnect();
      element?.removeEventListener('scroll', updateIsAtEnd);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever there are new lines
  useLayoutEffect(() => {
    if (isAtEnd.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [lines]);
  return list;
}
