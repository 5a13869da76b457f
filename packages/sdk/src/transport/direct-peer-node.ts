import { isMainThread } from 'node:worker_threads';
import { directSdp, guardedCallback, readCandidates, readPeerSdp } from '@roomtone/protocol';
import { type DirectPeer, type DirectPeerOptions, gatherMs, type LoadDirectPeers } from './direct-peer.ts';
import type { PeerHandlers } from './peer.ts';

const maxWaitingBytes = 16 * 1024;

type Library = typeof import('node-datachannel');

/** WebRTC by node-datachannel, if the program has installed it; it works only in the main thread. */
export const loadDirectPeers: LoadDirectPeers = async () => {
  if (!isMainThread) return undefined;
  const library = await import('node-datachannel').catch(() => undefined);
  return library === undefined ? undefined : (options, handlers) => openDirectPeer(library, options, handlers);
};

function openDirectPeer(
  library: Library,
  { offer, stunServers }: DirectPeerOptions,
  handlers: PeerHandlers,
): DirectPeer {
  const connection = new library.PeerConnection('roomtone', {
    iceServers: [...stunServers],
    disableAutoNegotiation: true,
  });
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
  const gathered = new Promise<void>((resolve) => {
    connection.onGatheringStateChange(
      safely((state: string) => {
        if (state === 'complete') resolve();
      }),
    );
    setTimeout(resolve, gatherMs);
  });
  const describe = async () => {
    if (offer !== undefined) connection.setRemoteDescription(directSdp(offer, 'actpass'), 'offer');
    connection.setLocalDescription(offer === undefined ? 'offer' : 'answer');
    await gathered;
    const sdp = isOver ? '' : (connection.localDescription()?.sdp ?? '');
    return { ...readPeerSdp(sdp), candidates: readCandidates(sdp) };
  };
  const description = describe();
  // A caller that waits for it gets the error; for a side that was closed at once there is none.
  description.catch(() => {});
  return {
    description,
    async accept(answer) {
      connection.setRemoteDescription(directSdp(answer, 'active'), 'answer');
    },
    send(bytes) {
      try {
        if (channel.isOpen() && channel.bufferedAmount() < maxWaitingBytes) channel.sendMessageBinary(bytes);
      } catch {
        // The other side has ended the channel since isOpen(): the library hears of it in a thread of its own.
      }
    },
    close: () => void end(),
  };
}
