import { guardedCallback, type PeerParameters, peerSdp, readPeerSdp } from '@roomtone/protocol';
import type { DataChannel, PeerConnection } from 'node-datachannel';
import type { DatagramChannel, DatagramHandlers, Datagrams } from '../../ports/datagrams.ts';
import type { PeerConnections } from './peer-connections.ts';

/** More than this waits only for a client that has gone; a late datagram is worth nothing. */
const maxWaitingBytes = 16 * 1024;

/** Data channels by libdatachannel. @param addresses to offer instead of the one that a client's WebSocket reached. */
export function createDataChannels(connections: PeerConnections, addresses: readonly string[]): Datagrams {
  return {
    get port() {
      return connections.port;
    },
    addresses,
    accept: (offer, handlers) => connections.make((peer, _, onEnd) => answerOn(peer, offer, handlers, onEnd)),
    close: () => connections.close(),
  };
}

function answerOn(
  peer: PeerConnection,
  offer: PeerParameters,
  handlers: DatagramHandlers,
  onEnd: () => void,
): { readonly answer: PeerParameters; readonly channel: DatagramChannel } {
  const channel = peer.createDataChannel('notes', { negotiated: true, id: 0, unordered: true, maxRetransmits: 0 });
  let isOver = false;
  const end = () => {
    if (isOver) return false;
    isOver = true;
    onEnd();
    channel.close();
    peer.close();
    return true;
  };
  const lost = () => {
    if (end()) handlers.closed();
  };
  const safely = guardedCallback(lost);
  channel.onOpen(
    safely<void>(() => {
      if (!isOver) handlers.open();
    }),
  );
  channel.onClosed(safely<void>(lost));
  channel.onError(safely<string>(() => lost()));
  channel.onMessage(
    safely((message: string | ArrayBuffer | Uint8Array) => {
      // Only a foreign client sends text, which is no datagram.
      if (!isOver && typeof message !== 'string') handlers.message(new Uint8Array(message));
    }),
  );
  peer.onStateChange(
    safely((state: string) => {
      if (state === 'failed' || state === 'closed' || state === 'disconnected') lost();
    }),
  );
  peer.setRemoteDescription(peerSdp(offer, 'actpass'), 'offer');
  peer.setLocalDescription('answer');
  const local = peer.localDescription();
  if (local === null) throw new Error('The UDP port cannot be opened.');
  return {
    answer: readPeerSdp(local.sdp),
    channel: { send: (bytes) => send(channel, bytes), close: () => void end() },
  };
}

function send(channel: DataChannel, bytes: Uint8Array): void {
  try {
    if (channel.isOpen() && channel.bufferedAmount() < maxWaitingBytes) channel.sendMessageBinary(bytes);
  } catch {
    // The client has ended the channel since isOpen(): the library hears of it in a thread of its own.
  }
}
