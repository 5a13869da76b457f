import { useEffect, useState } from 'react';

/**
 * The part after the `#` of the last mailed link that was opened here; "" if this page was opened without. It leaves the
 * address bar, so that it is not passed on or seen later by accident.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(readToken);
  useEffect(() => {
    const hide = () => history.replaceState(history.state, '', location.pathname);
    const read = () => {
      if (readToken() === '') return;
      setToken(readToken());
      hide();
    };
    hide();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return token;
}

function readToken(): string {
  return location.hash.slice(1);
}
