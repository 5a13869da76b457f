import type { RoomEntry } from '@roomtone/protocol/rest';
import { Lock } from 'lucide-react';
import { useIsMember } from '../app-parts.ts';
import { roomPath } from '../router.ts';
import { strings } from '../strings.ts';
import { Link } from '../ui/link.tsx';

/** More seats than these are shown as a line. */
const maxSeats = 12;

/** A room in the lobby; all of it leads inside. */
export function RoomCard({ room }: { readonly room: RoomEntry }) {
  const isMember = useIsMember();
  return (
    <Link className="card" href={roomPath(room.room_id)}>
      <span className="card-head">
        <h3>{room.room_name}</h3>
        {room.has_password && <Lock aria-label={strings.lobby.locked} />}
      </span>
      <span className="muted">{strings.lobby.ownedBy(room.room_owner_name)}</span>
      <span className="card-foot">
        <Seats users={room.current_users} max={room.max_users} />
        <span className="muted">{strings.lobby.count(room.current_users, room.max_users)}</span>
        <ActionWord room={room} isMember={isMember} />
      </span>
    </Link>
  );
}

/** What a click leads to, in a word. */
function ActionWord({ room, isMember }: { readonly room: RoomEntry; readonly isMember: boolean }) {
  const { lobby } = strings;
  if (room.current_users >= room.max_users) return <span className="card-action muted">{lobby.full}</span>;
  let word: string = isMember ? lobby.join : lobby.listen;
  if (room.room_type === 'pro') word = lobby.pro;
  else if (room.has_password) word = lobby.password;
  return <span className="card-action">{word}</span>;
}

function Seats({ users, max }: { readonly users: number; readonly max: number }) {
  if (max > maxSeats) {
    return (
      <span className="seats-line" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (users / max) * 100)}%` }} />
      </span>
    );
  }
  return (
    <span className="seats" aria-hidden="true">
      {Array.from({ length: max }, (_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is nothing but its place
        <i key={seat} className={seat < users ? 'taken' : ''} />
      ))}
    </span>
  );
}
