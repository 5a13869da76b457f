import { isMainThread } from 'node:worker_threads';
import { guardedCallback, peerSdp, readPeerSdp } from '@roomtone/protocol';
import type { LoadPeers, Peer, PeerHandlers } from './peer.ts';

const maxWaitingBytes = 16 * 1024;

type Library = typeof import('node-datachannel');

/**
 * The library's threads keep a process alive once a channel was opened, and its cleanup can abort the process: so a
 * program asks for datagrams, and ends by process.exit().
 */
export const areDatagramsUsual = false;

/** WebRTC by node-datachannel, if the program has installed it; it works only in the main thread. */
export const loadPeers: LoadPeers = async () => {
  if (!isMainThread) return undefined;
  const library = await import('node-datachannel').catch(() => undefined);
  return library === undefined ? undefined : (handlers) => openPeer(library, handlers);
};

function openPeer({ PeerConnection }: Library, handlers: PeerHandlers): Peer {
  const connection = new PeerConnection('roomtone', { iceServers: [], disableAutoNegotiation: true });
  const channel = connection.createDataChannel('notes', {
    negotiated: true,
    id: 0,
    unordered: true,
    maxRetransmits: 0,
  });
  let isOver = false;
  const end = () => {
    if (isOver) return false;
    isOver = true;
    channel.close();
    connection.close();
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
      if (!isOver && typeof message !== 'string') handlers.message(new Uint8Array(message));
    }),
  );
  connection.onStateChange(
    safely((state: string) => {
      if (state === 'failed' || state === 'closed' || state === 'disconnected') lost();
    }),
  );
  return {
    offer: Promise.resolve().then(() => {
      connection.setLocalDescription('offer');
      return readPeerSdp(connection.localDescription()?.sdp ?? '');
    }),
    async accept(answer, reach) {
      connection.setRemoteDescription(peerSdp(answer, 'active', reach), 'answer');
    },
    send(bytes) {
      try {
        if (channel.isOpen() && channel.bufferedAmount() < maxWaitingBytes) channel.sendMessageBinary(bytes);
      } catch {
        // The server has ended the channel since isOpen(): the library hears of it in a thread of its own.
      }
    },
    close: () => void end(),
  };
}
