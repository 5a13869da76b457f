/**
 * Takes a secret out of the part of the address after the `#`, where others could read it over the user's shoulder, and keeps it for
 * this tab.
 */
function takeSecret(name: string, key: string): string | undefined {
  const start = `${name}=`;
  const parts = location.hash.slice(1).split('&');
  const secret = parts.find((part) => part.startsWith(start))?.slice(start.length);
  if (secret !== undefined) {
    sessionStorage.setItem(key, secret);
    const others = parts.filter((part) => !part.startsWith(start)).join('&');
    history.replaceState(null, '', location.pathname + location.search + (others === '' ? '' : `#${others}`));
  }
  return sessionStorage.getItem(key) ?? undefined;
}

/** The token of the invitation that led here; undefined without one. */
export function takeInvitation(): string | undefined {
  return takeSecret('token', 'roomtone.invitation');
}

const hostKey = 'roomtone.host-link';

/** The token of the link that the server prints for its host; undefined without one. */
export function takeHostToken(): string | undefined {
  return takeSecret('host', hostKey);
}

/** It works once. */
export function forgetHostToken(): void {
  sessionStorage.removeItem(hostKey);
}
