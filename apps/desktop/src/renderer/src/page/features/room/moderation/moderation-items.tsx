import type { Participant } from '@roomtone/protocol';
import { Crown, DoorOpen, MicOff, ShieldBan } from 'lucide-react';
import { strings } from '../../../strings.ts';
import { MenuItem, MenuLabel } from '../../../ui/menu.tsx';
import { openRoomDialog } from '../room-dialog-store.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { hindrance } from './powers.ts';
import { useOwnAccount, usePowers } from './use-powers.ts';

/** What moderators of the room can do about somebody; for the others, why they cannot. */
export function ModerationItems({ participant }: { readonly participant: Participant }) {
  const { moderation } = useRoomParts();
  const room = useRoom((state) => state.room);
  const account = useOwnAccount();
  const { manages } = usePowers();
  const why = hindrance(room, account, participant);
  const isHindered = why !== undefined;
  const words = strings.moderation;
  const open = (kind: 'kick' | 'ban' | 'mute' | 'transfer') => () => openRoomDialog({ kind, participant });
  let hint: string | undefined = why && words.hindrances[why];
  if (!isHindered && participant.guest) hint = words.guestHint;
  else if (!isHindered && !manages) hint = words.transferHint;
  return (
    <>
      {participant.muted && (
        <MenuItem icon={<MicOff />} disabled={isHindered} onSelect={() => void moderation.unmute(participant)}>
          {words.unmute}
        </MenuItem>
      )}
      <MenuItem icon={<MicOff />} disabled={isHindered || participant.guest} onSelect={open('mute')}>
        {words.mute}
      </MenuItem>
      <MenuItem icon={<DoorOpen />} disabled={isHindered} onSelect={open('kick')}>
        {words.kick}
      </MenuItem>
      <MenuItem icon={<ShieldBan />} danger disabled={isHindered} onSelect={open('ban')}>
        {words.ban}
      </MenuItem>
      <MenuItem
        icon={<Crown />}
        disabled={isHindered || !manages || participant.guest || participant.userId === room?.roomOwner}
        onSelect={open('transfer')}
      >
        {words.transfer}
      </MenuItem>
      {hint !== undefined && <MenuLabel>{hint}</MenuLabel>}
    </>
  );
}
