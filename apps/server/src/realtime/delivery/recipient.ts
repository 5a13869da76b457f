import type { Writable } from 'node:stream';
import type { NoteChannel } from './note-channel.ts';

/**
 * The part of the notes that a recipient gets: all, only releases (a reader too far behind), or nothing (no socket).
 */
export type Reception = 'notes' | 'releases' | 'nothing';

/** A TCP or TLS socket as notes are written to it. */
export type NoteStream = Writable;

/** A connection, as a room sends to it. */
export interface Recipient {
  /** Sends a frame in the reliable stream. `requestId` is 0 unless the frame answers a request of this connection. */
  deliver(frame: Uint8Array, requestId: number): void;
  /** Sends a frame outside the reliable stream. */
  deliverUnnumbered(frame: Uint8Array, requestId: number): void;
  /** Sends a frame in a datagram where the client gets notes in some, otherwise over the WebSocket, if the reader keeps up. */
  deliverLossy(frame: Uint8Array): void;
  /**
   * The stream to which notes may be written directly, as WebSocket frames. Undefined while the reader is behind, has
   * missed notes, or is about to be sent something else. If write() returns false, the caller calls fallBehind().
   */
  readonly stream: NoteStream | undefined;
  fallBehind(): void;
  /** Where notes are also sent as datagrams; undefined unless `stream` is there and the client wants them. */
  readonly noteChannel: NoteChannel | undefined;
  /** Called when `stream` or `noteChannel` changes, to another one or to undefined. */
  onStreamChange: (() => void) | undefined;
  /**
   * Sends notes at the end of this turn of the event loop if the recipient gets all notes; returns what it gets. Every
   * recipient gets the same bytes.
   */
  offerNotes(frame: Uint8Array): Reception;
  /** Sends notes, even to a reader who is behind. */
  deliverNotes(frame: Uint8Array): void;
  readonly reception: Reception;
  /** Records that notes were left out for this reader. */
  missNotes(): void;
  /** True, once each time, if the reader missed notes and has caught up since. */
  takeCaughtUp(): boolean;
}

/** The connection that asked for a change. A participant's request is answered by the message to everybody. */
export interface Requester {
  /** Undefined for somebody who has asked over REST, and is answered there. */
  readonly recipient: Recipient | undefined;
  /** 0 for a request over REST. */
  readonly requestId: number;
  /** The participant number; 0 for somebody who is not inside. */
  readonly sender: number;
}
