import type { PeerHandlers, PeerParameters, PeerReach } from '@roomtone/sdk';
import type { DirectDescription, DirectPeerOptions } from '@roomtone/sdk/direct';

// WebRTC exists only on the page. The page makes the connection and transfers its data channel to the connection worker, so
// that notes do not pass the page. Where a browser cannot transfer a channel, the page passes on what the channel brings.

/** From the worker to the page: what to do with the data channel of this id. */
export type PeerRequest = { readonly kind: 'peer'; readonly id: number } & (
  | { readonly act: 'open' | 'close' }
  | { readonly act: 'accept'; readonly answer: PeerParameters; readonly reach: PeerReach }
  /** Opens a channel to another participant, and takes the other side's answer. */
  | { readonly act: 'open-direct'; readonly options: DirectPeerOptions }
  | { readonly act: 'accept-direct'; readonly answer: DirectDescription }
  /** Sends a datagram, if the channel was not transferred. */
  | { readonly act: 'send'; readonly bytes: Uint8Array }
);

/** From the page to the worker: what happened to the data channel of this id. */
export type PeerNews = { readonly kind: 'peer'; readonly id: number } & (
  | { readonly news: 'channel'; readonly channel: RTCDataChannel }
  | { readonly news: 'offer'; readonly offer: PeerParameters }
  /** This side of a channel to another participant. */
  | { readonly news: 'side'; readonly side: DirectDescription }
  /** Opened, or over for good. */
  | { readonly news: 'open' | 'closed' }
  | { readonly news: 'message'; readonly bytes: Uint8Array }
);

/** Turns what happens on a channel into messages. */
export function newsOfChannel(id: number, take: (news: PeerNews) => void): PeerHandlers {
  return {
    open: () => take({ kind: 'peer', id, news: 'open' }),
    message: (bytes) => take({ kind: 'peer', id, news: 'message', bytes }),
    closed: () => take({ kind: 'peer', id, news: 'closed' }),
  };
}
