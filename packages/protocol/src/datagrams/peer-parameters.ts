// The few values of a WebRTC session description that differ between channels. Only they travel, so that no side has to
// parse a description that the other has written.

/** One side of a data channel: DatagramOffer and DatagramAnswer in proto/roomtone/v1/datagram.proto. */
export interface PeerParameters {
  readonly iceUfrag: string;
  readonly icePwd: string;
  /** SHA-256 of the DTLS certificate: 32 bytes. */
  readonly fingerprint: Uint8Array;
}

const ufragForm = /^[A-Za-z0-9+/]{4,32}$/;
const pwdForm = /^[A-Za-z0-9+/]{22,64}$/;
const fingerprintBytes = 32;

/** Returns the field that is not as it must be, with what is wrong, or undefined. */
export function peerIssue({
  iceUfrag,
  icePwd,
  fingerprint,
}: PeerParameters): { field: string; issue: string } | undefined {
  if (!ufragForm.test(iceUfrag)) return { field: 'iceUfrag', issue: 'must be 4 to 32 ICE characters' };
  if (!pwdForm.test(icePwd)) return { field: 'icePwd', issue: 'must be 22 to 64 ICE characters' };
  if (fingerprint.byteLength !== fingerprintBytes) return { field: 'fingerprint', issue: 'must have 32 bytes' };
  return undefined;
}

/**
 * Writes the session description (RFC 8866, RFC 8841) of a side with these parameters. `candidates` are addresses at which
 * it can be reached over UDP, the likeliest first.
 */
export function peerSdp(
  parameters: PeerParameters,
  setup: 'actpass' | 'active',
  candidates: Candidates = { addresses: [], port: 0 },
): string {
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sctp-port:5000',
    'a=max-message-size:16384',
    ...transportLines(parameters, setup),
    ...candidateLines(candidates),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** The lines of a section about the transport below it. */
export function transportLines(
  { iceUfrag, icePwd, fingerprint }: PeerParameters,
  setup: 'actpass' | 'active',
): string[] {
  const hex = Array.from(fingerprint, (byte) => byte.toString(16).padStart(2, '0').toUpperCase());
  return [
    `a=ice-ufrag:${iceUfrag}`,
    `a=ice-pwd:${icePwd}`,
    `a=fingerprint:sha-256 ${hex.join(':')}`,
    `a=setup:${setup}`,
  ];
}

/** Addresses at which a side can be reached over UDP, the likeliest first. */
interface Candidates {
  readonly addresses: readonly string[];
  readonly port: number;
}

export function candidateLines({ addresses, port }: Candidates): string[] {
  return addresses.map((address, index) => candidateLine(address, port, index));
}

/** Finds the parameters in a description that WebRTC has made on this machine. @throws {Error} if one is missing. */
export function readPeerSdp(sdp: string): PeerParameters {
  const field = (name: string): string => {
    const value = new RegExp(`^a=${name}:(.*?)\\r?$`, 'm').exec(sdp)?.[1];
    if (value === undefined) throw new Error(`The session description has no ${name}.`);
    return value;
  };
  const hex = /^sha-256 ([0-9A-Fa-f:]{95})$/.exec(field('fingerprint'))?.[1];
  if (hex === undefined) throw new Error('The session description has no fingerprint with SHA-256.');
  const fingerprint = Uint8Array.from(hex.split(':'), (byte) => Number.parseInt(byte, 16));
  return { iceUfrag: field('ice-ufrag'), icePwd: field('ice-pwd'), fingerprint };
}

/** A host candidate on UDP (RFC 8839, 5.1); earlier addresses have a higher priority. */
function candidateLine(address: string, port: number, index: number): string {
  const hostPreference = 126 * 2 ** 24;
  const priority = hostPreference + (65_535 - index) * 256 + 255;
  return `a=candidate:${index + 1} 1 udp ${priority} ${address} ${port} typ host`;
}
