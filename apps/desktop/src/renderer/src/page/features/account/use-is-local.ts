import { useEffect, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useAccount, userIdOf } from '../../app/identity/account-store.ts';

/** Whether the account in use is that of whoever sits at this computer, which has no password. */
export function useIsLocal(): boolean {
  const { hosting } = useParts().bridge;
  const userId = useAccount(userIdOf);
  const [isLocal, setLocal] = useState(false);
  useEffect(() => {
    if (hosting === undefined || userId === undefined) return;
    // The next question to the app will tell what is wrong with it.
    hosting.isLocal(userId).then(setLocal, () => {});
  }, [hosting, userId]);
  return isLocal;
}
