import { guardedCallback, type PeerParameters, peerSdp, readPeerSdp } from '@roomtone/protocol';
import type { DataChannel, PeerConnection } from 'node-datachannel';
import type { DatagramChannel, DatagramHandlers, Datagrams } from '../../ports/datagrams.ts';

export interface DataChannelOptions {
  /** The address to listen on, like that of the TCP port. */
  readonly host: string;
  /** Read when the first channel is made. */
  readonly port: () => number;
  readonly addresses: readonly string[];
  /** `stun:host:port` and `turn:user:password@host:port`; none is contacted unless given. */
  readonly iceServers: readonly string[];
}

/** More than this waits only for a client that has gone; a late datagram is worth nothing. */
const maxWaitingBytes = 16 * 1024;

type Library = typeof import('node-datachannel');

/** Data channels by libdatachannel, all on one UDP port. The library is loaded for the first channel. */
export function createDataChannels({ host, port, addresses, iceServers }: DataChannelOptions): Datagrams {
  let library: Library | undefined;
  const open = new Set<PeerConnection>();
  const isAny = host === '0.0.0.0' || host === '::';
  return {
    get port() {
      return port();
    },
    addresses,
    async accept(offer, handlers) {
      library ??= await import('node-datachannel');
      const peer = new library.PeerConnection('roomtone', {
        iceServers: [...iceServers],
        // Without an address it listens on all of them, IPv4 and IPv6.
        ...(isAny ? {} : { bindAddress: host === 'localhost' ? '127.0.0.1' : host }),
        enableIceUdpMux: true,
        portRangeBegin: port(),
        portRangeEnd: port(),
        disableAutoNegotiation: true,
      });
      open.add(peer);
      try {
        return answerOn(peer, offer, handlers, () => open.delete(peer));
      } catch (error) {
        open.delete(peer);
        peer.close();
        throw error;
      }
    },
    close() {
      for (const peer of open) peer.close();
      open.clear();
      // No cleanup(): it can abort the process. The library's threads end with process.exit().
    },
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
