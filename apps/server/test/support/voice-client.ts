import { type PeerParameters, readPeerSdp, type VoiceParameters, voiceOfferSdp, voiceSsrcs } from '@roomtone/protocol';
import { PeerConnection, type Track } from 'node-datachannel';
import { voicePacketOf } from './voice-packets.ts';

/** A client of real voices, by the same library as the server's, on loopback. It sends and gets packets as they are. */
export class VoiceClient {
  /** Everything that came, with the SSRC of the voice. */
  readonly heard: { readonly ssrc: number; readonly packet: Uint8Array }[] = [];
  readonly ssrc = 4_242;
  readonly #port: number;
  readonly #peer = new PeerConnection('client', { iceServers: [], disableAutoNegotiation: true });
  readonly #tracks: Track[] = [];
  #sequence = 0;

  /** @param port the server's. */
  constructor(port: number) {
    this.#port = port;
  }

  /** Takes the server's side, and returns this one. */
  accept(offer: PeerParameters): VoiceParameters {
    this.#peer.onTrack((track) => {
      this.#tracks.push(track);
      const ssrc = Number(track.mid());
      track.onMessage((packet) => {
        if (voiceSsrcs.includes(ssrc)) this.heard.push({ ssrc, packet });
      });
    });
    this.#peer.setRemoteDescription(voiceOfferSdp(offer, { addresses: ['127.0.0.1'], port: this.#port }), 'offer');
    this.#peer.setLocalDescription('answer');
    return { ...readPeerSdp(this.#peer.localDescription()?.sdp ?? ''), ssrc: this.ssrc };
  }

  get isOpen(): boolean {
    return this.#peer.state() === 'connected';
  }

  /** Sends a packet with this content. */
  say(payload: Uint8Array, loudness = 90): void {
    this.send(voicePacketOf({ sequence: this.#sequence++, loudness, payload, ssrc: this.ssrc }));
  }

  send(packet: Uint8Array): void {
    try {
      const own = this.#tracks.find((track) => track.mid() === '0');
      if (own?.isOpen()) own.sendMessageBinary(Buffer.from(packet));
    } catch {
      // The server has ended the connection since isOpen(): the library hears of it in a thread of its own.
    }
  }

  close(): void {
    this.#peer.close();
  }
}
