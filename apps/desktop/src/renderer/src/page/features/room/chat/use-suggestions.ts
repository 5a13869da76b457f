import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useRoom } from '../room-store.ts';
import { useDraft } from './draft-store.ts';
import { noSuggestions, type Suggestion, suggestionsFor } from './suggestions.ts';

/** The suggestions while text is typed, and the keys that choose one. */
export function useSuggestions(field: RefObject<HTMLTextAreaElement | null>) {
  const [all, setAll] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const show = ({ all: found, isFirstPreselected } = noSuggestions) => {
    setAll(found);
    setActive(isFirstPreselected && found.length > 0 ? 0 : -1);
  };
  const update = (text: string, at: number) => {
    const { participants, self } = useRoom.getState();
    show(suggestionsFor(text, at, new Map(participants.map((each) => [each.participantId, each])), self));
  };
  const accept = (suggestion: Suggestion) => {
    caret.current = suggestion.caret;
    useDraft.setState({ text: suggestion.text });
    update(suggestion.text, suggestion.caret);
  };
  /** Returns true if the key was meant for the list. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (all.length === 0) return false;
    const highlighted = all[active];
    switch (event.key) {
      case 'ArrowDown':
        setActive((active + 1) % all.length);
        break;
      case 'ArrowUp':
        setActive(active <= 0 ? all.length - 1 : active - 1);
        break;
      case 'Tab': {
        const [first] = all;
        if (event.shiftKey || first === undefined) return false;
        accept(highlighted ?? first);
        break;
      }
      case 'Enter':
        if (event.shiftKey || highlighted === undefined) return false;
        accept(highlighted);
        break;
      case 'Escape':
        show();
        break;
      default:
        return false;
    }
    event.preventDefault();
    // Escape must close only the list, not the panel around it.
    event.stopPropagation();
    return true;
  };
  return { all, active, isOpen: all.length > 0, update, accept, handleKey, close: () => show() };
}
