import { Plus, SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAccount, useHasAccount, userIdOf } from '../../app/identity/account-store.ts';
import { useKnowsPro } from '../../app/identity/use-pro.ts';
import { Link } from '../../app/link.tsx';
import { usePinnedRooms } from '../../app/rooms/pinned-rooms.ts';
import { forgetRoom, useRecentRooms } from '../../app/rooms/recent-rooms.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { useIsHeld } from './lobby-hold-store.ts';
import { heldRooms, type LobbyRoom, type LobbyView, matchingRooms, recentAmong } from './lobby-rooms.ts';
import { RoomCards } from './room-cards.tsx';
import { type KnownRooms, useRooms } from './use-rooms.ts';
import './lobby.css';
import { limits } from '@roomtone/protocol';
import { create } from 'zustand';
import { useParts } from '../../app/app-parts.ts';
import { useMayUsePro } from '../../app/identity/use-pro.ts';
import { RoomForm } from '../../app/rooms/room-form.tsx';
import { creationOf, newRoomValues, type RoomValues } from '../../app/rooms/room-values.ts';
import { navigate, roomPath } from '../../app/router.ts';
import { isolated } from '../../strings/formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

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
  const pins = usePinnedRooms((state) => state.rooms);
  const isPinned = ({ id }: LobbyRoom) => pins.some((each) => each.roomId === id && each.userId === userId);
  const pinned = found.filter(isPinned);
  const own = found.filter((room) => room.ownerId === userId && !isPinned(room));
  const rest = found.filter((room) => room.ownerId !== userId && !isPinned(room));
  const remembered = useRecentRooms((state) => state.rooms);
  const recent = recentAmong(
    rest,
    remembered.filter((room) => room.userId === userId),
  );
  const others = rest.filter((room) => !recent.includes(room));
  const viewKey = JSON.stringify(view);
  // The first room in an empty lobby has just been opened.
  const wasEmpty = useRef(false);
  useEffect(() => {
    if (status !== 'loading') wasEmpty.current = rooms.length === 0;
    shown.current = found;
  });
  const isAlone = others.length === found.length;
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
      {pinned.length > 0 && (
        <section className="lobby-section">
          <h2>{strings.lobby.pinnedRooms}</h2>
          <RoomCards key={`pinned ${viewKey}`} label={strings.lobby.pinnedRooms} rooms={pinned} areNew />
        </section>
      )}
      {own.length > 0 && (
        <section className="lobby-section">
          <h2>{strings.lobby.ownRooms}</h2>
          <p className="muted">{strings.lobby.ownHint}</p>
          <RoomCards key={`own ${viewKey}`} label={strings.lobby.ownRooms} rooms={own} areNew={wasEmpty.current} />
        </section>
      )}
      {recent.length > 0 && (
        <section className="lobby-section">
          <h2>{strings.lobby.recentRooms}</h2>
          <RoomCards key={`recent ${viewKey}`} label={strings.lobby.recentRooms} rooms={recent} areNew />
        </section>
      )}
      {view.search === '' && <UnlistedRooms rooms={rooms} isTitled={recent.length === 0} />}
      {others.length > 0 && (
        <section className={isAlone ? undefined : 'lobby-section'}>
          <h2 className={isAlone ? 'visually-hidden' : undefined}>{strings.lobby.rooms}</h2>
          <RoomCards key={`others ${viewKey}`} label={strings.lobby.rooms} rooms={others} areNew={wasEmpty.current} />
        </section>
      )}
      {isMaking && <NewRoomDialog onClose={() => setMaking(false)} />}
    </>
  );
}

