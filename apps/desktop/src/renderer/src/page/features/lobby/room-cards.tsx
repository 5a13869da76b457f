import { useEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { byOccupancy, inStableOrder, type LobbyRoom } from './lobby-rooms.ts';
import { RoomCard } from './room-card.tsx';

/** Fills a large screen; a button shows more. */
const pageLength = 24;

/** Rooms with people as cards, then the empty ones as rows. They keep their places while they are on screen. */
export function RoomCards({ label, rooms }: { readonly label: string; readonly rooms: readonly LobbyRoom[] }) {
  const [length, setLength] = useState(pageLength);
  const order = useRef<readonly string[]>([]);
  const wasOccupied = useRef(new Set<string>());
  const kept = inStableOrder(order.current, rooms);
  useEffect(() => {
    order.current = kept.map(({ id }) => id);
  });
  const { occupied, empty } = byOccupancy(wasOccupied.current, kept);
  const shown = [...occupied, ...empty].slice(0, length);
  const cards = shown.slice(0, occupied.length);
  const rows = shown.slice(occupied.length);
  return (
    <>
      {cards.length > 0 && (
        <ul className="cards" aria-label={label}>
          {cards.map((room) => (
            <li key={room.id}>
              <RoomCard room={room} />
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <ul className="rows" aria-label={cards.length > 0 ? strings.lobby.emptyRooms : label}>
          {rows.map((room) => (
            <li key={room.id}>
              <RoomCard room={room} isCompact />
            </li>
          ))}
        </ul>
      )}
      {kept.length > length && (
        <Button className="more" size="large" onClick={() => setLength(length + pageLength)}>
          {strings.lobby.more(kept.length - length)}
        </Button>
      )}
    </>
  );
}
