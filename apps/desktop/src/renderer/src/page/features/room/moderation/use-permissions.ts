import type { Account } from '../../../../contract/messages.ts';
import { useAccount } from '../../../app/identity/account-store.ts';
import { type Permissions, permissionsIn } from '../../../app/rooms/permissions.ts';
import { useRoom } from '../room-store.ts';

/** The user's permissions in the current room. */
export function usePermissions(): Permissions {
  const account = useOwnAccount();
  const room = useRoom((state) => state.room);
  return permissionsIn(room, account);
}

export function useOwnAccount(): Account | undefined {
  return useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
}