/** Rooms that the user was in and that no list has: private ones of others. */
function UnlistedRooms({ rooms, isTitled }: { readonly rooms: readonly LobbyRoom[]; readonly isTitled: boolean }) {
  const userId = useAccount(userIdOf);
  const all = useRecentRooms((state) => state.rooms);
  const listed = new Set(rooms.map(({ id }) => id));
  const recent = all.filter((room) => room.userId === userId && !listed.has(room.roomId));
  const words = strings.lobby;
  if (recent.length === 0) return null;
  return (
    <section className="lobby-section">
      {isTitled && <h2>{words.recentRooms}</h2>}
      <ul className="recent-rooms" aria-label={words.recentRooms}>
        {recent.map((room) => (
          <li key={room.roomId}>
            <Link href={roomPath(room.roomId)}>
              <bdi>{shownRoomName(room.name)}</bdi>
            </Link>
            <span className="muted">{words.ownedBy({ owner: room.ownerName })}</span>
            <IconButton
              label={words.forgetRoom({ name: isolated(shownRoomName(room.name)) })}
              onClick={() => forgetRoom(room)}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
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

/** Creates a room and joins it. */
function NewRoomDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, enterRoom } = useParts();
  const mayUsePro = useMayUsePro();
  const knowsPro = useKnowsPro();
  const form = useServerForm<RoomValues>({
    defaultValues: newRoomValues,
    send: async (values) => {
      const { roomId } = await client.api.rooms.create(creationOf(values));
      // The creator has just typed the password.
      enterRoom(values.password === '' ? { roomId } : { roomId, password: values.password });
      navigate(roomPath(roomId));
    },
  });
  const { member, pro } = limits.roomsOwned;
  const words = roomStrings.newRoom;
  return (
    <Dialog
      title={words.title}
      description={
        knowsPro && !mayUsePro
          ? words.quotaOrPro({ rooms: member, pro })
          : words.quota({ rooms: mayUsePro ? pro : member })
      }
      className="room-dialog"
      onClose={onClose}
    >
      <RoomForm form={form} action={roomStrings.newRoom.create} isNew onCancel={onClose} />
    </Dialog>
  );
}

interface LobbyEmptyProps {
  readonly status: KnownRooms['status'];
  /** True if there are no rooms at all, whatever the filter. */
  readonly isEmpty: boolean;
  readonly onNewRoom: () => void;
}

/** Shown in place of an empty list: the reason, and what to do next. */
function LobbyEmpty({ status, isEmpty, onNewRoom }: LobbyEmptyProps) {
  const hasAccount = useHasAccount();
  const search = useLobbyView((state) => state.search.trim());
  const { lobby } = strings;
  if (status === 'loading') return <BlankCards />;
  if (status === 'offline' && isEmpty) return <EmptyState title={lobby.offlineEmpty} hint={lobby.offlineEmptyHint} />;
  if (isEmpty) {
    return (
      <EmptyState title={lobby.empty} hint={hasAccount ? lobby.emptyHint : lobby.emptyGuestHint}>
        {hasAccount && (
          <Button size="large" onClick={onNewRoom}>
            {lobby.firstRoom}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={search === '' ? lobby.noFit : lobby.noMatch({ text: isolated(search) })}
      hint={search === '' ? lobby.noFitHint : lobby.noMatchHint}
    >
      <Button size="large" onClick={() => useLobbyView.setState(noFilters)}>
        {lobby.showAll}
      </Button>
    </EmptyState>
  );
}

function BlankCards() {
  return (
    <div className="cards" aria-busy="true">
      <p className="visually-hidden" role="status">
        {strings.lobby.loading}
      </p>
      {['first', 'second', 'third'].map((each) => (
        <div key={each} className="card blank">
          <Skeleton lines={2} />
        </div>
      ))}
    </div>
  );
}

const types: readonly LobbyView['type'][] = ['all', 'public', 'pro'];
const sorts: readonly LobbyView['sort'][] = ['activity', 'people', 'name'];

/** Filters and sorts the list. */
function LobbyFilters() {
  const view = useLobbyView();
  const words = strings.lobby.filters;
  const count = filterCount(view);
  const knowsPro = useKnowsPro();
  const set = (change: Partial<LobbyView>) => useLobbyView.setState(change);
  return (
    <Popover
      label={words.title}
      align="end"
      className="lobby-filters"
      trigger={
        <Button size="large">
          <SlidersHorizontal />
          {count === 0 ? words.open : words.openWith({ count })}
        </Button>
      }
    >
      <Select
        label={words.sort}
        value={view.sort}
        options={sorts.map((value) => ({ value, name: words.sorts[value] }))}
        // The select has no other values.
        onChange={(event) => set({ sort: event.target.value as LobbyView['sort'] })}
      />
      <Select
        label={words.type}
        value={view.type}
        options={types
          .filter((type) => type !== 'pro' || knowsPro)
          .map((value) => ({ value, name: words.types[value] }))}
        onChange={(event) => set({ type: event.target.value as LobbyView['type'] })}
      />
      <Switch
        label={words.withPeople}
        checked={view.withPeople}
        onChange={(event) => set({ withPeople: event.target.checked })}
      />
      <Switch
        label={words.withoutPassword}
        checked={view.withoutPassword}
        onChange={(event) => set({ withoutPassword: event.target.checked })}
      />
      <Button kind="quiet" disabled={count === 0} onClick={() => set({ ...noFilters, search: view.search })}>
        {words.reset}
      </Button>
    </Popover>
  );
}

const noFilters: LobbyView = {
  search: '',
  type: 'all',
  withoutPassword: false,
  withPeople: false,
  sort: 'activity',
};

/** Filters and sort order, kept while a room is open. */
const useLobbyView = create<LobbyView>()(() => noFilters);

/** The number of active filters, not counting the search. */
function filterCount({ type, withoutPassword, withPeople }: LobbyView): number {
  return [type !== 'all', withoutPassword, withPeople].filter((isOn) => isOn).length;
}
