import { type PeerParameters, peerSdp, readPeerSdp } from '@roomtone/protocol';
import type { LoadPeers, Peer, PeerHandlers, PeerReach } from './peer.ts';

/** True if a client uses datagrams unless told otherwise. */
export const areDatagramsUsual = true;

/** WebRTC of the browser. Workers have none: they need a page that opens channels for them. */
export const loadPeers: LoadPeers = async () => (typeof RTCPeerConnection === 'undefined' ? undefined : openPeer);

function openPeer(handlers: PeerHandlers): Peer {
  const connection = new PeerConnection();
  const { channel } = connection;
  let isOver = false;
  const end = () => {
    if (isOver) return false;
    isOver = true;
    connection.close();
    return true;
  };
  const lost = () => {
    if (end()) handlers.closed();
  };
  connection.onLost = lost;
  followChannel(channel, {
    open: () => handlers.open(),
    message: (bytes) => {
      if (!isOver) handlers.message(bytes);
    },
    closed: lost,
  });
  return {
    offer: connection.offer,
    accept: (answer, reach) => connection.accept(answer, reach),
    send: (bytes) => sendOn(channel, bytes),
    close: () => void end(),
  };
}

/** Calls the handlers for what happens on a channel, whichever thread it is in. */
export function followChannel(channel: RTCDataChannel, handlers: PeerHandlers): void {
  channel.binaryType = 'arraybuffer';
  channel.onopen = () => handlers.open();
  channel.onclose = () => handlers.closed();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) handlers.message(new Uint8Array(data));
  };
}

/** More than this waits only if the network is gone; a late datagram is worth nothing. */
const maxWaitingBytes = 16 * 1024;

/** Sends a datagram on an open channel with little waiting; otherwise drops it. */
export function sendOn(channel: RTCDataChannel, bytes: Uint8Array): void {
  // The SDK never sends shared memory, which the DOM's types exclude.
  if (channel.readyState === 'open' && channel.bufferedAmount < maxWaitingBytes)
    channel.send(bytes as Uint8Array<ArrayBuffer>);
}

/**
 * An RTCPeerConnection with nothing but a data channel for notes. Only the task that makes it may transfer its channel
 * to a worker.
 */
export class PeerConnection {
  readonly channel: RTCDataChannel;
  /** This side's parameters. */
  readonly offer: Promise<PeerParameters>;
  /** The connection has failed for good. */
  onLost = (): void => {};
  readonly #connection: RTCPeerConnection;

  constructor() {
    this.#connection = new RTCPeerConnection({ iceServers: [] });
    this.channel = this.#connection.createDataChannel('notes', {
      negotiated: true,
      id: 0,
      ordered: false,
      maxRetransmits: 0,
    });
    this.#connection.onconnectionstatechange = () => {
      const state = this.#connection.connectionState;
      if (state === 'failed' || state === 'closed') this.onLost();
    };
    this.offer = this.#offer();
  }

  async accept(answer: PeerParameters, reach: PeerReach): Promise<void> {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp: peerSdp(answer, 'active', reach) });
  }

  close(): void {
    this.#connection.close();
  }

  async #offer(): Promise<PeerParameters> {
    // Its own candidates are not sent: the server answers the address that the checks come from, so that a browser may
    // hide its addresses.
    await this.#connection.setLocalDescription();
    return readPeerSdp(this.#connection.localDescription?.sdp ?? '');
  }
}
