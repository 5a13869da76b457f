import { useAccount } from '../account/account-store.ts';
import { useParts } from '../app-parts.ts';
import { timeText } from '../formats.ts';
import { strings } from '../strings.ts';
import type { ChatLine } from './chat-lines.ts';
import { useRoom } from './room-store.ts';

/** Messages of one person within this need one name. */
const togetherMs = 3 * 60_000;

interface ChatLineProps {
  readonly line: ChatLine;
  readonly before: ChatLine | undefined;
}

/** One line of the chat. */
export function ChatLineView({ line, before }: ChatLineProps) {
  switch (line.kind) {
    case 'message':
      if (line.fromSystem) return <Event words={line.text} atMs={line.atMs} />;
      return <Message line={line} before={before} />;
    case 'own':
      return <OwnMessage line={line} before={before} />;
    default:
      return <Event words={strings.chat[line.kind](line.name)} atMs={line.atMs} />;
  }
}

function Event({ words, atMs }: { readonly words: string; readonly atMs: number }) {
  return (
    <li className="chat-event">
      {words} · {timeText(atMs)}
    </li>
  );
}

interface MessageProps {
  readonly line: Extract<ChatLine, { kind: 'message' }>;
  readonly before: ChatLine | undefined;
}

function Message({ line, before }: MessageProps) {
  const goesOn = before?.kind === 'message' && before.userId === line.userId && line.atMs - before.atMs < togetherMs;
  return (
    <li className={goesOn ? 'chat-message goes-on' : 'chat-message'}>
      {!goesOn && <Head userId={line.userId} name={line.name} atMs={line.atMs} />}
      <p>{line.text}</p>
    </li>
  );
}

interface OwnMessageProps {
  readonly line: Extract<ChatLine, { kind: 'own' }>;
  readonly before: ChatLine | undefined;
}

/** What one said, before the server has it; when it fails, the text stays. */
function OwnMessage({ line, before }: OwnMessageProps) {
  const { room } = useParts();
  const account = useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
  const goesOn =
    (before?.kind === 'message' && before.userId === account?.userId && line.atMs - before.atMs < togetherMs) ||
    before?.kind === 'own';
  return (
    <li className={goesOn ? 'chat-message own goes-on' : 'chat-message own'} data-failed={line.failure && ''}>
      {!goesOn && <Head userId={account?.userId ?? ''} name={account?.username ?? ''} atMs={line.atMs} />}
      <p>{line.text}</p>
      {line.failure !== undefined && (
        <p className="chat-failure" role="alert">
          <span className="field-error">{strings.chat.failed(line.failure)}</span>
          <button type="button" className="linked" onClick={() => void room.say(line.text, line.id)}>
            {strings.chat.again}
          </button>
          <button type="button" className="linked" onClick={() => room.forget(line.id)}>
            {strings.chat.forget}
          </button>
        </p>
      )}
    </li>
  );
}

function Head({ userId, name, atMs }: { readonly userId: string; readonly name: string; readonly atMs: number }) {
  const color = useRoom((state) => state.participants.find((each) => userId !== '' && each.userId === userId)?.color);
  return (
    <p className="chat-head">
      <span className="chat-name" style={color === undefined ? {} : { '--player': color }}>
        {name}
      </span>
      <time className="muted" dateTime={new Date(atMs).toISOString()}>
        {timeText(atMs)}
      </time>
    </p>
  );
}
