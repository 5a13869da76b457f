import { useEffect, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useAccount, userIdOf } from '../../app/identity/account-store.ts';

/** True if the user's account is the local profile, which has no password. */
export function useIsLocal(): boolean {
  const { hosting } = useParts().bridge;
  const userId = useAccount(userIdOf);
  const [isLocal, setLocal] = useState(false);
  useEffect(() => {
    if (hosting === undefined || userId === undefined) return;
    // A broken connection to the app will show in the next call.
    hosting.isLocal(userId).then(setLocal, () => {});
  }, [hosting, userId]);
  return isLocal;
}
