import { useEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { inStableOrder, type LobbyRoom } from './lobby-rooms.ts';
import { RoomCard } from './room-card.tsx';

/** Fills a large screen; a button shows more. */
const pageLength = 24;

/** Rooms as cards, which keep their places while they are on screen. */
export function RoomCards({ label, rooms }: { readonly label: string; readonly rooms: readonly LobbyRoom[] }) {
  const [length, setLength] = useState(pageLength);
  const order = useRef<readonly string[]>([]);
  const kept = inStableOrder(order.current, rooms);
  useEffect(() => {
    order.current = kept.map(({ id }) => id);
  });
  return (
    <>
      <ul className="cards" aria-label={label}>
        {kept.slice(0, length).map((room) => (
          <li key={room.id}>
            <RoomCard room={room} />
          </li>
        ))}
      </ul>
      {kept.length > length && (
        <Button className="more" size="large" onClick={() => setLength(length + pageLength)}>
          {strings.lobby.more(kept.length - length)}
        </Button>
      )}
    </>
  );
}
