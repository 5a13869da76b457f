import { explainedInvitationLink, readInvitation } from '@roomtone/protocol';

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
