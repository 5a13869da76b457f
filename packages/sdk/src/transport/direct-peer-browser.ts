import { type DirectDescription, directSdp, readCandidates, readPeerSdp } from '@roomtone/protocol';
import { type DirectPeer, type DirectPeerOptions, gatherMs, type LoadDirectPeers } from './direct-peer.ts';
import type { PeerHandlers } from './peer.ts';
import { followChannel, sendOn } from './peer-browser.ts';

/** WebRTC of the browser. Workers have none: they need a page that opens channels for them. */
export const loadDirectPeers: LoadDirectPeers = async () =>
  typeof RTCPeerConnection === 'undefined' ? undefined : openDirectPeer;

function openDirectPeer(options: DirectPeerOptions, handlers: PeerHandlers): DirectPeer {
  const connection = new DirectConnection(options);
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
    description: connection.description,
    accept: (answer) => connection.accept(answer),
    send: (bytes) => sendOn(channel, bytes),
    close: () => void end(),
  };
}

/** An RTCPeerConnection to another participant. Only the task that makes it may transfer its channel to a worker. */
export class DirectConnection {
  readonly channel: RTCDataChannel;
  /** This side, with the candidates that were found in time. */
  readonly description: Promise<DirectDescription>;
  /** The connection has failed for good. */
  onLost = (): void => {};
  readonly #connection: RTCPeerConnection;

  constructor({ offer, stunServers }: DirectPeerOptions) {
    const iceServers = stunServers.length === 0 ? [] : [{ urls: [...stunServers] }];
    const connection = new RTCPeerConnection({ iceServers });
    this.#connection = connection;
    this.channel = connection.createDataChannel('notes', {
      negotiated: true,
      id: 0,
      ordered: false,
      maxRetransmits: 0,
    });
    connection.onconnectionstatechange = () => {
      const state = connection.connectionState;
      if (state === 'failed' || state === 'closed') this.onLost();
    };
    this.description = this.#describe(offer);
    // A caller that waits for it gets the error; for a side that was closed at once there is none.
    this.description.catch(() => {});
  }

  async accept(answer: DirectDescription): Promise<void> {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp: directSdp(answer, 'active') });
  }

  close(): void {
    this.#connection.close();
  }

  async #describe(offer: DirectDescription | undefined): Promise<DirectDescription> {
    const connection = this.#connection;
    if (offer !== undefined) await connection.setRemoteDescription({ type: 'offer', sdp: directSdp(offer, 'actpass') });
    const gathered = new Promise<void>((resolve) => {
      connection.onicegatheringstatechange = () => {
        if (connection.iceGatheringState === 'complete') resolve();
      };
      setTimeout(resolve, gatherMs);
    });
    await connection.setLocalDescription();
    await gathered;
    const sdp = connection.localDescription?.sdp ?? '';
    return { ...readPeerSdp(sdp), candidates: readCandidates(sdp) };
  }
}
