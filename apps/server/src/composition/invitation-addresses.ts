import { explainedInvitationLink, limits } from '@roomtone/protocol';
import { isPublicAddress } from '../adapters/page-fetcher/public-address.ts';
import type { InternetState } from '../application/hosting/internet-access.ts';
import type { Ipv6State } from '../application/hosting/ipv6-access.ts';

export interface KnownAddresses {
  /** Of the local network, the most likely first. */
  readonly networkUrls: readonly string[];
  /** Undefined unless the router is asked. */
  readonly internet: InternetState | undefined;
  readonly ipv6: Ipv6State | undefined;
}

/**
 * The addresses that invitations carry. The one for friends outside comes first, because browsers open the first; apps try all,
 * those of the local network first.
 */
export function invitationAddresses({ networkUrls, internet, ipv6 }: KnownAddresses): string[] {
  const open = internet?.status === 'open' ? [`https://${internet.address}:${internet.port}`] : [];
  const byIpv6 = ipv6 === undefined || ipv6.status === 'none' ? [] : [`https://[${ipv6.address}]:${ipv6.port}`];
  const outside = [...open, ...(ipv6?.status === 'open' ? byIpv6 : [])];
  const local = networkUrls.filter((url) => !outside.includes(url));
  const places = limits.invitation.servers - new Set([...outside, ...byIpv6]).size;
  const [first, ...others] = outside;
  const all = [...(first === undefined ? [] : [first]), ...local.slice(0, places), ...others, ...byIpv6];
  return [...new Set(all)];
}

/** Those of them that friends outside can reach. */
export function outsideAddresses(addresses: readonly string[]): string[] {
  return addresses.filter((address) => isPublicAddress(new URL(address).hostname.replace(/^\[(.*)\]$/, '$1')));
}

export interface TestLinkOptions {
  readonly addresses: readonly string[];
  readonly fingerprint: string | undefined;
  readonly publicUrl: string | undefined;
}

/** The links to the page that tests who reaches the server, one for each address outside; else for those of the network. */
export function testLinks({ addresses, fingerprint, publicUrl }: TestLinkOptions, token: string): string[] {
  if (publicUrl !== undefined) return [`${publicUrl}/reach#token=${token}`];
  const outside = outsideAddresses(addresses);
  return (outside.length > 0 ? outside : addresses).map((server) =>
    explainedInvitationLink({ servers: [server], fingerprint, roomId: undefined, name: undefined, token }).replace(
      '/#',
      '/reach#',
    ),
  );
}
