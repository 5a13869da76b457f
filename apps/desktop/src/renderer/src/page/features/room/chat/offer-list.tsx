import { useEffect, useRef } from 'react';
import { strings } from '../../../strings.ts';
import type { Offer } from './offers.ts';

interface OfferListProps {
  readonly id: string;
  readonly offers: readonly Offer[];
  /** Which one is marked; -1 for none. */
  readonly active: number;
  readonly onTake: (offer: Offer) => void;
}

export function offerId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Ways to go on with what is being typed, above the field, which keeps the focus. */
export function OfferList({ id, offers, active, onTake }: OfferListProps) {
  const marked = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another marked one is what has to be seen
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div id={id} className="chat-offers" role="listbox" aria-label={strings.chat.offers}>
      {offers.map((offer, index) => (
        <div
          key={offer.text}
          ref={index === active ? marked : null}
          id={offerId(id, index)}
          className="chat-offer"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(offer);
          }}
        >
          <b>{offer.label}</b>
          {offer.about !== '' && <bdi className="muted">{offer.about}</bdi>}
        </div>
      ))}
    </div>
  );
}
