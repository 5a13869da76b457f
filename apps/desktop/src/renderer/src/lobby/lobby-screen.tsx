import type { RoomEntry } from '@roomtone/protocol/rest';
import { Piano, Plus, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIsMember, useParts } from '../app-parts.ts';
import { pathTo } from '../router.ts';
import { strings } from '../strings.ts';
import { Link } from '../ui/link.tsx';
import { useLobby } from './lobby-store.ts';
import { matching } from './matching.ts';
import { NewRoomDialog } from './new-room-dialog.tsx';
import { RoomCard } from './room-card.tsx';
import './lobby.css';

/** Who is playing: the rooms one may enter. */
export function LobbyScreen() {
  const { lobby } = useParts();
  const isMember = useIsMember();
  const [search, setSearch] = useState('');
  const [isMaking, setMaking] = useState(false);
  useEffect(() => lobby.watch(isMember), [lobby, isMember]);
  const { status, rooms, total, privateRooms } = useLobby();
  const found = matching(rooms, search);
  const foundPrivate = matching(privateRooms, search);
  return (
    <>
      <div className="lobby-head">
        <h1>{strings.lobby.title}</h1>
        <label className="search">
          <Search />
          <span className="visually-hidden">{strings.lobby.search}</span>
          <input
            type="search"
            value={search}
            placeholder={strings.lobby.search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <Link href={pathTo('practice')} className="button large">
          <Piano />
          {strings.practice.enter}
        </Link>
        {isMember && (
          <button type="button" className="button main large" onClick={() => setMaking(true)}>
            <Plus />
            {strings.lobby.newRoom}
          </button>
        )}
      </div>
      {status === 'offline' && rooms.length > 0 && (
        <p className="lobby-notice" role="status">
          {strings.lobby.offline}
        </p>
      )}
      {found.length > 0 ? (
        <Rooms label={strings.lobby.rooms} rooms={found} />
      ) : (
        foundPrivate.length === 0 && <Nothing status={status} search={search} isMember={isMember} />
      )}
      {rooms.length < total && search === '' && (
        <button type="button" className="button more" onClick={() => void lobby.showMore(isMember)}>
          {strings.lobby.more}
        </button>
      )}
      {foundPrivate.length > 0 && (
        <section className="private">
          <h2>{strings.lobby.privateRooms}</h2>
          <p className="muted">{strings.lobby.privateHint}</p>
          <Rooms label={strings.lobby.privateRooms} rooms={foundPrivate} />
        </section>
      )}
      {isMaking && <NewRoomDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function Rooms({ label, rooms }: { readonly label: string; readonly rooms: readonly RoomEntry[] }) {
  return (
    <ul className="cards" aria-label={label}>
      {rooms.map((room) => (
        <li key={room.room_id}>
          <RoomCard room={room} />
        </li>
      ))}
    </ul>
  );
}

interface NothingProps {
  readonly status: 'loading' | 'ready' | 'offline';
  readonly search: string;
  readonly isMember: boolean;
}

function Nothing({ status, search, isMember }: NothingProps) {
  const { lobby } = strings;
  if (status === 'loading') {
    return (
      <div className="cards" aria-busy="true">
        <p className="visually-hidden" role="status">
          {lobby.loading}
        </p>
        {['first', 'second', 'third'].map((each) => (
          <div key={each} className="card blank" />
        ))}
      </div>
    );
  }
  let [title, hint]: readonly [string, string] = [lobby.empty, isMember ? lobby.emptyHint : lobby.emptyGuestHint];
  if (status === 'offline') [title, hint] = [lobby.offlineEmpty, lobby.offlineEmptyHint];
  else if (search !== '') [title, hint] = [lobby.noMatch(search), lobby.noMatchHint];
  return (
    <div className="nothing" role="status">
      <h2>{title}</h2>
      <p>{hint}</p>
    </div>
  );
}
