import { useEffect, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';

/** Whether a sign-in ends with the app, whatever one wishes: there is no keychain to keep it in. */
export function useKeepsLittle(): boolean {
  const { vault } = useParts().bridge;
  const [keepsLittle, setKeepsLittle] = useState(false);
  useEffect(() => {
    vault.storage().then(
      (keeping) => setKeepsLittle(keeping === 'memory'),
      // The next question to the app will tell what is wrong with it.
      () => {},
    );
  }, [vault]);
  return keepsLittle;
}
