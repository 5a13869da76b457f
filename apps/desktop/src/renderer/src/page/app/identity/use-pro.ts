import { useServerView } from '../servers/use-server-view.ts';
import { useAccount } from './account-store.ts';

/** True if the user may use Pro features (S17.1); admins may, too. */
export function useMayUsePro(): boolean {
  return useAccount(
    (state) => state.status === 'signed-in' && state.account.roles.some((role) => role === 'pro' || role === 'admin'),
  );
}

/** True if Pro means anything to the user: where the host sells it, and for those who have it. */
export function useKnowsPro(): boolean {
  const isOffered = useServerView()?.payments === 'on';
  const isPro = useAccount((state) => state.status === 'signed-in' && state.account.roles.includes('pro'));
  return isOffered || isPro;
}
