import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Checks that a request's Host header names this server (S9.6): an IP address, localhost, the machine's own
 * name in .local, or the host of ROOMTONE_PUBLIC_URL; the port does not matter. Any other name may belong to a page whose name resolves to this server, so
 * that the visitor's browser reads for it what only the visitor's network can reach (DNS rebinding).
 * @param publicUrlHost of ROOMTONE_PUBLIC_URL, with or without a port; undefined if that is not set.
 */
export function isAllowedHost(hostHeader: string | undefined, publicUrlHost: string | undefined): boolean {
  const host = hostOf(hostHeader);
  if (host === undefined) return false;
  // Unusual spellings of an address are refused: browsers never send them.
  if (isIP(host) !== 0 || host === 'localhost') return true;
  // Any other name in .local may be an attacker's: everybody on the network can answer for one.
  return host === localName() || host === hostOf(publicUrlHost);
}

/** In lower case, without port, brackets and the final dot of a full name; undefined if it is not a host. */
function hostOf(header: string | undefined): string | undefined {
  const [, name, bracketed] = /^(?:([a-z0-9._-]+)|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i.exec(header ?? '') ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : undefined;
  return name?.toLowerCase().replace(/\.$/, '');
}

/** This machine's name on the local network, as mDNS gives it. It is read each time, because it can change. */
function localName(): string {
  const [label = ''] = hostname().toLowerCase().split('.');
  return `${label}.local`;
}
