import { limits } from '@roomtone/protocol';
import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { useWhyNotChat } from '../turns/use-why-not-play.ts';
import { useDraft } from './draft-store.ts';
import { SuggestionList, suggestionId } from './suggestion-list.tsx';
import { useSubmit } from './use-submit.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The message field, or the reason why there is none. */
export function ChatForm() {
  const isGuest = useRoom((state) => state.guest);
  const isClosed = useRoom((state) => state.room?.settings?.allowChat === false);
  const why = useWhyNotChat();
  if (isGuest || isClosed || why !== undefined) {
    const words = isClosed ? strings.chat.closed : strings.chat.guest;
    return (
      <p className="chat-closed muted">
        {why === undefined || isClosed || isGuest ? words : strings.turns.whyNotChat[why]}
      </p>
    );
  }
  return <Composer />;
}

const showRemaining = 60;

function Composer() {
  const { chat } = useRoomParts();
  const text = useDraft((state) => state.text);
  const calls = useDraft((state) => state.calls);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [failure, setFailure] = useState<string>();
  const suggestions = useSuggestions(field);
  const submit = useSubmit();
  const remaining = limits.chatMessage.max - [...text.trim()].length;
  useEffect(() => {
    if (calls > 0) field.current?.focus();
  }, [calls]);
  const send = () => {
    suggestions.close();
    if (remaining < 0 || text.trim() === '') return;
    const problem = submit(text.trim());
    setFailure(problem);
    if (problem === undefined) returnToPiano();
  };
  /** After a message, letters play notes again. On touch screens that would close the keyboard between two messages. */
  const returnToPiano = () => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.blur();
  };
  const handleKey = (event: KeyboardEvent) => {
    // Enter also confirms an IME composition, as in Japanese.
    if (event.nativeEvent.isComposing || suggestions.handleKey(event)) return;
    if (event.key === 'Escape') field.current?.blur();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="chat-composer">
      {suggestions.isOpen && (
        <SuggestionList
          id={listId}
          suggestions={suggestions.all}
          active={suggestions.active}
          onAccept={suggestions.accept}
        />
      )}
      {failure !== undefined && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
      <form
        className="chat-form"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={strings.chat.say}
          placeholder={strings.chat.placeholder}
          // The textarea is a combobox only while there are suggestions.
          {...(suggestions.isOpen && {
            role: 'combobox',
            'aria-expanded': true,
            'aria-autocomplete': 'list',
            'aria-controls': listId,
            'aria-activedescendant': suggestions.active < 0 ? undefined : suggestionId(listId, suggestions.active),
          })}
          onChange={(event) => {
            setFailure(undefined);
            useDraft.setState({ text: event.target.value });
            suggestions.update(event.target.value, event.target.selectionStart);
            if (event.target.value.trim() === '') chat.typing.stop();
            else if (!event.target.value.startsWith('/')) chat.typing.typed();
          }}
          onKeyDown={handleKey}
          onBlur={suggestions.close}
        />
        {remaining < showRemaining && (
          <span className={remaining < 0 ? 'field-error' : 'muted'}>{strings.chat.left(remaining)}</span>
        )}
        <button
          type="submit"
          className="icon-button"
          aria-label={strings.chat.send}
          disabled={text.trim() === '' || remaining < 0}
        >
          <ArrowUp />
        </button>
      </form>
    </div>
  );
}
