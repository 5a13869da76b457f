import { limits, RoomtoneError } from '@roomtone/protocol';
import { parseLine, slashCommands } from '@roomtone/sdk/extras';
import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { navigate, pathTo } from '../../../app/router.ts';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { useWhyNotChat } from '../turns/use-why-not-play.ts';
import { useDraft } from './draft-store.ts';
import { aboutCommand, type Suggestion } from './suggestions.ts';
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
          <span className={remaining < 0 ? 'field-error' : 'muted'}>{strings.chat.left({ count: remaining })}</span>
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

/**
 * Sends or runs what was typed and clears the field. An invalid command stays in the field, and the reason is returned.
 */
function useSubmit(): (text: string) => string | undefined {
  const { chat } = useRoomParts();
  return (text) => {
    const participants = new Map(useRoom.getState().participants.map((each) => [each.participantId, each]));
    let typed: ReturnType<typeof parseLine>;
    try {
      typed = parseLine(text, participants);
    } catch (error) {
      return commandError(text, error);
    }
    useDraft.setState({ text: '' });
    if (typed.kind === 'chat') void chat.send(typed.text);
    else if (typed.command.name === 'help') chat.showLocally('', help(typed.given.command?.name));
    else if (typed.command.name === 'leave') navigate(pathTo('lobby'));
    else void chat.run(text);
    return undefined;
  };
}

/** Each command with its arguments, and what it does. */
function help(name: string | undefined): [string, string][] {
  const named = name === undefined ? slashCommands.map((command) => command.name) : [name];
  return named.map((each) => {
    const about = aboutCommand(each) ?? '';
    const [given, does] = about.includes(' · ') ? about.split(' · ', 2) : ['', about];
    return [`/${each} ${given}`.trimEnd(), does ?? ''];
  });
}

/** The error for an invalid command, with its correct form. */
function commandError(text: string, error: unknown): string {
  const [word = '', name] = text.split(/\s+/, 2);
  const isUnknownName = error instanceof RoomtoneError && error.details.field === 'name';
  if (isUnknownName && name !== undefined) return strings.chat.nobody({ name });
  const about = aboutCommand(word.toLowerCase());
  return about === undefined
    ? strings.chat.noCommand({ word })
    : strings.chat.wrongCommand({ usage: `${word} ${about}` });
}

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** Index of the highlighted suggestion; -1 for none. */
  readonly active: number;
  readonly onAccept: (suggestion: Suggestion) => void;
}

function suggestionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Suggestions above the field, which keeps the focus. */
function SuggestionList({ id, suggestions, active, onAccept }: SuggestionListProps) {
  const highlighted = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the highlighted suggestion changes
  useEffect(() => {
    highlighted.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div id={id} className="chat-suggestions" role="listbox" aria-label={strings.chat.offers}>
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.text}
          ref={index === active ? highlighted : null}
          id={suggestionId(id, index)}
          className="chat-suggestion"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keeps the focus in the field.
          onPointerDown={(event) => {
            event.preventDefault();
            onAccept(suggestion);
          }}
        >
          <b>{suggestion.label}</b>
          {suggestion.about !== '' && <bdi className="muted">{suggestion.about}</bdi>}
        </div>
      ))}
    </div>
  );
}
