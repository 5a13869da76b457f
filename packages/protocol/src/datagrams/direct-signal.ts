// The description of one side of a direct channel, as participants send it to each other through the server. Only these few
// values travel, so that nobody has to parse, or can send, a whole session description.
import type { Repetition } from './outgoing-datagrams.ts';
import { type PeerParameters, peerIssue, peerSdp } from './peer-parameters.ts';

/** The limits of direct channels (room rules R25). A client without them does not load them. */
export const directLimits = {
  /** Candidates in one description. */
  candidates: 8,
  /** Channels of one participant. */
  channels: 8,
  /** The most that a participant sends in a second over all direct channels together, bytes. */
  bytesPerSecond: 24 * 1024,
  /** The server's copy of a message of notes has to follow within this time, µs. */
  confirmUs: 2_000_000,
  /** So often the server may not confirm what a user has sent directly, before they have no direct channel any more. */
  doubts: 3,
  /** Messages of one sender that may wait for the server's copy; further ones are left to the server. */
  unconfirmed: 512,
  /** A direct path that wins less than this rests, µs. */
  worthUs: 1_000,
} as const;

/** The server’s copy comes later than a repetition: any loss of the last half minute makes it worth its bytes. */
export const directRepetition: Repetition = { afterUs: 2_500, times: 2, lossy: 0.0002 };

/** An address over UDP at which a participant may be reached: DirectCandidate in proto/roomtone/v1/direct.proto. */
export interface DirectCandidate {
  readonly address: string;
  readonly port: number;
  /** True for an address that a router gives, false for one of the machine's own. */
  readonly reflexive: boolean;
}

/** One side of a direct channel. */
export interface DirectDescription extends PeerParameters {
  readonly candidates: readonly DirectCandidate[];
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const ipv6 = /^(?=.*:)[0-9a-f:]{2,39}$/i;
/** The name that a browser gives an address of its machine, and answers for in its own network alone (mDNS). */
const localName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local$/i;

/** Returns the field that is not as it must be, with what is wrong, or undefined. */
export function directIssue(description: DirectDescription): { field: string; issue: string } | undefined {
  const issue = peerIssue(description);
  if (issue !== undefined) return issue;
  const { candidates } = description;
  if (candidates.length > directLimits.candidates)
    return { field: 'candidates', issue: `must be at most ${directLimits.candidates}` };
  if (!candidates.every(isCandidate))
    return { field: 'candidates', issue: 'must be IP addresses or UUIDs with .local, and ports' };
  return undefined;
}

function isCandidate({ address, port }: DirectCandidate): boolean {
  return isCandidateAddress(address) && Number.isInteger(port) && port >= 1 && port <= 65_535;
}

function isCandidateAddress(address: string): boolean {
  return ipv4.test(address) || ipv6.test(address) || isLocalName(address);
}

/** True for a name that means something in one local network only. */
export function isLocalName(address: string): boolean {
  return localName.test(address);
}

/** Writes the session description of a side of a direct channel. */
export function directSdp(description: DirectDescription, setup: 'actpass' | 'active'): string {
  const lines = description.candidates.map(candidateLine);
  return `${peerSdp(description, setup)}${lines.map((line) => `${line}\r\n`).join('')}`;
}

/** Finds the candidates in a description that WebRTC has made on this machine, as many as may be sent. */
export function readCandidates(sdp: string): DirectCandidate[] {
  const found = new Map<string, DirectCandidate>();
  const form = /^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx)/gim;
  for (const [, address = '', port, kind] of sdp.matchAll(form)) {
    const candidate = { address, port: Number(port), reflexive: kind === 'srflx' };
    if (isCandidate(candidate)) found.set(`${address} ${port}`, candidate);
  }
  // The routers' addresses first: they are few, and the only ones that lead anywhere from outside.
  const all = [...found.values()].sort((a, b) => Number(b.reflexive) - Number(a.reflexive));
  return all.slice(0, directLimits.candidates);
}

/** RFC 8839, 5.1. Addresses of the machine come first: they lead there without a detour. */
function candidateLine({ address, port, reflexive }: DirectCandidate, index: number): string {
  const priority = (reflexive ? 100 : 126) * 2 ** 24 + (65_535 - index) * 256 + 255;
  const kind = reflexive ? 'srflx raddr 0.0.0.0 rport 0' : 'host';
  return `a=candidate:${index + 1} 1 udp ${priority} ${address} ${port} typ ${kind}`;
}
