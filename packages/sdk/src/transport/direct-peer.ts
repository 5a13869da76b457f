import type { DirectDescription } from '@roomtone/protocol';
import type { PeerHandlers } from './peer.ts';

/** This side of a data channel to another participant, with id 0: unordered, without retransmission. */
export interface DirectPeer {
  /** This side with its candidates: an offer, or the answer to one. Rejects if the platform cannot make a channel. */
  readonly description: Promise<DirectDescription>;
  /** Takes the answer to the offer. Rejects if it cannot be used. */
  accept(answer: DirectDescription): Promise<void>;
  /** Sends a datagram at once, or drops it if the channel is not open. */
  send(bytes: Uint8Array): void;
  /** Ends the channel; no handler is called any more. */
  close(): void;
}

export interface DirectPeerOptions {
  /** The other side's offer; undefined to make one. */
  readonly offer: DirectDescription | undefined;
  /** Servers that tell this machine its address, as `stun:host:port`. */
  readonly stunServers: readonly string[];
}

export type OpenDirectPeer = (options: DirectPeerOptions, handlers: PeerHandlers) => DirectPeer;

/** Loads WebRTC when the first direct channel is wanted; undefined where there is none. */
export type LoadDirectPeers = () => Promise<OpenDirectPeer | undefined>;

/** How long to look for candidates, ms: a STUN server that does not answer holds nothing up. */
export const gatherMs = 1_200;
