import { ArrowUp, PanelRightClose } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useParts } from '../app-parts.ts';
import { strings } from '../strings.ts';
import { countRender } from '../ui/render-count.ts';
import { ChatLineView } from './chat-line.tsx';
import { useChat } from './chat-store.ts';
import { useLayout } from './layout-store.ts';
import { useRoom } from './room-store.ts';
import './chat.css';

/** What was said, and a field to say something. */
export function Chat() {
  countRender();
  const lines = useChat((state) => state.lines);
  const welcome = useRoom((state) => state.welcomeMessage);
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are what moves the list
  useLayoutEffect(() => {
    // Whoever reads further up is not pulled away.
    if (isAtEnd.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [lines]);
  return (
    <aside className="chat" aria-label={strings.chat.title}>
      <div className="panel-head ruled">
        <h2>{strings.chat.title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={strings.room.hideChat}
          title={strings.room.hideChat}
          onClick={() => useLayout.setState({ chat: false })}
        >
          <PanelRightClose />
        </button>
      </div>
      <ol
        ref={list}
        className="chat-lines"
        role="log"
        aria-label={strings.chat.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
        }}
      >
        {welcome !== '' && <li className="chat-welcome">{welcome}</li>}
        {lines.length === 0 && welcome === '' && <li className="muted">{strings.chat.empty}</li>}
        {lines.map((line, index) => (
          <ChatLineView key={line.id} line={line} before={lines[index - 1]} />
        ))}
      </ol>
      <ChatForm />
    </aside>
  );
}

const maxLength = 500;
const showRemaining = 60;

function ChatForm() {
  const { room } = useParts();
  const isGuest = useRoom((state) => state.guest);
  const isClosed = useRoom((state) => state.room?.settings?.allowChat === false);
  const [text, setText] = useState('');
  if (isGuest || isClosed) {
    return <p className="chat-closed muted">{isClosed ? strings.chat.closed : strings.chat.guest}</p>;
  }
  const remaining = maxLength - [...text.trim()].length;
  const say = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (said === '' || remaining < 0) return;
    setText('');
    void room.say(said);
  };
  return (
    <form className="chat-form" onSubmit={say}>
      <textarea
        rows={1}
        value={text}
        aria-label={strings.chat.say}
        placeholder={strings.chat.placeholder}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter also ends a composition, as in Japanese.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) say(event);
        }}
      />
      {remaining < showRemaining && (
        <span className={remaining < 0 ? 'field-error' : 'muted'}>{strings.chat.left(remaining)}</span>
      )}
      <button type="submit" className="icon-button" aria-label={strings.chat.send} disabled={text.trim() === ''}>
        <ArrowUp />
      </button>
    </form>
  );
}
