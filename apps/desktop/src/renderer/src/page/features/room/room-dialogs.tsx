import { useEffect } from 'react';
import { InviteDialog } from './invite-dialog.tsx';
import { BanDialog } from './moderation/ban-dialog.tsx';
import { KickDialog } from './moderation/kick-dialog.tsx';
import { MuteDialog } from './moderation/mute-dialog.tsx';
import { SettingsDialog } from './moderation/settings-dialog.tsx';
import { TransferDialog } from './moderation/transfer-dialog.tsx';
import { ProfileDialog } from './participants/profile-dialog.tsx';
import { closeRoomDialog, useRoomDialog } from './room-dialog-store.ts';
import { useRoom } from './room-store.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** Shows the open dialog, which closes with the room. */
export function RoomDialogs() {
  const open = useRoomDialog((state) => state.open);
  const room = useRoom((state) => state.room);
  useEffect(() => closeRoomDialog, []);
  if (open === undefined || room === undefined) return null;
  switch (open.kind) {
    case 'invite':
      return <InviteDialog room={room} onClose={closeRoomDialog} />;
    case 'settings':
      return <SettingsDialog room={room} onClose={closeRoomDialog} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={closeRoomDialog} />;
    case 'profile':
      return <ProfileDialog participant={open.participant} onClose={closeRoomDialog} />;
    case 'kick':
      return <KickDialog participant={open.participant} onClose={closeRoomDialog} />;
    case 'ban':
      return <BanDialog participant={open.participant} onClose={closeRoomDialog} />;
    case 'mute':
      return <MuteDialog participant={open.participant} onClose={closeRoomDialog} />;
    case 'transfer':
      return <TransferDialog participant={open.participant} room={room} onClose={closeRoomDialog} />;
  }
}
