import { useAccount } from './account-store.ts';

/** Whether one has what Pro gives (S17.1); admins have it, too. */
export function useMayUsePro(): boolean {
  return useAccount(
    (state) => state.status === 'signed-in' && state.account.roles.some((role) => role === 'pro' || role === 'admin'),
  );
}
