import { create } from 'zustand';
import type { Account } from '../../../contract/messages.ts';

/**
 * The user's account. unreachable: somebody was signed in, but the server does not answer, or takes no more requests now; it is retried. ended: the
 * auth session was ended elsewhere.
 */
export type AccountState =
  | { readonly status: 'restoring' | 'unreachable' | 'guest' }
  | { readonly status: 'signed-out'; readonly ended: boolean }
  | { readonly status: 'signed-in'; readonly account: Account };

export const useAccount = create<AccountState>()(() => ({ status: 'restoring' }));

/** The id of the user; undefined without an account. */
export function userIdOf(state: AccountState): string | undefined {
  return state.status === 'signed-in' ? state.account.userId : undefined;
}

/** True if a user is signed in. */
export function useHasAccount(): boolean {
  return useAccount((state) => state.status === 'signed-in');
}
