import type { Participant } from '@roomtone/sdk';
import { Crown, DoorOpen, MicOff, Music, ShieldBan, ShieldMinus, ShieldPlus } from 'lucide-react';
import { denialReason } from '../../../app/rooms/permissions.ts';
import { strings } from '../../../strings.ts';
import { MenuItem, MenuLabel } from '../../../ui/menu.tsx';
import { openRoomDialog } from '../room-dialog-store.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { useOwnAccount, usePermissions } from './use-permissions.ts';

/** Moderation actions for a participant, or the reason why they are not available. */
export function ModerationItems({ participant }: { readonly participant: Participant }) {
  const { moderation } = useRoomParts();
  const room = useRoom((state) => state.room);
  const account = useOwnAccount();
  const { mayManage, mayModerate } = usePermissions();
  const why = denialReason(room, account, participant);
  const isDenied = why !== undefined;
  const isOwner = participant.userId === room?.roomOwner;
  const isNamed = room?.moderators?.includes(participant.userId) === true;
  const isListed = room?.players?.includes(participant.userId) === true;
  const isListKept = room?.settings?.mayPlay === 'named' || room?.settings?.mayPlay === 'members';
  const words = strings.moderation;
  const open = (kind: 'kick' | 'ban' | 'mute' | 'transfer') => () => openRoomDialog({ kind, participant });
  let hint: string | undefined = why && words.hindrances[why];
  if (!isDenied && participant.guest) hint = words.guestHint;
  else if (!isDenied && !mayManage) hint = words.transferHint;
  return (
    <>
      {participant.muted && (
        <MenuItem icon={<MicOff />} disabled={isDenied} onSelect={() => void moderation.unmute(participant)}>
          {words.unmute}
        </MenuItem>
      )}
      <MenuItem icon={<MicOff />} disabled={isDenied || participant.guest} onSelect={open('mute')}>
        {words.mute}
      </MenuItem>
      <MenuItem icon={<DoorOpen />} disabled={isDenied} onSelect={open('kick')}>
        {words.kick}
      </MenuItem>
      <MenuItem icon={<ShieldBan />} danger disabled={isDenied} onSelect={open('ban')}>
        {words.ban}
      </MenuItem>
      {isNamed ? (
        <MenuItem
          icon={<ShieldMinus />}
          disabled={!mayManage}
          onSelect={() => void moderation.setModerator(participant, false)}
        >
          {words.dismissModerator}
        </MenuItem>
      ) : (
        <MenuItem
          icon={<ShieldPlus />}
          disabled={isDenied || !mayManage || participant.guest || isOwner}
          onSelect={() => void moderation.setModerator(participant, true)}
        >
          {words.makeModerator}
        </MenuItem>
      )}
      {isListKept && !participant.guest && !isOwner && (
        <MenuItem
          icon={<Music />}
          disabled={!mayModerate}
          onSelect={() => void moderation.namePlayer(participant, !isListed)}
        >
          {isListed ? strings.turns.unnamePlayer : strings.turns.namePlayer}
        </MenuItem>
      )}
      <MenuItem
        icon={<Crown />}
        disabled={isDenied || !mayManage || participant.guest || participant.bot || isOwner}
        onSelect={open('transfer')}
      >
        {words.transfer}
      </MenuItem>
      {hint !== undefined && <MenuLabel>{hint}</MenuLabel>}
    </>
  );
}
