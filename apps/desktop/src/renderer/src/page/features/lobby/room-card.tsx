import { Ellipsis, Link2, Lock, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAccount, useHasAccount } from '../../app/identity/account-store.ts';
import { Link } from '../../app/link.tsx';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { roomPath } from '../../app/router.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ContextMenu, Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { EditRoomDialog } from './edit-room-dialog.tsx';
import { canListenIn, ListenIn } from './listen-in.tsx';
import type { LobbyRoom } from './lobby-rooms.ts';
import { Occupancy } from './occupancy.tsx';
import { useCopyLink, useDeleteRoom } from './room-changes.ts';
import { RoomLife } from './room-life.tsx';
import './room-card.css';

interface RoomCardProps {
  readonly room: LobbyRoom;
  /** A row of a list, for a room without people. */
  readonly isCompact?: boolean;
}

/** A room in the lobby; the whole card is a link to it. Users who may change the room get a menu. */
export function RoomCard({ room, isCompact = false }: RoomCardProps) {
  const mayChange = useMayChange(room);
  // Guests only listen anyway.
  const hasAccount = useHasAccount();
  const bpm = room.life?.bpm ?? 0;
  const [isEditing, setEditing] = useState(false);
  const copyLink = useCopyLink();
  const deleteRoom = useDeleteRoom();
  const path = roomPath(room.id);
  const name = shownRoomName(room.name);
  const items = (
    <>
      <MenuItem icon={<Link2 />} onSelect={() => copyLink(room.id)}>
        {strings.lobby.copyLink}
      </MenuItem>
      <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
        {strings.lobby.edit}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} danger onSelect={() => deleteRoom(room)}>
        {strings.lobby.delete}
      </MenuItem>
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
        {mayChange && <CardMenu name={name}>{items}</CardMenu>}
      </div>
      <p className="card-owner muted">
        {strings.lobby.ownedBy(room.ownerName)}
        {bpm > 0 && ` · ${strings.lobby.tempo(bpm)}`}
      </p>
      {!isCompact && room.life !== undefined && <RoomLife life={room.life} users={room.users} />}
      <div className="card-foot">
        {(room.life === undefined || isCompact) && <Occupancy users={room.users} max={room.maxUsers} />}
        <span className="muted card-count">{strings.lobby.count(room.users, room.maxUsers)}</span>
        {room.type !== 'public' && <Badge>{strings.lobby.badges[room.type]}</Badge>}
        {!isCompact && hasAccount && canListenIn(room) && <ListenIn room={room} />}
        <ActionWord room={room} />
      </div>
    </article>
  );
  return (
    <>
      {mayChange ? <ContextMenu target={card}>{items}</ContextMenu> : card}
      {isEditing && <EditRoomDialog roomId={room.id} onClose={() => setEditing(false)} />}
    </>
  );
}

function CardMenu({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Menu
      trigger={
        <IconButton className="card-menu" label={strings.lobby.roomMenu(name)}>
          <Ellipsis />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}

/** True for its owner and for admins. */
function useMayChange({ ownerId }: LobbyRoom): boolean {
  return useAccount(
    (state) =>
      state.status === 'signed-in' && (state.account.userId === ownerId || state.account.roles.includes('admin')),
  );
}

/** One word for what a click does. */
function ActionWord({ room }: { readonly room: LobbyRoom }) {
  const hasAccount = useHasAccount();
  const { lobby } = strings;
  if (room.users >= room.maxUsers) return <span className="card-action muted">{lobby.full}</span>;
  if (room.hasPassword) return <span className="card-action">{lobby.password}</span>;
  return <span className="card-action">{hasAccount ? lobby.join : lobby.listen}</span>;
}
