import { limits } from '@roomtone/protocol';
import { ArrowUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import type { Person } from '../../app/social/messenger.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const showRemaining = 60;

/** The field for a direct message. Enter sends; Shift+Enter starts a new line. */
export function Composer({ person }: { readonly person: Person }) {
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
        placeholder={words.placeholder(person.username)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter also confirms an IME composition, as in Japanese.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
        }}
      />
      {remaining < showRemaining && (
        <span className={remaining < 0 ? 'field-error' : 'muted'} role="status">
          {words.left(remaining)}
        </span>
      )}
      <IconButton type="submit" label={words.send} disabled={text.trim() === '' || remaining < 0}>
        <ArrowUp />
      </IconButton>
    </form>
  );
}
