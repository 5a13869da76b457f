import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useRoom } from '../room-store.ts';
import { useDraft } from './draft-store.ts';
import { noOffers, type Offer, offersFor } from './offers.ts';

/** What a field offers while one types, and the keys that choose from it. */
export function useOffers(field: RefObject<HTMLTextAreaElement | null>) {
  const [all, setAll] = useState<readonly Offer[]>([]);
  const [active, setActive] = useState(-1);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const show = ({ all: found, isMeant } = noOffers) => {
    setAll(found);
    setActive(isMeant && found.length > 0 ? 0 : -1);
  };
  const look = (text: string, at: number) => {
    const { participants, self } = useRoom.getState();
    show(offersFor(text, at, new Map(participants.map((each) => [each.number, each])), self));
  };
  const take = (offer: Offer) => {
    caret.current = offer.caret;
    useDraft.setState({ text: offer.text });
    look(offer.text, offer.caret);
  };
  /** Tells whether the key was for the list. */
  const pressed = (event: KeyboardEvent): boolean => {
    if (all.length === 0) return false;
    const marked = all[active];
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
        take(marked ?? first);
        break;
      }
      case 'Enter':
        if (event.shiftKey || marked === undefined) return false;
        take(marked);
        break;
      case 'Escape':
        show();
        break;
      default:
        return false;
    }
    event.preventDefault();
    // Escape closes the list alone, not the panel around it.
    event.stopPropagation();
    return true;
  };
  return { all, active, isOpen: all.length > 0, look, take, pressed, close: () => show() };
}
