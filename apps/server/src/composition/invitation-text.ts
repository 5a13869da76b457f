import { explainedInvitationLink, invitationLink, limits } from '@roomtone/protocol';
import { renderUnicodeCompact } from 'uqr';
import { outsideAddresses } from './invitation-addresses.ts';
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
  /** The addresses for invitations (see RunningServer). */
  readonly addresses?: readonly string[];
  /** Of an invitation that admits its holders. */
  readonly admits?: { readonly token: string; readonly people: number; readonly untilMs: number } | undefined;
}

/** The invitation for the host to pass on, as text for a terminal: the link, its QR code, and what to expect. */
export function invitationText(
  { networkUrls, fingerprint, name }: Pick<RunningServer, 'networkUrls' | 'fingerprint' | 'name'>,
  { publicUrl, hasOwnKey = false, qrCode, addresses = [], admits }: InvitationTextOptions,
): string {
  const [first, ...others] = networkUrls;
  const [outside] = publicUrl === undefined ? outsideAddresses(addresses) : [];
  const fromOutside = outside === first ? undefined : outside;
  if (publicUrl === undefined && first === undefined) {
    return 'This computer is not on a network, so no one else can join. The link appears here as soon as it is.';
  }
  const linkTo = (...servers: string[]) =>
    explainedInvitationLink({ servers, fingerprint, roomId: undefined, name: undefined, token: admits?.token });
  // One address only: a small code can be read from a distance.
  const link =
    publicUrl === undefined
      ? linkTo(first ?? '')
      : linkByName(publicUrl, hasOwnKey ? fingerprint : undefined, admits?.token);
  const isExplained = publicUrl === undefined && fingerprint !== undefined;
  return [
    `Invite others to ${name}:`,
    '',
    `  ${link}`,
    '',
    ...(qrCode ? [qrCodeOf(link), ''] : []),
    ...(fromOutside === undefined
      ? []
      : [
          'Outside this network:',
          '',
          `  ${linkTo(fromOutside, ...addresses.filter((each) => each !== fromOutside))}`,
          '',
        ]),
    ...(publicUrl === undefined && others.length > 0
      ? [
          'On other networks of this computer:',
          ...others.slice(0, limits.invitation.servers).map((each) => `  ${linkTo(each)}`),
        ]
      : []),
    ...(admits === undefined ? [] : [admission(admits)]),
    ...(isExplained
      ? ['Browsers warn once, because the server made its own certificate. The link explains it first.']
      : []),
  ].join('\n');
}

/** Without a key and a token, the address itself. */
function linkByName(publicUrl: string, fingerprint: string | undefined, token: string | undefined): string {
  if (fingerprint === undefined) return token === undefined ? publicUrl : `${publicUrl}/#token=${token}`;
  return invitationLink({ servers: [publicUrl], fingerprint, roomId: undefined, name: undefined, token });
}

function admission({ people, untilMs }: NonNullable<InvitationTextOptions['admits']>): string {
  const until = new Date(untilMs).toISOString().slice(0, 10);
  return (
    `Until ${until} it admits ${people} people, who make an account or listen as guests. Give it to nobody else; ` +
    '"invitation list" and "invitation revoke <id>" show and end it.'
  );
}

function qrCodeOf(link: string): string {
  const lines = renderUnicodeCompact(link, qrOptions).split('\n');
  return lines.map((line) => `${colours.begin}${line}${colours.end}`).join('\n');
}
