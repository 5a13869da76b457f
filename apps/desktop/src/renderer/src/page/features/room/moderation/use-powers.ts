import type { Account } from '../../../../contract/messages.ts';
import { useAccount } from '../../../app/identity/account-store.ts';
import { useRoom } from '../room-store.ts';
import { type Powers, powersIn } from './powers.ts';

/** What one may do in the room one is in. */
export function usePowers(): Powers {
  const account = useOwnAccount();
  const room = useRoom((state) => state.room);
  return powersIn(room, account);
}

export function useOwnAccount(): Account | undefined {
  return useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
}
