import type { PeerParameters } from '@roomtone/protocol';

/** A WebRTC data channel to one client: unordered, without retransmission. */
export interface DatagramChannel {
  /** Sends a datagram at once, or drops it: before the channel is open, after its end, and while too many wait. */
  send(bytes: Uint8Array): void;
  /** Ends the channel; no handler is called any more. */
  close(): void;
}

export interface DatagramHandlers {
  /** Datagrams can be sent from now on. */
  open(): void;
  /** One datagram; the receiver may keep the bytes. */
  message(bytes: Uint8Array): void;
  /** The channel is over: closed by the client, lost, or never opened. Called once, as the last call. */
  closed(): void;
}

/** The UDP side of the server, which all datagram channels share. */
export interface Datagrams {
  /** The port that clients send to. */
  readonly port: number;
  /** Addresses to offer instead of the one that a client's WebSocket reached; empty if that one is right. */
  readonly addresses: readonly string[];
  /**
   * Makes the server's side of a channel. Only a client that knows the returned parameters gets any answer over UDP.
   * @throws {Error} if the port cannot be opened, or WebRTC is missing on this system.
   */
  accept(
    offer: PeerParameters,
    handlers: DatagramHandlers,
  ): Promise<{ readonly answer: PeerParameters; readonly channel: DatagramChannel }>;
  /** Closes the port. */
  close(): void;
}
