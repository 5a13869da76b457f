import { useEffect, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';

/** True if the sign-in is lost when the app closes, because there is no keychain to store it. */
export function useIsSignInTemporary(): boolean {
  const { vault } = useParts().bridge;
  const [isSignInTemporary, setSignInTemporary] = useState(false);
  useEffect(() => {
    vault.storage().then(
      (keeping) => setSignInTemporary(keeping === 'memory'),
      // A broken connection to the app will show in the next call.
      () => {},
    );
  }, [vault]);
  return isSignInTemporary;
}
