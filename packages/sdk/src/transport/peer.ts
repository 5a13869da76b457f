import type { PeerParameters } from '@roomtone/protocol';

/** Where the other side of a data channel listens for UDP. */
export interface PeerReach {
  /** IP addresses, the likeliest first. */
  readonly addresses: readonly string[];
  readonly port: number;
}

/** The client's side of a WebRTC data channel with id 0: unordered, without retransmission. */
export interface Peer {
  /** This side's parameters. Rejects if the platform cannot make a channel. */
  readonly offer: Promise<PeerParameters>;
  /** Connects to the side that has answered the offer. Rejects if the answer cannot be used. */
  accept(answer: PeerParameters, reach: PeerReach): Promise<void>;
  /** Sends a datagram at once, or drops it if the channel is not open. */
  send(bytes: Uint8Array): void;
  /** Ends the channel; no handler is called any more. */
  close(): void;
}

export interface PeerHandlers {
  /** Datagrams can be sent from now on. */
  open(): void;
  /** One datagram; the receiver may keep the bytes. */
  message(bytes: Uint8Array): void;
  /** The channel is over. Called at most once, as the last call. */
  closed(): void;
}

/** Begins a data channel. */
export type OpenPeer = (handlers: PeerHandlers) => Peer;

/** Loads WebRTC when the first channel is wanted; undefined where there is none. */
export type LoadPeers = () => Promise<OpenPeer | undefined>;
