import { limits } from '@roomtone/protocol';
import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { useDraft } from './draft-store.ts';
import { OfferList, offerId } from './offer-list.tsx';
import { useOffers } from './use-offers.ts';
import { useSubmit } from './use-submit.ts';

/** A field to say something, or why there is none. */
export function ChatForm() {
  const isGuest = useRoom((state) => state.guest);
  const isClosed = useRoom((state) => state.room?.settings?.allowChat === false);
  if (isGuest || isClosed) {
    return <p className="chat-closed muted">{isClosed ? strings.chat.closed : strings.chat.guest}</p>;
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
  const offers = useOffers(field);
  const submit = useSubmit();
  const remaining = limits.chatMessage.max - [...text.trim()].length;
  useEffect(() => {
    if (calls > 0) field.current?.focus();
  }, [calls]);
  const send = () => {
    offers.close();
    if (remaining >= 0 && text.trim() !== '') setFailure(submit(text.trim()));
  };
  const pressed = (event: KeyboardEvent) => {
    // Enter also ends a composition, as in Japanese.
    if (event.nativeEvent.isComposing || offers.pressed(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="chat-composer">
      {offers.isOpen && <OfferList id={listId} offers={offers.all} active={offers.active} onTake={offers.take} />}
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
          // A field of several lines is a combobox while it offers something, and a plain field otherwise.
          {...(offers.isOpen && {
            role: 'combobox',
            'aria-expanded': true,
            'aria-autocomplete': 'list',
            'aria-controls': listId,
            'aria-activedescendant': offers.active < 0 ? undefined : offerId(listId, offers.active),
          })}
          onChange={(event) => {
            setFailure(undefined);
            useDraft.setState({ text: event.target.value });
            offers.look(event.target.value, event.target.selectionStart);
            if (event.target.value.trim() === '') chat.typing.stop();
            else if (!event.target.value.startsWith('/')) chat.typing.typed();
          }}
          onKeyDown={pressed}
          onBlur={offers.close}
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
