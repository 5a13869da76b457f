import { useEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { useIsHeld } from './lobby-hold-store.ts';
import { byOccupancy, inStableOrder, type LobbyRoom, type Place } from './lobby-rooms.ts';
import { RoomCard } from './room-card.tsx';

/** Fills a large screen; a button shows more. */
const pageLength = 24;

interface RoomCardsProps {
  readonly label: string;
  readonly rooms: readonly LobbyRoom[];
  /** True if the first rooms of this list were opened while the lobby was on screen. */
  readonly areNew: boolean;
}

/** Rooms with people as cards, then the empty ones as rows. They keep their places while they are on screen. */
export function RoomCards({ label, rooms, areNew }: RoomCardsProps) {
  const [length, setLength] = useState(pageLength);
  const order = useRef<readonly string[] | undefined>(undefined);
  const places = useRef(new Map<string, Place>());
  const kept = inStableOrder(order.current ?? [], rooms);
  useEffect(() => {
    order.current = kept.map(({ id }) => id);
  });
  const isHeld = useIsHeld();
  const isFirst = order.current === undefined && !areNew;
  const { occupied, empty } = byOccupancy(places.current, kept, { isFirst, isHeld });
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
        <ul className="room-rows" aria-label={cards.length > 0 ? strings.lobby.emptyRooms : label}>
          {rows.map((room) => (
            <li key={room.id}>
              <RoomCard room={room} isCompact />
            </li>
          ))}
        </ul>
      )}
      {kept.length > length && (
        <Button className="more" size="large" onClick={() => setLength(length + pageLength)}>
          {strings.lobby.more({ count: kept.length - length })}
        </Button>
      )}
    </>
  );
}
