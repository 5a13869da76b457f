import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAccount, useHasAccount } from '../../app/identity/account-store.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { LobbyEmpty } from './lobby-empty.tsx';
import { LobbyFilters } from './lobby-filters.tsx';
import { useIsHeld } from './lobby-hold-store.ts';
import { heldRooms, type LobbyRoom, matchingRooms } from './lobby-rooms.ts';
import { useLobbyView } from './lobby-view-store.ts';
import { NewRoomDialog } from './new-room-dialog.tsx';
import { RoomCards } from './room-cards.tsx';
import { useRooms } from './use-rooms.ts';
import './lobby.css';

/** The list of rooms. */
export function LobbyScreen() {
  useTitle(strings.lobby.title);
  const hasAccount = useHasAccount();
  const userId = useAccount((state) => (state.status === 'signed-in' ? state.account.userId : undefined));
  const [isMaking, setMaking] = useState(false);
  const view = useLobbyView();
  const { status, rooms } = useRooms();
  const isHeld = useIsHeld();
  const shown = useRef<readonly LobbyRoom[]>([]);
  const found = isHeld ? heldRooms(shown.current, rooms) : matchingRooms(rooms, view);
  const own = found.filter(({ ownerId }) => ownerId === userId);
  const others = found.filter(({ ownerId }) => ownerId !== userId);
  const viewKey = JSON.stringify(view);
  // The first room in an empty lobby has just been opened.
  const wasEmpty = useRef(false);
  useEffect(() => {
    if (status !== 'loading') wasEmpty.current = rooms.length === 0;
    shown.current = found;
  });
  return (
    <>
      <div className="lobby-head">
        <h1>{strings.lobby.title}</h1>
        <RoomSearch />
        <LobbyFilters />
        {hasAccount && (
          <Button kind="main" size="large" onClick={() => setMaking(true)}>
            <Plus />
            {strings.lobby.newRoom}
          </Button>
        )}
      </div>
      {status === 'offline' && rooms.length > 0 && (
        <div className="lobby-notice">
          <Notice>{strings.lobby.offline}</Notice>
        </div>
      )}
      {found.length === 0 && (
        <LobbyEmpty status={status} isEmpty={rooms.length === 0} onNewRoom={() => setMaking(true)} />
      )}
      {others.length > 0 && (
        <section>
          <h2 className="visually-hidden">{strings.lobby.rooms}</h2>
          <RoomCards key={`others ${viewKey}`} label={strings.lobby.rooms} rooms={others} areNew={wasEmpty.current} />
        </section>
      )}
      {own.length > 0 && (
        <section className="lobby-section">
          <h2>{strings.lobby.ownRooms}</h2>
          <p className="muted">{strings.lobby.ownHint}</p>
          <RoomCards key={`own ${viewKey}`} label={strings.lobby.ownRooms} rooms={own} areNew={wasEmpty.current} />
        </section>
      )}
      {isMaking && <NewRoomDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function RoomSearch() {
  const search = useLobbyView((state) => state.search);
  return (
    <SearchField
      label={strings.lobby.search}
      value={search}
      onChange={(text) => useLobbyView.setState({ search: text })}
    />
  );
}
