import { explainedInvitationLink, limits } from '@roomtone/protocol';
import { renderUnicodeCompact } from 'uqr';
import type { RunningServer } from './start.ts';

const qrOptions = { ecc: 'L', border: 2 } as const;
/** White on black, whatever colours the terminal has. */
const colours = { begin: '\u001b[97;40m', end: '\u001b[0m' };

export interface InvitationTextOptions {
  /** `{base_url}` where one is set: a name that an authority vouches for needs no key. */
  readonly publicUrl: string | undefined;
  /** Whether a QR code can be shown. */
  readonly qrCode: boolean;
}

/** What a host passes on, for a terminal: the link, its QR code, and what to expect. */
export function invitationText(
  { networkUrls, fingerprint, name }: Pick<RunningServer, 'networkUrls' | 'fingerprint' | 'name'>,
  { publicUrl, qrCode }: InvitationTextOptions,
): string {
  const [first, ...others] = networkUrls;
  if (publicUrl === undefined && first === undefined) {
    return 'This computer is not on a network, so no one else can join.';
  }
  // One address makes a code that cameras read from far.
  const link =
    publicUrl ?? explainedInvitationLink({ servers: [first ?? ''], fingerprint, roomId: undefined, name: undefined });
  const isExplained = publicUrl === undefined && fingerprint !== undefined;
  return [
    `Invite others to ${name}:`,
    '',
    `  ${link}`,
    '',
    ...(qrCode ? [qrCodeOf(link), ''] : []),
    ...(publicUrl === undefined && others.length > 0
      ? [`On other networks of this computer: ${others.slice(0, limits.invitation.servers).join(', ')}`]
      : []),
    ...(isExplained
      ? ['Browsers warn once, because the server made its own certificate. The link explains it first.']
      : []),
  ].join('\n');
}

function qrCodeOf(link: string): string {
  const lines = renderUnicodeCompact(link, qrOptions).split('\n');
  return lines.map((line) => `${colours.begin}${line}${colours.end}`).join('\n');
}
