import { useAccount } from './account-store.ts';

/** True if the user may use Pro features (S17.1); admins may, too. */
export function useMayUsePro(): boolean {
  return useAccount(
    (state) => state.status === 'signed-in' && state.account.roles.some((role) => role === 'pro' || role === 'admin'),
  );
}
