import { create } from 'zustand';
import type { Account } from '../../../contract/messages.ts';

/**
 * Who sits here. unreachable: somebody was signed in, and the server does not answer; it is tried again. ended: the
 * sign-in was ended elsewhere.
 */
export type AccountState =
  | { readonly status: 'restoring' | 'unreachable' | 'guest' }
  | { readonly status: 'signed-out'; readonly ended: boolean }
  | { readonly status: 'signed-in'; readonly account: Account };

export const useAccount = create<AccountState>()(() => ({ status: 'restoring' }));

/** Whose account is in use; undefined for whoever has none here. */
export function userIdOf(state: AccountState): string | undefined {
  return state.status === 'signed-in' ? state.account.userId : undefined;
}

/** Whether somebody is signed in here. */
export function useHasAccount(): boolean {
  return useAccount((state) => state.status === 'signed-in');
}
