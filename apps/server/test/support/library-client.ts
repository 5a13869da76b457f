import { type PeerParameters, peerSdp, readPeerSdp } from '@roomtone/protocol';
import { type DataChannel, PeerConnection } from 'node-datachannel';
import type { DatagramClient } from '../contracts/datagrams.contract.ts';

/** A client of the real data channels, by the same library as the server's, on loopback. */
export class LibraryClient implements DatagramClient {
  readonly received: Uint8Array[] = [];
  readonly offer: PeerParameters;
  isOpen = false;
  isClosed = false;
  readonly #port: number;
  readonly #peer = new PeerConnection('client', { iceServers: [], disableAutoNegotiation: true });
  readonly #channel: DataChannel;

  /** @param port the server's. */
  constructor(port: number) {
    this.#port = port;
    this.#channel = this.#peer.createDataChannel('notes', {
      negotiated: true,
      id: 0,
      unordered: true,
      maxRetransmits: 0,
    });
    this.#channel.onOpen(() => {
      this.isOpen = true;
    });
    this.#channel.onClosed(() => {
      this.isClosed = true;
    });
    this.#channel.onMessage((message) => {
      if (typeof message !== 'string') this.received.push(new Uint8Array(message));
    });
    this.#peer.setLocalDescription('offer');
    this.offer = readPeerSdp(this.#peer.localDescription()?.sdp ?? '');
  }

  connect(answer: PeerParameters): void {
    const reach = { addresses: ['127.0.0.1'], port: this.#port };
    this.#peer.setRemoteDescription(peerSdp(answer, 'active', reach), 'answer');
  }

  send(bytes: Uint8Array): void {
    try {
      if (this.#channel.isOpen()) this.#channel.sendMessageBinary(bytes);
    } catch {
      // The server has ended the channel since isOpen(): the library hears of it in a thread of its own.
    }
  }

  close(): void {
    this.#channel.close();
    this.#peer.close();
  }
}
