import { readSystemMessage } from '@roomtone/protocol';
import { useMutation } from '@tanstack/react-query';
import { FileMusic } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useParts } from '../../../app/app-parts.ts';
import { useAccount } from '../../../app/identity/account-store.ts';
import { listText, timeText } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import type { ArrivalLine, ArrivalsLine, ChatLine, GapLine, LocalLine, MessageLine, OwnLine } from './chat-lines.ts';
import { LinkPreview } from './link-preview.tsx';
import { MessageActions } from './message-actions.tsx';
import { firstLink, isNameOf, mentions, messageParts, type Named } from './message-parts.ts';
import { type SharedFile, sharedFileIn } from './shared-file.ts';

/** Messages of one user within this time share one heading. */
const groupingMs = 3 * 60_000;

interface ChatLineProps {
  readonly line: ChatLine | ArrivalsLine;
  /** The previous line, if it is from the same day. */
  readonly before: ChatLine | ArrivalsLine | undefined;
}

export const ChatLineView = memo(function ChatLineView({ line, before }: ChatLineProps) {
  switch (line.kind) {
    case 'message':
      if (line.speaker === 'system') return <Event words={systemText(line.text)} atMs={line.atMs} />;
      return <Message line={line} before={before} />;
    case 'gap':
      return <Gap line={line} />;
    case 'own':
      return <OwnMessage line={line} before={before} />;
    case 'local':
      return (
        <li className="chat-note">{line.rows === undefined ? <bdi>{line.text}</bdi> : <Rows rows={line.rows} />}</li>
      );
    case 'arrivals':
      return <Event words={strings.chat.several[line.of]({ names: namesText(line.names) })} atMs={line.atMs} />;
    default:
      return <Event words={arrivalText(line)} atMs={line.atMs} />;
  }
});

function Gap({ line: { before } }: { readonly line: GapLine }) {
  const { chat } = useRoomParts();
  return (
    <li className="chat-new">
      {strings.chat.missing}
      <Button onClick={() => void chat.readOlder(before)}>{strings.chat.showMissing}</Button>
    </li>
  );
}

/** So many names are told in one line; the rest is counted. */
const namesTold = 3;

function namesText(names: readonly string[]): string {
  const more = names.length - namesTold;
  return listText(more <= 1 ? names : [...names.slice(0, namesTold), strings.chat.others({ count: more })]);
}

