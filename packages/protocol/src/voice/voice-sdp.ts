// The session descriptions of voices. Like those of data channels, only the values that differ travel; both sides write the
// rest, so that no side has to parse what the other has written.
import { candidateLines, type PeerParameters, transportLines } from '../datagrams/peer-parameters.ts';

/** The values that the descriptions of all voices share, and their limits (room rules R27). */
export const voiceLimits = {
  /** How many voices a listener gets at a time. */
  atOnce: 4,
  payloadType: 111,
  clockRate: 48_000,
  /** The id of the header extension with the loudness. */
  levelExtension: 1,
  bitsPerSecond: 28_000,
  /** A client may ask at most every `requestMs`; voices that are not open after `openMs` are given up. */
  requestMs: 2_000,
  openMs: 15_000,
  /** The most that one participant's microphone may bring in a second; the rest is dropped. */
  packetsPerSecond: 110,
  bytesPerSecond: 12_000,
  /** The longest packet. */
  packetBytes: 600,
  /** Voice connections of one server. */
  connections: 1_000,
} as const;

/** A client's side of the voices: VoiceAnswer in proto/roomtone/v1/voice.proto. */
export interface VoiceParameters extends PeerParameters {
  /** The source that it sends as; 0 if it only listens. */
  readonly ssrc: number;
}

/** The section on which the server receives. */
const ownMid = 0;
/** The section and the SSRC of each voice that a listener gets. */
export const voiceSsrcs: readonly number[] = Array.from({ length: voiceLimits.atOnce }, (_, index) => index + 1);

/** Writes the server's description, an offer. `candidates` as in peerSdp(). */
export function voiceOfferSdp(
  parameters: PeerParameters,
  candidates: { readonly addresses: readonly string[]; readonly port: number },
): string {
  const first = [...transportLines(parameters, 'actpass'), ...candidateLines(candidates)];
  return description([
    audio(ownMid, 'recvonly', first),
    ...voiceSsrcs.map((ssrc) =>
      audio(ssrc, 'sendonly', [
        ...transportLines(parameters, 'actpass'),
        `a=msid:voice${ssrc} voice${ssrc}`,
        `a=ssrc:${ssrc} cname:voice${ssrc}`,
      ]),
    ),
  ]);
}

/** Writes a client's description, the answer, for a server's WebRTC. */
export function voiceAnswerSdp(parameters: VoiceParameters): string {
  const { ssrc } = parameters;
  const transport = transportLines(parameters, 'active');
  const own = ssrc === 0 ? [] : [`a=ssrc:${ssrc} cname:voice`];
  return description([
    audio(ownMid, ssrc === 0 ? 'inactive' : 'sendonly', [...transport, ...own]),
    ...voiceSsrcs.map((mid) => audio(mid, 'recvonly', transport)),
  ]);
}

/** Finds the SSRC of the microphone in a description that a browser has made; 0 if it sends none. */
export function readVoiceSsrc(sdp: string): number {
  const section = sdp.split(/^m=/m)[1] ?? '';
  if (!/^a=send(only|recv)\r?$/m.test(section)) return 0;
  return Number(/^a=ssrc:(\d+) /m.exec(section)?.[1] ?? 0);
}

function description(sections: readonly (readonly string[])[]): string {
  const mids = sections.map((_, mid) => mid).join(' ');
  const session = ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=-', 't=0 0', `a=group:BUNDLE ${mids}`, 'a=msid-semantic: WMS *'];
  return `${[...session, ...sections.flat()].join('\r\n')}\r\n`;
}

function audio(mid: number, direction: string, more: readonly string[]): string[] {
  const { payloadType, clockRate, levelExtension, bitsPerSecond } = voiceLimits;
  const format = `minptime=10;useinbandfec=1;usedtx=1;stereo=0;maxaveragebitrate=${bitsPerSecond}`;
  return [
    `m=audio 9 UDP/TLS/RTP/SAVPF ${payloadType}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=rtcp-mux',
    `a=${direction}`,
    `a=rtpmap:${payloadType} opus/${clockRate}/2`,
    `a=fmtp:${payloadType} ${format}`,
    `a=extmap:${levelExtension} urn:ietf:params:rtp-hdrext:ssrc-audio-level`,
    ...more,
  ];
}
