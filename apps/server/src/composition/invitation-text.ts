import { explainedInvitationLink, invitationLink, limits } from '@roomtone/protocol';
import { renderUnicodeCompact } from 'uqr';
import type { RunningServer } from './running-server.ts';

const qrOptions = { ecc: 'L', border: 2 } as const;
/** White on black in every terminal. */
const colours = { begin: '\u001b[97;40m', end: '\u001b[0m' };

export interface InvitationTextOptions {
  /** `{base_url}` if one is set: a name whose certificate an authority vouches for needs no key. */
  readonly publicUrl: string | undefined;
  /** True if the certificate for that name is always for the server's own key: then the link tells the app who has to answer. */
  readonly hasOwnKey?: boolean;
  /** True if a QR code can be shown. */
  readonly qrCode: boolean;
  /** The server's address for the internet, if that reaches it. */
  readonly internetUrl?: string | undefined;
}

/** The invitation for the host to pass on, as text for a terminal: the link, its QR code, and what to expect. */
export function invitationText(
  { networkUrls, fingerprint, name }: Pick<RunningServer, 'networkUrls' | 'fingerprint' | 'name'>,
  { publicUrl, hasOwnKey = false, qrCode, internetUrl }: InvitationTextOptions,
): string {
  const [first, ...others] = networkUrls;
  const fromOutside = publicUrl === undefined && first !== internetUrl ? internetUrl : undefined;
  if (publicUrl === undefined && first === undefined) {
    return 'This computer is not on a network, so no one else can join.';
  }
  const linkTo = (...servers: string[]) =>
    explainedInvitationLink({ servers, fingerprint, roomId: undefined, name: undefined });
  // One address only: a small code can be read from a distance.
  const link =
    publicUrl === undefined ? linkTo(first ?? '') : hasOwnKey ? linkByName(publicUrl, fingerprint) : publicUrl;
  const local = networkUrls.slice(0, limits.invitation.servers - 1);
  const isExplained = publicUrl === undefined && fingerprint !== undefined;
  return [
    `Invite others to ${name}:`,
    '',
    `  ${link}`,
    '',
    ...(qrCode ? [qrCodeOf(link), ''] : []),
    ...(fromOutside === undefined ? [] : ['Outside this network:', '', `  ${linkTo(fromOutside, ...local)}`, '']),
    ...(publicUrl === undefined && others.length > 0
      ? [`On other networks of this computer: ${others.slice(0, limits.invitation.servers).join(', ')}`]
      : []),
    ...(isExplained
      ? ['Browsers warn once, because the server made its own certificate. The link explains it first.']
      : []),
  ].join('\n');
}

/** An address below a path cannot have a key, because links to rooms are made of the host alone. */
function linkByName(publicUrl: string, fingerprint: string | undefined): string {
  const { origin } = new URL(publicUrl);
  if (publicUrl !== origin) return publicUrl;
  return invitationLink({ servers: [origin], fingerprint, roomId: undefined, name: undefined });
}

function qrCodeOf(link: string): string {
  const lines = renderUnicodeCompact(link, qrOptions).split('\n');
  return lines.map((line) => `${colours.begin}${line}${colours.end}`).join('\n');
}
