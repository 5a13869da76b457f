import type { RoomUser } from '@roomtone/sdk';
import { DoorOpen, Ellipsis, MicOff, ShieldBan } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../../app/identity/account-store.ts';
import { Picture } from '../../app/identity/picture.tsx';
import { denialReason } from '../../app/rooms/permissions.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLabel } from '../../ui/menu.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import type { LobbyRoom } from './lobby-rooms.ts';
import { useModerateRoom, useRoomUsers } from './moderate-room.ts';
import '../../ui/panel.css';
import { ModerationDialog, type ModerationKind } from './moderation-dialog.tsx';

interface ManageRoomDialogProps {
  readonly room: LobbyRoom;
  readonly onClose: () => void;
}

/** Shows who is in a room, and moderates it without joining. */
export function ManageRoomDialog({ room, onClose }: ManageRoomDialogProps) {
  const [acting, setActing] = useState<{ readonly kind: ModerationKind; readonly user: RoomUser }>();
  const { data: users, error, refetch } = useRoomUsers(room.id);
  const words = strings.lobby;
  if (acting !== undefined) {
    return <ModerationDialog {...acting} roomId={room.id} onClose={() => setActing(undefined)} />;
  }
  return (
    <Dialog
      title={words.manageTitle(isolated(shownRoomName(room.name)))}
      description={words.manageHint}
      onClose={onClose}
    >
      {users === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {users === undefined && error === null && <Skeleton lines={3} />}
      {users?.length === 0 && <EmptyState title={words.manageEmpty} />}
      <ul className="rows" aria-label={words.manageUsers}>
        {users?.map((user) => (
          <UserRow key={user.participantId} room={room} user={user} onChoose={(kind) => setActing({ kind, user })} />
        ))}
      </ul>
    </Dialog>
  );
}

interface UserRowProps {
  readonly room: LobbyRoom;
  readonly user: RoomUser;
  readonly onChoose: (kind: ModerationKind) => void;
}

function UserRow({ room, user, onChoose }: UserRowProps) {
  const account = useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
  const moderate = useModerateRoom(room.id);
  const guest = user.userId === '';
  const why = denialReason({ roomOwner: room.ownerId, roomType: room.type }, account, { userId: user.userId, guest });
  const isDenied = why !== undefined;
  const words = strings.moderation;
  return (
    <li>
      <Picture name={user.username} path={user.avatarUrl} />
      <span className="row-words">
        <bdi className="row-name">{user.username}</bdi>
      </span>
      {guest && <Badge>{strings.lobby.guest}</Badge>}
      {user.bot && <Badge>{strings.people.bot}</Badge>}
      {user.userId === room.ownerId && <Badge>{strings.lobby.owner}</Badge>}
      <Menu
        trigger={
          <IconButton label={strings.lobby.moreAbout(user.username)}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<MicOff />} disabled={isDenied || guest} onSelect={() => onChoose('mute')}>
          {words.mute}
        </MenuItem>
        <MenuItem icon={<MicOff />} disabled={isDenied || guest} onSelect={() => void moderate.unmute(user)}>
          {words.unmute}
        </MenuItem>
        <MenuItem icon={<DoorOpen />} disabled={isDenied} onSelect={() => onChoose('kick')}>
          {words.kick}
        </MenuItem>
        <MenuItem icon={<ShieldBan />} danger disabled={isDenied} onSelect={() => onChoose('ban')}>
          {words.ban}
        </MenuItem>
        {why !== undefined && <MenuLabel>{words.hindrances[why]}</MenuLabel>}
      </Menu>
    </li>
  );
}
