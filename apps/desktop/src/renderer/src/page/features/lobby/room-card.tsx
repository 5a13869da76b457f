import { Ellipsis, Headphones, Link2, Lock, Pencil, Pin, Square, Trash2, UsersRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useAccount, useHasAccount, userIdOf } from '../../app/identity/account-store.ts';
import { Link } from '../../app/link.tsx';
import { permissionsIn } from '../../app/rooms/permissions.ts';
import { togglePin, usePinnedRooms } from '../../app/rooms/pinned-rooms.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { roomPath } from '../../app/router.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ContextMenu, Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { EditRoomDialog } from './edit-room-dialog.tsx';
import { useHold } from './lobby-hold-store.ts';
import type { LobbyRoom } from './lobby-rooms.ts';
import { ManageRoomDialog } from './manage-room-dialog.tsx';
import { useCopyLink, useDeleteRoom } from './room-changes.ts';
import './room-card.css';
import type { RoomLife as Life } from '@roomtone/sdk';
import { useParts } from '../../app/app-parts.ts';
import { Picture } from '../../app/identity/picture.tsx';
import { shownInstrument } from '../../playing/sounds/instrument-names.ts';
import { Button } from '../../ui/button.tsx';

interface RoomCardProps {
  readonly room: LobbyRoom;
  /** A row of a list, for a room without people. */
  readonly isCompact?: boolean;
}

