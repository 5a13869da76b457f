import { limits } from '@roomtone/protocol';
import type { FriendEntry } from '@roomtone/sdk';
import { ArrowLeft, ArrowUp, Ellipsis, MessageCircle, Trash2, UserRound } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { Picture } from '../../app/identity/picture.tsx';
import { usePerson } from '../../app/identity/use-person.ts';
import { Link } from '../../app/link.tsx';
import { navigate, pathTo } from '../../app/router.ts';
import { useConversations } from '../../app/social/conversation-store.ts';
import type { Line } from '../../app/social/lines.ts';
import type { Person } from '../../app/social/messenger.ts';
import { dateText, isolated, timeText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { removeUnlessUndone, usePendingRemovals } from '../../ui/pending-removal-store.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Presence } from './presence.tsx';

interface ConversationViewProps {
  readonly name: string;
  readonly friends: readonly FriendEntry[];
}

/** The direct messages with one user, and a field to write. */
export function ConversationView({ name, friends }: ConversationViewProps) {
  const friend = friends.find(({ username }) => username.toLowerCase() === name.toLowerCase());
  const all = useConversations((state) => state.lines);
  const last = lastWith(all, name);
  const withId = friend?.userId ?? last?.withId;
  const { isCleared, clear } = useDeleteConversation(withId);
  const lines = useMemo(
    () => (isCleared ? [] : all.filter((line) => line.withId === withId)),
    [all, withId, isCleared],
  );
  useMarkRead(withId, lines);
  const list = useStickToEnd(lines);
  const words = strings.messages;
  const person = usePerson(friend === undefined ? (withId ?? name) : '').data;
  const shown = friend?.displayName ?? person?.displayName ?? last?.withDisplayName ?? name;
  return (
    <section className="conversation" aria-label={words.with({ name: isolated(shown) })}>
      <header className="conversation-head">
        <Link className="icon-button conversation-back" href={pathTo('friends')} aria-label={words.back}>
          <ArrowLeft />
        </Link>
        <Picture name={shown} path={(friend ?? person)?.avatarUrl} />
        <span className="row-words">
          <h1 className="row-name">
            <bdi>{shown}</bdi>
          </h1>
          {friend !== undefined && (
            <span className="muted">
              <Presence status={friend.status} /> {strings.friends.presence[friend.status]}
            </span>
          )}
        </span>
        <Menu
          trigger={
            <IconButton label={strings.friends.more({ name: shown })}>
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem icon={<UserRound />} onSelect={() => navigate(pathTo('profile', { name }))}>
            {strings.friends.profile}
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger disabled={lines.length === 0} onSelect={() => clear(lines, shown)}>
            {words.clear}
          </MenuItem>
        </Menu>
      </header>
      <div
        ref={list}
        className="conversation-lines"
        role="log"
        aria-label={words.with({ name: isolated(shown) })}
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
      {friend !== undefined ? (
        <Composer person={friend} />
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

function lastWith(lines: readonly Line[], name: string): Line | undefined {
  return lines.findLast(({ withName }) => withName.toLowerCase() === name.toLowerCase());
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

/** Deletes a conversation on this device, unless that is undone in time. */
function useDeleteConversation(withId: string | undefined) {
  const { messenger } = useParts();
  const key = `conversation ${withId}`;
  const isCleared = usePendingRemovals((state) => state.keys.has(key));
  const clear = (lines: readonly Line[], name: string) =>
    removeUnlessUndone([key], strings.messages.cleared({ name: isolated(name) }), async () => messenger.delete(lines));
  return { isCleared, clear };
}

/** One direct message. If it could not be sent, it says so and offers a retry. */
function LineView({ line, before }: { readonly line: Line; readonly before: Line | undefined }) {
  const isNewDay = before === undefined || dateText(before.atMs) !== dateText(line.atMs);
  return (
    <>
      {isNewDay && <li className="conversation-note muted">{dateText(line.atMs)}</li>}
      <li className="line" data-from={line.from} data-state={line.state}>
        <span className="visually-hidden">{line.from === 'me' ? strings.messages.you : line.withName}</span>
        <p dir="auto">{line.text}</p>
        <Foot line={line} />
      </li>
    </>
  );
}

function Foot({ line }: { readonly line: Line }) {
  const { messenger } = useParts();
  const words = strings.messages;
  if (line.state === 'failed' || line.state === 'unconfirmed') {
    return (
      <span className="line-foot" role="alert">
        <span className="field-error">
          {line.state === 'unconfirmed' ? words.unconfirmed : words.failed} {line.why}
        </span>
        <Button kind="linked" onClick={() => void messenger.resend(line)}>
          {words.again}
        </Button>
        <Button kind="linked" onClick={() => messenger.delete([line])}>
          {words.discard}
        </Button>
      </span>
    );
  }
  const state = { sending: words.sending, waiting: words.waiting, kept: undefined }[line.state];
  return (
    <span className="line-foot muted">
      {state ?? <time dateTime={new Date(line.atMs).toISOString()}>{timeText(line.atMs)}</time>}
    </span>
  );
}

const showRemaining = 60;

/** The field for a direct message. Enter sends; Shift+Enter starts a new line. */
function Composer({ person }: { readonly person: Person }) {
  const { messenger } = useParts();
  const [text, setText] = useState('');
  const remaining = limits.chatMessage.max - [...text.trim()].length;
  const words = strings.messages;
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed === '' || remaining < 0) return;
    setText('');
    void messenger.send(person, trimmed);
  };
  return (
    <form className="composer" onSubmit={send}>
      <textarea
        rows={1}
        value={text}
        dir="auto"
        aria-label={words.say}
        placeholder={words.placeholder({ name: person.displayName })}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter also confirms an IME composition, as in Japanese.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
        }}
      />
      {remaining < showRemaining && (
        <span className={remaining < 0 ? 'field-error' : 'muted'} role="status">
          {words.left({ count: remaining })}
        </span>
      )}
      <IconButton type="submit" label={words.send} disabled={text.trim() === '' || remaining < 0}>
        <ArrowUp />
      </IconButton>
    </form>
  );
}
