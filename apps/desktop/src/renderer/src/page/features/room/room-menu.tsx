import { Ellipsis, Keyboard } from 'lucide-react';
import { Appearance } from '../../app/frame/account-menu.tsx';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { openRoomDialog } from './room-dialog-store.ts';

/** What is needed seldom inside a room: shortcuts, theme and language. */
export function RoomMenu() {
  return (
    <Menu
      trigger={
        <IconButton label={strings.room.more}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Keyboard />} movesFocus onSelect={() => openRoomDialog({ kind: 'shortcuts' })}>
        {strings.shortcuts.title}
      </MenuItem>
      <MenuSeparator />
      <Appearance />
    </Menu>
  );
}