function Rows({ rows }: { readonly rows: NonNullable<LocalLine['rows']> }) {
  return (
    <dl className="chat-rows">
      {rows.map(([term, about]) => (
        <div key={term}>
          <dt>
            <bdi>{term}</bdi>
          </dt>
          <dd>
            <bdi>{about}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** In the user's language if this version knows what the server says. */
function systemText(text: string): string {
  const message = readSystemMessage(text);
  return message === undefined ? text : strings.chat[message.kind]({ name: message.name });
}

function arrivalText({ kind, name }: ArrivalLine): string {
  return strings.chat[kind]({ name });
}

function Event({ words, atMs }: { readonly words: string; readonly atMs: number }) {
  return (
    <li className="chat-event">
      <bdi>{words}</bdi> · {timeText(atMs)}
    </li>
  );
}

interface MessageProps {
  readonly line: MessageLine;
  readonly before: ChatLineProps['before'];
}

function Message({ line, before }: MessageProps) {
  const self = useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
  const continuesGroup =
    before?.kind === 'message' &&
    before.userId === line.userId &&
    before.speaker === line.speaker &&
    line.atMs - before.atMs < groupingMs;
  const head = !continuesGroup && (
    <Head userId={line.userId} name={line.name} atMs={line.atMs} isBot={line.speaker === 'bot'} />
  );
  const className = continuesGroup ? 'chat-message goes-on' : 'chat-message';
  if (line.removedBy !== undefined) {
    return (
      <li className={className}>
        {head}
        <p className="chat-removed">
          {line.removedBy === '' ? strings.chat.removed : strings.chat.removedBy({ by: line.removedBy })}
        </p>
      </li>
    );
  }
  const file = sharedFileIn(line.text);
  const link = file === undefined ? firstLink(line.text) : undefined;
  const isMentioned = self !== undefined && mentions(line.text, self);
  return (
    <li className={className} data-mentioned={isMentioned ? '' : undefined}>
      {head}
      {file === undefined ? <MessageText text={withActor(line)} self={self} /> : <SharedFileLine file={file} />}
      {link !== undefined && <LinkPreview href={link} />}
      <MessageActions line={line} />
    </li>
  );
}

/** A message of `/me` begins with a star; the name stands before the action. */
function withActor({ text, name }: MessageLine): string {
  return text.startsWith('* ') ? `* ${name} ${text.slice(2)}` : text;
}

interface OwnMessageProps {
  readonly line: OwnLine;
  readonly before: ChatLineProps['before'];
}

/** A message that the server has not confirmed. If it could not be sent, the text stays. */
function OwnMessage({ line, before }: OwnMessageProps) {
  const { chat } = useRoomParts();
  const account = useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
  const continuesGroup =
    (before?.kind === 'message' && before.userId === account?.userId && line.atMs - before.atMs < groupingMs) ||
    before?.kind === 'own';
  const retry = () => void (line.isCommand ? chat.run(line.text, line.id) : chat.send(line.text, line.id));
  const isPending = line.failure === undefined;
  const file = sharedFileIn(line.text);
  return (
    <li
      className={continuesGroup ? 'chat-message own goes-on' : 'chat-message own'}
      data-failed={isPending ? undefined : ''}
      aria-busy={isPending}
    >
      {!continuesGroup && (
        <Head userId={account?.userId ?? ''} name={account?.displayName ?? ''} atMs={line.atMs} isBot={false} />
      )}
      {file === undefined ? <MessageText text={line.text} self={undefined} /> : <SharedFileLine file={file} />}
      {line.failure !== undefined && (
        <p className="chat-failure" role="alert">
          <span className="field-error">{strings.chat.failed({ why: line.failure })}</span>
          <Button kind="linked" onClick={retry}>
            {strings.chat.again}
          </Button>
          <Button kind="linked" onClick={() => chat.discard(line.id)}>
            {strings.chat.forget}
          </Button>
        </p>
      )}
    </li>
  );
}

interface HeadProps {
  readonly userId: string;
  readonly name: string;
  readonly atMs: number;
  readonly isBot: boolean;
}

function Head({ userId, name, atMs, isBot }: HeadProps) {
  const color = useRoom((state) => state.participants.find((each) => userId !== '' && each.userId === userId)?.color);
  return (
    <p className="chat-head">
      <bdi className="chat-name" style={color === undefined ? {} : { '--player': color }}>
        {name}
      </bdi>
      {isBot && <Badge>{strings.chat.bot}</Badge>}
      <time className="muted" dateTime={new Date(atMs).toISOString()}>
        {timeText(atMs)}
      </time>
    </p>
  );
}

/** A file that somebody shared: a click opens it for oneself. */
function SharedFileLine({ file }: { readonly file: SharedFile }) {
  const { client, openFile } = useParts();
  const roomId = useRoom((state) => state.roomId);
  const opening = useMutation({
    mutationFn: async () => {
      const { name, data } = await client.api.rooms.file(roomId, file.fileId);
      openFile(
        name,
        Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
      );
    },
  });
  return (
    <div className="shared-file">
      <Button busy={opening.isPending} onClick={() => opening.mutate()}>
        <FileMusic />
        <bdi>{file.name}</bdi>
      </Button>
      <FailureNotice error={opening.error ?? undefined} textOf={() => strings.chat.fileGone} />
    </div>
  );
}

interface MessageTextProps {
  readonly text: string;
  /** The user, whose names are highlighted; undefined to highlight nothing. */
  readonly self: Named | undefined;
}

/** Renders a message's text with links and mentions; nothing else is markup. */
function MessageText({ text, self }: MessageTextProps) {
  const names = useRoom(useShallow(({ participants }) => (text.includes('@') ? namesOf(participants) : [])));
  const parts = useMemo(() => messageParts(text, names), [text, names]);
  return (
    <p className="chat-text" dir="auto">
      {parts.map((part, index) => {
        const key = index;
        switch (part.kind) {
          case 'link':
            return (
              <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
                <bdi>{part.text}</bdi>
              </a>
            );
          case 'mention':
            return (
              <b
                key={key}
                className="mention"
                data-self={self !== undefined && isNameOf(part.name, self) ? '' : undefined}
              >
                {part.text}
              </b>
            );
          default:
            return <bdi key={key}>{part.text}</bdi>;
        }
      })}
    </p>
  );
}

function namesOf(people: readonly Named[]): string[] {
  return people.map(({ displayName }) => displayName);
}
