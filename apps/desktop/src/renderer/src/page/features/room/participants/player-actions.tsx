import type { Participant } from '@roomtone/sdk';
import { SlidersHorizontal, User } from 'lucide-react';
import { strings } from '../../../strings.ts';
import { MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu.tsx';
import { ModerationItems } from '../moderation/moderation-items.tsx';
import { openRoomDialog } from '../room-dialog-store.ts';
import { QualityText } from './quality-indicator.tsx';
import { SocialItems } from './social-items.tsx';

interface PlayerActionsProps {
  readonly participant: Participant;
  /** Shows the participant's volume. */
  readonly onMix: () => void;
}

/** The menu of actions for another participant. */
export function PlayerActions({ participant, onMix }: PlayerActionsProps) {
  const { participantId, username, guest } = participant;
  return (
    <>
      <MenuLabel>
        <QualityText number={participantId} />
      </MenuLabel>
      {!guest && (
        <>
          <MenuItem icon={<SlidersHorizontal />} movesFocus onSelect={onMix}>
            {strings.mix.open(username)}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<User />} onSelect={() => openRoomDialog({ kind: 'profile', participant })}>
            {strings.people.profile}
          </MenuItem>
          <SocialItems participant={participant} />
        </>
      )}
      <MenuSeparator />
      <ModerationItems participant={participant} />
    </>
  );
}
