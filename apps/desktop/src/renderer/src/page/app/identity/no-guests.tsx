import { useEffect } from 'react';
import { useParts } from '../app-parts.ts';
import { useHeldInvitation } from '../servers/use-held-invitation.ts';
import { useServerView } from '../servers/use-server-view.ts';

/** Brings a guest back to the welcome screen once the server admits none any more: nothing would work for them. */
export function NoGuests() {
  const { account } = useParts();
  const guests = useServerView()?.guests;
  const isAdmitted = useHeldInvitation()?.admitsGuests === true;
  useEffect(() => {
    if (guests === 'off' && !isAdmitted) account.leaveGuest();
  }, [guests, account, isAdmitted]);
  return null;
}
