import { useEffect, useRef } from 'react';
import { strings } from '../../../strings.ts';
import type { Suggestion } from './suggestions.ts';

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** Index of the highlighted suggestion; -1 for none. */
  readonly active: number;
  readonly onAccept: (suggestion: Suggestion) => void;
}

export function suggestionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Suggestions above the field, which keeps the focus. */
export function SuggestionList({ id, suggestions, active, onAccept }: SuggestionListProps) {
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