/** A room in the lobby; the whole card is a link to it. Users who may change or moderate the room get a menu. */
export function RoomCard({ room, isCompact = false }: RoomCardProps) {
  const { mayManage, mayModerate } = useRights(room);
  // Guests only listen anyway.
  const hasAccount = useHasAccount();
  const hasGuests = useServerView()?.guests !== 'off';
  const bpm = room.life?.bpm ?? 0;
  const [open, setOpen] = useState<'edit' | 'manage'>();
  const close = () => setOpen(undefined);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useHold(isMenuOpen || open !== undefined);
  const copyLink = useCopyLink();
  const deleteRoom = useDeleteRoom();
  const path = roomPath(room.id);
  const name = shownRoomName(room.name);
  const items = (
    <>
      <MenuItem icon={<Link2 />} onSelect={() => copyLink(room.id)}>
        {strings.lobby.copyLink}
      </MenuItem>
      <MenuItem icon={<UsersRound />} onSelect={() => setOpen('manage')}>
        {strings.lobby.manage}
      </MenuItem>
      {mayManage && (
        <>
          <MenuItem icon={<Pencil />} onSelect={() => setOpen('edit')}>
            {strings.lobby.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onSelect={() => deleteRoom(room)}>
            {strings.lobby.delete}
          </MenuItem>
        </>
      )}
    </>
  );
  const card = (
    <article
      className={isCompact ? 'card compact' : 'card'}
      data-playing={(room.life?.pulse ?? 0) > 0 ? '' : undefined}
    >
      <div className="card-head">
        <h3>
          <Link href={path}>
            <bdi>{name}</bdi>
          </Link>
        </h3>
        {room.hasPassword && <Lock aria-label={strings.lobby.locked} role="img" />}
        <PinButton roomId={room.id} name={name} />
        {mayModerate && (
          <CardMenu name={name} onOpenChange={setMenuOpen}>
            {items}
          </CardMenu>
        )}
      </div>
      <p className="card-owner muted">
        {strings.lobby.ownedBy({ owner: room.ownerName })}
        {bpm > 0 && ` · ${strings.lobby.tempo({ bpm })}`}
      </p>
      {!isCompact && room.life !== undefined && <RoomLife life={room.life} users={room.users} />}
      <div className="card-foot">
        {(room.life === undefined || isCompact) && <Occupancy users={room.users} max={room.maxUsers} />}
        <span className="muted card-count">{strings.lobby.count({ users: room.users, max: room.maxUsers })}</span>
        {room.type !== 'public' && <Badge>{strings.lobby.badges[room.type]}</Badge>}
        {!isCompact && hasAccount && hasGuests && canListenIn(room) && <ListenIn room={room} />}
        <ActionWord room={room} />
      </div>
    </article>
  );
  return (
    <>
      {mayModerate ? (
        <ContextMenu target={card} onOpenChange={setMenuOpen}>
          {items}
        </ContextMenu>
      ) : (
        card
      )}
      {open === 'edit' && <EditRoomDialog roomId={room.id} onClose={close} />}
      {open === 'manage' && <ManageRoomDialog room={room} onClose={close} />}
    </>
  );
}

/** Keeps a room first in the lobby of this device; nothing for guests. */
function PinButton({ roomId, name }: { readonly roomId: string; readonly name: string }) {
  const userId = useAccount(userIdOf);
  const isPinned = usePinnedRooms(({ rooms }) =>
    rooms.some((each) => each.roomId === roomId && each.userId === userId),
  );
  if (userId === undefined) return null;
  return (
    <IconButton
      className="card-menu card-pin"
      label={strings.lobby.pin({ name: isolated(name) })}
      aria-pressed={isPinned}
      onClick={() => togglePin({ userId, roomId })}
    >
      <Pin />
    </IconButton>
  );
}

interface CardMenuProps {
  readonly name: string;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

function CardMenu({ name, onOpenChange, children }: CardMenuProps) {
  return (
    <Menu
      onOpenChange={onOpenChange}
      trigger={
        <IconButton className="card-menu" label={strings.lobby.roomMenu({ room: name })}>
          <Ellipsis />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}

function useRights({ ownerId, type }: LobbyRoom) {
  const account = useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
  return permissionsIn({ roomOwner: ownerId, roomType: type }, account);
}

/** One word for what a click does. */
function ActionWord({ room }: { readonly room: LobbyRoom }) {
  const hasAccount = useHasAccount();
  const { lobby } = strings;
  if (room.users >= room.maxUsers) return <span className="card-action muted">{lobby.full}</span>;
  if (room.hasPassword) return <span className="card-action">{lobby.password}</span>;
  return <span className="card-action">{hasAccount ? lobby.join : lobby.listen}</span>;
}

/** Rooms with more places than this show a bar instead. */
const maxDots = 12;

/** Shows how full a room is; the text beside it has the number. */
function Occupancy({ users, max }: { readonly users: number; readonly max: number }) {
  if (max > maxDots) {
    return (
      <span className="occupancy-bar" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (users / max) * 100)}%` }} />
      </span>
    );
  }
  return (
    <span className="occupancy" aria-hidden="true">
      {Array.from({ length: max }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no identity but its index
        <i key={index} className={index < users ? 'taken' : ''} />
      ))}
    </span>
  );
}

const listenMs = 10_000;

/** Plays ten seconds of a room, for which one is a guest in it. Only where guests may listen without a password. */
function ListenIn({ room }: { readonly room: LobbyRoom }) {
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
function canListenIn({ users, maxUsers, hasPassword, type, allowsGuests }: LobbyRoom): boolean {
  return users > 0 && users < maxUsers && !hasPassword && type === 'public' && allowsGuests === true;
}

const maxPictures = 5;

/** The players of a room with their instruments, and how much is being played. */
function RoomLife({ life, users }: { readonly life: Life; readonly users: number }) {
  const { players } = life;
  const instruments = [...new Set(players.map(({ instrument }) => shownInstrument(instrument)))];
  const others = users - Math.min(players.length, maxPictures);
  return (
    <div className="life">
      <span className="life-pictures" aria-hidden="true">
        {players.slice(0, maxPictures).map(({ username, displayName, avatarUrl, color }) => (
          <Picture key={username} name={displayName} path={avatarUrl} color={color} />
        ))}
        {others > 0 && <span className="life-others">+{others}</span>}
      </span>
      <p className="life-words muted">
        <bdi>{instruments.length === 0 ? strings.lobby.listenersOnly : instruments.join(', ')}</bdi>
      </p>
      <Pulse level={life.pulse} />
    </div>
  );
}

/** Bars that move as much as is being played. */
function Pulse({ level }: { readonly level: number }) {
  return (
    <span className="pulse" data-level={level}>
      <span className="visually-hidden">{level > 0 ? strings.lobby.playing : strings.lobby.silent}</span>
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
