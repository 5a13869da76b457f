import { useEffect } from 'react';
import { useParts } from '../app-parts.ts';
import { useServerView } from '../servers/use-server-view.ts';

/** Brings a guest back to the welcome screen once the server admits none any more: nothing would work for them. */
export function NoGuests() {
  const { account, bridge } = useParts();
  const guests = useServerView()?.guests;
  useEffect(() => {
    if (guests === 'off' && bridge.invitation === undefined) account.leaveGuest();
  }, [guests, account, bridge]);
  return null;
}
