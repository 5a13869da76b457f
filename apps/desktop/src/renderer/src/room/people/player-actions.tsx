import type { Participant } from '@roomtone/protocol';
import { SlidersHorizontal, User } from 'lucide-react';
import { strings } from '../../strings.ts';
import { MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx';
import { OrderItems } from '../keeping/order-items.tsx';
import { openRoomDialog } from '../room-dialog-store.ts';
import { playerMixId } from './player-mix.tsx';
import { QualityText } from './quality-sign.tsx';
import { TieItems } from './tie-items.tsx';

/** What one can do about somebody else in the room. */
export function PlayerActions({ participant }: { readonly participant: Participant }) {
  const { number, username, guest } = participant;
  return (
    <>
      <MenuLabel>
        <QualityText number={number} />
      </MenuLabel>
      {!guest && (
        <>
          <MenuItem icon={<SlidersHorizontal />} onSelect={() => openMix(number)}>
            {strings.mix.open(username)}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<User />} onSelect={() => openRoomDialog({ kind: 'profile', participant })}>
            {strings.people.profile}
          </MenuItem>
          <TieItems participant={participant} />
        </>
      )}
      <MenuSeparator />
      <OrderItems participant={participant} />
    </>
  );
}

/** When the menu is gone: whatever is open beside it would go with it. */
function openMix(number: number): void {
  setTimeout(() => {
    const mix = document.getElementById(playerMixId(number));
    const source = mix?.closest('.player')?.querySelector<HTMLElement>('.player-more');
    mix?.showPopover(source ? { source } : {});
    mix?.querySelector('input')?.focus();
  });
}
