import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** What of the notes a seat gets: all, their releases only (a reader too far behind), or nothing (no socket for now). */
export type Reception = 'notes' | 'releases' | 'nothing';

/** Where notes are written to; TLS or not. */
export type NoteStream = Writable & Pick<Socket, 'pending'>;

/** A connection as the room it is in sees it. */
export interface Recipient {
  /** Sends a frame in the reliable stream; `requestId` is 0 unless it answers this connection's own request. */
  deliver(frame: Uint8Array, requestId: number): void;
  /** Sends a frame outside the reliable stream. */
  deliverUnnumbered(frame: Uint8Array, requestId: number): void;
  /**
   * Where notes may be written straight to, as WebSocket frames and before anything else that waits: there while the
   * reader is not behind and missed nothing. Whoever is told by write() that much waits calls fallBehind().
   */
  readonly stream: NoteStream | undefined;
  fallBehind(): void;
  /** Calls back whenever the stream becomes another one, or none; undefined to stop that. */
  onStreamChange: (() => void) | undefined;
  /**
   * Sends notes at the end of this turn of the event loop where all of them are heard, and tells what is heard: every seat
   * gets the same bytes.
   */
  offerNotes(frame: Uint8Array): Reception;
  /** Sends notes, also to a reader who is behind. */
  deliverNotes(frame: Uint8Array): void;
  readonly reception: Reception;
  /** Notes were left out for this reader. */
  missNotes(): void;
  /** Whether it missed notes and has caught up since; true once each time. */
  takeCaughtUp(): boolean;
}

/** The one whose request is answered by what everybody is told. */
export interface Requester {
  readonly recipient: Recipient;
  readonly requestId: number;
  /** Their participant number. */
  readonly sender: number;
}
