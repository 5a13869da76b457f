import type { FriendEntry } from '@roomtone/sdk';
import { Ban, Ellipsis, UserRound, UserRoundMinus } from 'lucide-react';
import { Link } from '../../app/link.tsx';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { useRoomDetails } from '../../app/rooms/use-room-details.ts';
import { navigate, pathTo, roomPath } from '../../app/router.ts';
import { useFriendActions } from '../../app/social/use-friend-actions.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Count } from '../../ui/count.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { PersonRow } from './person-row.tsx';

interface FriendRowProps {
  readonly friend: FriendEntry;
  /** The number of unread messages. */
  readonly unread: number;
  /** True if this conversation is open. */
  readonly isCurrent: boolean;
}

/** A friend with presence, current room and actions. The name opens the conversation. */
export function FriendRow({ friend, unread, isCurrent }: FriendRowProps) {
  const { remove, block } = useFriendActions();
  const room = useRoomDetails(friend.currentRoom || undefined);
  const words = strings.friends;
  const name = friend.username;
  const person = { userId: friend.userId, username: name };
  const isInRoom = friend.currentRoom !== '';
  const roomText = room === undefined ? words.inSomeRoom : words.inRoom(isolated(shownRoomName(room.roomName)));
  return (
    <PersonRow
      name={name}
      picture={friend.avatarUrl}
      presence={friend.status}
      href={pathTo('conversation', { name })}
      isCurrent={isCurrent}
      words={isInRoom ? `${words.presence[friend.status]}, ${roomText}` : words.presence[friend.status]}
    >
      <Count count={unread} words={strings.messages.unread(unread)} />
      {isInRoom && (
        <Link className="button" href={roomPath(friend.currentRoom)} aria-label={words.joinThem(name)}>
          {words.join}
        </Link>
      )}
      <Menu
        trigger={
          <IconButton label={words.more(name)}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<UserRound />} onSelect={() => navigate(pathTo('profile', { name }))}>
          {words.profile}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<UserRoundMinus />} danger onSelect={() => remove(person)}>
          {words.remove}
        </MenuItem>
        <MenuItem icon={<Ban />} danger onSelect={() => block(person)}>
          {words.block}
        </MenuItem>
      </Menu>
    </PersonRow>
  );
}
