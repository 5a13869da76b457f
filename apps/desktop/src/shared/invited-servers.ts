import type { Internet } from './internet.ts';

/** The address outside that leads to the server; undefined unless it is open. */
export function internetUrl(internet: Internet | null): string | undefined {
  return internet?.status === 'open' ? `https://${internet.address}:${internet.port}` : undefined;
}

/** The addresses for an invitation, best first: outside there is only one that works, and inside the others do as well. */
export function invitedServers(addresses: readonly string[], internet: Internet | null): readonly string[] {
  const url = internetUrl(internet);
  return url === undefined ? addresses : [...new Set([url, ...addresses])];
}
