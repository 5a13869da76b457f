const key = 'roomtone.invitation';

/**
 * Takes the token of an invitation out of the address, where others could read it over the user's shoulder, and keeps it for
 * this tab.
 */
export function takeInvitation(): string | undefined {
  const parts = location.hash.slice(1).split('&');
  const token = parts.find((part) => part.startsWith('token='))?.slice('token='.length);
  if (token !== undefined) {
    sessionStorage.setItem(key, token);
    const others = parts.filter((part) => !part.startsWith('token=')).join('&');
    history.replaceState(null, '', location.pathname + location.search + (others === '' ? '' : `#${others}`));
  }
  return sessionStorage.getItem(key) ?? undefined;
}
