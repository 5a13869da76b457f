import { closeCodes, limits } from '@roomtone/protocol';
import type { WebSocket } from 'ws';
import type { Codec } from './codec.ts';
import type { Seat } from './room-host.ts';

/** Who hears of what comes in over a connection. */
export interface ConnectionEvents {
  /** A binary frame, whole. The bytes are the connection's own and stay as they are. */
  onFrame(bytes: Uint8Array): void;
  /** The connection is over, with this close code; called once, and nothing comes in or goes out after it. */
  onGone(closeCode: number): void;
}

const uncompressed = { binary: true, compress: false } as const;

/**
 * One socket: what leaves on it and in which order, how far its reader is behind, and when it is over. Times are µs on the
 * service clock.
 */
export class Connection implements Seat {
  readonly id: string;
  readonly #socket: WebSocket;
  readonly #codec: Codec;
  readonly #events: ConnectionEvents;
  #state: 'open' | 'overflowing' | 'gone' = 'open';
  /** Position of the last frame in the reliable stream. */
  #sequence = 0;
  #heartbeatUs: number;
  #missedNotes = false;
  /** Payload bytes handed to the socket. */
  #sentBytes = 0;
  /** The most that ever left, and when that last grew: how a reader that takes nothing is told from a slow one. */
  #leftBytes = 0;
  #movedUs: number;

  constructor(socket: WebSocket, options: { id: string; codec: Codec; nowUs: number; events: ConnectionEvents }) {
    this.id = options.id;
    this.#socket = socket;
    this.#codec = options.codec;
    this.#events = options.events;
    this.#heartbeatUs = options.nowUs;
    this.#movedUs = options.nowUs;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // ws has sent the close frame by then; the participant does not wait for the other side to answer it.
    socket.on('error', (error) => this.#end(isTooLarge(error) ? closeCodes.tooLarge : closeCodes.lost));
    socket.on('close', (code) => this.#end(code));
  }

  get isOpen(): boolean {
    return this.#state !== 'gone';
  }

  /** Whether so much is unsent that notes are left out (room rules R8.9). */
  get isJammed(): boolean {
    return this.#socket.bufferedAmount > limits.backlog.dropNotesBytes;
  }

  /** Whether notes were left out and the reader has caught up since: then a snapshot is due, once. */
  takeCaughtUp(): boolean {
    if (!this.#missedNotes || this.#socket.bufferedAmount > 0) return false;
    this.#missedNotes = false;
    return true;
  }

  /** Sends a frame as the next of the reliable stream; `requestId` where it answers a request of this client, else 0. */
  deliver(frame: Uint8Array, requestId: number): void {
    if (!this.isOpen) return;
    this.#sequence++;
    this.#send(this.#codec.address(frame, requestId, this.#sequence));
  }

  /** Sends a frame outside the reliable stream. */
  deliverAside(frame: Uint8Array, requestId: number): void {
    this.#send(this.#codec.address(frame, requestId, 0));
  }

  /** Sends a frame of notes as it is: the same bytes for every reader. */
  deliverNotes(frame: Uint8Array): void {
    this.#send(frame);
  }

  /** Remembers that notes were left out for this reader. */
  missNotes(): void {
    this.#missedNotes = true;
  }

  /** A heartbeat came: only these keep a connection alive. */
  heartbeat(nowUs: number): void {
    this.#heartbeatUs = nowUs;
  }

  /** Closes what has been silent for 30 s (4408) and what has taken nothing for 10 s (4429). */
  sweep(nowUs: number): void {
    if (nowUs - this.#heartbeatUs >= limits.heartbeat.timeoutMs * 1000) {
      this.close(closeCodes.noHeartbeat);
      return;
    }
    const unsent = this.#socket.bufferedAmount;
    const left = this.#sentBytes - unsent;
    if (unsent === 0 || left > this.#leftBytes) {
      this.#leftBytes = left;
      this.#movedUs = nowUs;
    } else if (nowUs - this.#movedUs >= limits.backlog.stalledMs * 1000) this.close(closeCodes.cannotKeepUp);
  }

  /** Ends the connection: it is gone at once for everybody else, whenever the other side takes the close frame. */
  close(code: number): void {
    if (!this.isOpen) return;
    this.#socket.close(code);
    this.#end(code);
  }

  #receive(data: unknown, isBinary: boolean): void {
    if (!this.isOpen) return;
    // One Buffer a message, by the default binaryType.
    if (isBinary) this.#events.onFrame(data as Buffer);
    else this.close(closeCodes.unsupportedData);
  }

  #send(frame: Uint8Array): void {
    if (this.#state !== 'open') return;
    this.#sentBytes += frame.byteLength;
    this.#socket.send(frame, uncompressed);
    if (this.#socket.bufferedAmount <= limits.backlog.closeBytes) return;
    // Not now: whoever sends is perhaps in the midst of a fan-out, and leaving the room is one, too.
    this.#state = 'overflowing';
    queueMicrotask(() => this.close(closeCodes.cannotKeepUp));
  }

  #end(code: number): void {
    if (!this.isOpen) return;
    this.#state = 'gone';
    this.#events.onGone(code);
  }
}

function isTooLarge(error: Error): boolean {
  return 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}
