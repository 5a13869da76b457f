import { isIP } from 'node:net';

/**
 * Whether a request's Host header names this server (S9.6): an IP address, localhost, a name in .local, or the
 * host of ROOMTONE_PUBLIC_URL; the port does not matter. Any other name may belong to a page that has its own name
 * resolve to this server, to read with the visitor's browser what only the visitor's network can reach (DNS rebinding).
 * @param publicUrlHost of ROOMTONE_PUBLIC_URL, with or without a port; undefined when that is not set.
 */
export function isAllowedHost(hostHeader: string | undefined, publicUrlHost: string | undefined): boolean {
  const host = hostOf(hostHeader);
  if (host === undefined) return false;
  // Odd spellings of an address are none here: browsers never send them.
  if (isIP(host) !== 0 || host === 'localhost') return true;
  return /^([a-z0-9_-]+\.)+local$/.test(host) || host === hostOf(publicUrlHost);
}

/** In lower case, without port, brackets and the dot that may end a whole name; undefined for what is no host. */
function hostOf(header: string | undefined): string | undefined {
  const [, name, bracketed] = /^(?:([a-z0-9._-]+)|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i.exec(header ?? '') ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : undefined;
  return name?.toLowerCase().replace(/\.$/, '');
}
