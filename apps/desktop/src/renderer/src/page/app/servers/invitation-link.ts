import { explainedInvitationLink, limits, readInvitation } from '@roomtone/protocol';
import type { AddressesView } from '@roomtone/sdk';
import type { Invitation } from '../bridge.ts';

/** The link is the one that this page makes by itself. */
export interface InvitationParts extends Invitation {
  /** Undefined for the server itself. */
  readonly roomId: string | undefined;
  /** The server's key; "" if there is none. */
  readonly fingerprint: string;
  /** The server's answer about its addresses; undefined if it does not tell this user. */
  readonly known: AddressesView | undefined;
  /** Of an invitation that admits its holders. */
  readonly token: string | undefined;
}

/**
 * An invitation to the server or a room at all addresses of the server. Browsers open the first one: the one for friends outside if there is
 * one, else the one of this page.
 */
export function invitationLinkTo({ link, reach, roomId, fingerprint, known, token }: InvitationParts): Invitation {
  const invitation = readInvitation(withKey(link, fingerprint));
  const addresses = known?.addresses ?? [];
  const isLoopback = reach !== 'others';
  const isNamed = invitation.fingerprint === undefined && !isLoopback;
  // A name of its own leads there from everywhere.
  if (addresses.length === 0 || isNamed) {
    const own = explainedInvitationLink({ ...invitation, roomId, ...(token === undefined ? {} : { token }) });
    // A server for this computer alone has no key.
    const isOpen = isLoopback && known !== undefined && known.fingerprint !== '';
    return { link: own, reach: isOpen ? 'no-network' : reach };
  }
  const here = isLoopback ? [] : invitation.servers;
  const [first = ''] = addresses;
  const all = isOutside(first) ? [first, ...here, ...addresses] : [...here, ...addresses];
  const servers = [...new Set(all)].slice(0, limits.invitation.servers);
  const key = known?.fingerprint === '' ? undefined : known?.fingerprint;
  return {
    link: explainedInvitationLink({ servers, fingerprint: key, roomId, name: known?.name, token }),
    reach: 'others',
  };
}

/** True for an address that is not one of a local network. */
function isOutside(origin: string): boolean {
  return !/^https?:\/\/(10\.|127\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|localhost|\[f)/.test(origin);
}

/**
 * A browser's link to a room, with the server's key for users of the app. A public domain name needs none: an authority
 * vouches for it, and its key may change. Neither does a link without https.
 * @param fingerprint "" if there is none.
 */
export function withKey(link: string, fingerprint: string): string {
  const { protocol, hostname, hash } = new URL(link);
  const isPrivateHost = /^\[|^[\d.]+$|\.local$/.test(hostname);
  if (fingerprint === '' || protocol !== 'https:' || hash !== '' || !isPrivateHost) return link;
  return explainedInvitationLink({ ...readInvitation(link), fingerprint });
}
