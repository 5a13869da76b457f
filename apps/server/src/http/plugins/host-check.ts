import { isIP } from 'node:net';

/**
 * Checks that a request's Host header names this server (S9.6): an IP address, localhost, a name in .local, or the host of
 * ROOMTONE_PUBLIC_URL; the port does not matter. Any other name may belong to a page whose name resolves to this server, so
 * that the visitor's browser reads for it what only the visitor's network can reach (DNS rebinding).
 * @param publicUrlHost of ROOMTONE_PUBLIC_URL, with or without a port; undefined if that is not set.
 */
export function isAllowedHost(hostHeader: string | undefined, publicUrlHost: string | undefined): boolean {
  const host = hostOf(hostHeader);
  if (host === undefined) return false;
  // Unusual spellings of an address are refused: browsers never send them.
  if (isIP(host) !== 0 || host === 'localhost') return true;
  return /^([a-z0-9_-]+\.)+local$/.test(host) || host === hostOf(publicUrlHost);
}

/** In lower case, without port, brackets and the final dot of a full name; undefined if it is not a host. */
function hostOf(header: string | undefined): string | undefined {
  const [, name, bracketed] = /^(?:([a-z0-9._-]+)|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i.exec(header ?? '') ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : undefined;
  return name?.toLowerCase().replace(/\.$/, '');
}
