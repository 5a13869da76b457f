import type { PeerParameters, VoiceParameters } from '@roomtone/protocol';

/** The voices between the server and one client: RTP over DTLS-SRTP. */
export interface VoiceLink {
  /** The server's side, which the client has to know before it answers. */
  readonly offer: PeerParameters;
  /** Takes the client's side. @throws {Error} if it cannot be used. */
  answer(parameters: VoiceParameters): void;
  /** Sends an RTP packet of the voice with this SSRC at once, or drops it. The packet may be changed afterwards. */
  send(ssrc: number, packet: Uint8Array): void;
  /** Sends an RTCP packet about what the client sends. */
  report(packet: Uint8Array): void;
  /** Ends the link; no handler is called any more. */
  close(): void;
}

export interface VoiceHandlers {
  /** Packets can be sent from now on. */
  open(): void;
  /** One packet of the client: RTP, or RTCP, or anything that a client may send. The receiver may keep and change the bytes. */
  packet(bytes: Uint8Array): void;
  /** The link is over: closed by the client, lost, or never opened. Called once, as the last call. */
  closed(): void;
}

/** The side of the server's UDP port that carries voices. */
export interface VoiceLinks {
  /** @throws {Error} if the port cannot be opened, or WebRTC is missing on this system. */
  open(handlers: VoiceHandlers): Promise<VoiceLink>;
  close(): void;
}
