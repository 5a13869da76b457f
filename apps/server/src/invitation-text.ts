import { explainedInvitationLink, type Invitation, invitationLink, limits } from '@roomtone/protocol';
import { renderUnicodeCompact } from 'uqr';
import type { RunningServer } from './start.ts';

/** The rest of the width is the margin that cameras need. */
const qrOptions = { ecc: 'L', border: 2 } as const;
/** White on black, whatever colours the terminal has. */
const colours = { begin: '\u001b[97;40m', end: '\u001b[0m' };

/** The way to this server for others on the network; undefined where it has no address there. */
export function invitationTo({
  networkUrls,
  fingerprint,
}: Pick<RunningServer, 'networkUrls' | 'fingerprint'>): Invitation | undefined {
  const servers = networkUrls.slice(0, limits.invitation.servers);
  return servers.length === 0 ? undefined : { servers, fingerprint, roomId: undefined, name: undefined };
}

/** What a host passes on, for a terminal: the link, its QR code where the terminal shows one, what to expect. */
export function invitationText(
  server: Pick<RunningServer, 'networkUrls' | 'fingerprint' | 'name'>,
  { qrCode }: { readonly qrCode: boolean },
): string {
  const invitation = invitationTo(server);
  if (invitation === undefined) return 'This computer has no address on a network, so nobody else can come in now.';
  const [first = '', ...others] = invitation.servers;
  // One address makes a code that cameras read from far.
  const short = { ...invitation, servers: [first] };
  const link = invitationLink(short);
  const [explained = ''] = explainedInvitationLink(short).split('#');
  return [
    `Invite people on your network to ${server.name}:`,
    '',
    `  ${link}`,
    '',
    ...(qrCode ? [qrCodeOf(link), ''] : []),
    ...(others.length > 0 ? [`In other networks of this computer: ${others.join(', ')}`] : []),
    ...(invitation.fingerprint === undefined
      ? []
      : [
          'Browsers warn of the certificate, because it was made on this computer. That is expected, once;',
          `${explained} explains it.`,
        ]),
  ].join('\n');
}

function qrCodeOf(link: string): string {
  const lines = renderUnicodeCompact(link, qrOptions).split('\n');
  return lines.map((line) => `${colours.begin}${line}${colours.end}`).join('\n');
}
