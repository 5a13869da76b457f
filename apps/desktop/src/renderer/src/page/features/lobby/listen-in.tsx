import { Headphones, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import type { LobbyRoom } from './lobby-rooms.ts';

const listenMs = 10_000;

/** Plays ten seconds of a room, for which one is a guest in it. Only where guests may listen without a password. */
export function ListenIn({ room }: { readonly room: LobbyRoom }) {
  const { listenIn } = useParts();
  const [isListening, setListening] = useState(false);
  useEffect(() => {
    if (!isListening) return;
    const leave = listenIn(room.id, () => setListening(false));
    const timer = setTimeout(() => setListening(false), listenMs);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [isListening, listenIn, room.id]);
  const name = isListening ? strings.lobby.stopListening : strings.lobby.listenIn;
  return (
    <Button
      kind="quiet"
      className="listen-in"
      data-listening={isListening ? '' : undefined}
      onClick={() => setListening(!isListening)}
    >
      {isListening ? <Square /> : <Headphones />}
      {name}
    </Button>
  );
}

/** True where ListenIn makes sense: somebody is there, and guests may come without a password. */
export function canListenIn({ users, maxUsers, hasPassword, type, allowsGuests }: LobbyRoom): boolean {
  return users > 0 && users < maxUsers && !hasPassword && type === 'public' && allowsGuests === true;
}
