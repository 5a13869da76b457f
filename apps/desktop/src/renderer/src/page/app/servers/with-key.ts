import { explainedInvitationLink, readInvitation } from '@roomtone/protocol';

/**
 * A browser's link to a room, with the server's key for those who have the app. A name of the internet needs none, for an
 * authority vouches for it and its key may change; nor does what came without https.
 * @param fingerprint "" where there is none.
 */
export function withKey(link: string, fingerprint: string): string {
  const { protocol, hostname, hash } = new URL(link);
  const isAtHome = /^\[|^[\d.]+$|\.local$/.test(hostname);
  if (fingerprint === '' || protocol !== 'https:' || hash !== '' || !isAtHome) return link;
  return explainedInvitationLink({ ...readInvitation(link), fingerprint });
}
