import { limits } from '@roomtone/protocol';
import { mayResume } from '../domain/departure.ts';
import type { Clock } from '../ports.ts';
import type { Codec } from './codec.ts';
import { ReliableStream } from './reliable-stream.ts';
import type { Hearing, Seat } from './seat.ts';
import { type OpenSocket, SocketLine } from './socket-line.ts';
import type { Turn } from './turn.ts';

/** Who hears of what comes in over a connection. */
export interface ConnectionEvents {
  /** A binary frame, whole. The bytes are the receiver's own and stay as they are. */
  onFrame(bytes: Uint8Array): void;
  /** The socket is gone; the connection is over right after that, or waits for another socket. */
  onSocketEnd(closeCode: number): void;
  /** The connection is over; called once, and nothing comes in or goes out after it. */
  onGone(closeCode: number): void;
}

export interface ConnectionOptions {
  readonly id: string;
  readonly codec: Codec;
  readonly turn: Pick<Turn, 'add'>;
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly events: ConnectionEvents;
}

type State =
  | { readonly status: 'attached'; readonly line: SocketLine }
  /** For another socket, since the one before ended with this code. */
  | { readonly status: 'waiting'; readonly closeCode: number; readonly sinceUs: number }
  | { readonly status: 'over' };

/**
 * One connection, which can outlive a lost socket by resuming on another: what is sent on it and in which order, and when
 * it is over (room rules R10).
 */
export class Connection implements Seat {
  readonly id: string;
  readonly #options: ConnectionOptions;
  readonly #stream = new ReliableStream();
  #state: State;
  #missedNotes = false;

  constructor(socket: OpenSocket, options: ConnectionOptions) {
    this.id = options.id;
    this.#options = options;
    this.#state = { status: 'attached', line: this.#lineOver(socket) };
  }

  /** False once it is over: it may still be without a socket. */
  get isOpen(): boolean {
    return this.#state.status !== 'over';
  }

  get isAttached(): boolean {
    return this.#state.status === 'attached';
  }

  /** Whether it waits for another socket and can go on there without a gap. */
  get canResume(): boolean {
    return this.#state.status === 'waiting' && this.#stream.isWhole;
  }

  get hears(): Hearing {
    if (this.#state.status !== 'attached') return 'nothing';
    // Also while it catches up: the snapshot that is due then must not come before notes it makes out of date.
    if (this.#missedNotes || this.#state.line.backlogBytes > limits.backlog.dropNotesBytes) return 'releases';
    return 'notes';
  }

  /** Whether notes were left out and the reader has caught up since: then a snapshot is due, once. */
  takeCaughtUp(): boolean {
    if (!this.#missedNotes || this.#state.status !== 'attached' || this.#state.line.backlogBytes > 0) return false;
    this.#missedNotes = false;
    return true;
  }

  /**
   * Sends a frame as the next of the reliable stream; `requestId` where it answers a request of this client, else 0.
   * Returns its place there; 0 when the connection is over.
   */
  deliver(frame: Uint8Array, requestId: number): number {
    if (!this.isOpen) return 0;
    const sequence = this.#stream.add({ frame, requestId });
    this.#send(this.#options.codec.address(frame, requestId, sequence));
    return sequence;
  }

  /** Sends a frame outside the reliable stream. */
  deliverAside(frame: Uint8Array, requestId: number): void {
    this.#send(this.#options.codec.address(frame, requestId, 0));
  }

  /** Sends a WebSocket frame of notes as it is, where all of them are heard; tells what is heard. */
  offerNotes(frame: Uint8Array): Hearing {
    const hearing = this.hears;
    if (hearing === 'notes') this.deliverNotes(frame);
    return hearing;
  }

  /** Sends a WebSocket frame of notes as it is: the same bytes for every reader. */
  deliverNotes(frame: Uint8Array): void {
    if (this.#state.status === 'attached') this.#state.line.sendFramed(frame);
  }

  /** Remembers that notes were left out for this reader. */
  missNotes(): void {
    this.#missedNotes = true;
  }

  /** A heartbeat came: only these keep a socket alive. The client has the reliable stream up to `lastSequence`. */
  heartbeat(nowUs: number, lastSequence: number): void {
    this.#stream.acknowledge(lastSequence);
    if (this.#state.status === 'attached') this.#state.line.heartbeat(nowUs);
  }

  /**
   * Goes on over another socket, where canResume: the welcome, everything that is not acknowledged in its old places, the
   * snapshot where there is one. None of these counts as backlog.
   */
  resume(
    socket: OpenSocket,
    frames: { readonly welcome: Uint8Array; readonly snapshot: Uint8Array | undefined },
  ): void {
    const line = this.#lineOver(socket);
    line.sendReplay(frames.welcome);
    this.#stream.forEachKept(({ frame, requestId }, sequence) => {
      line.sendReplay(this.#options.codec.address(frame, requestId, sequence));
    });
    if (frames.snapshot !== undefined) line.sendReplay(frames.snapshot);
    this.#missedNotes = false;
    this.#state = { status: 'attached', line };
  }

  /** Closes a socket that has been silent or stuck for too long; ends what has waited for too long. */
  sweep(nowUs: number): void {
    const state = this.#state;
    if (state.status === 'attached') state.line.sweep(nowUs);
    else if (state.status === 'waiting' && nowUs - state.sinceUs >= limits.resumeWindowMs * 1000) this.giveUp();
  }

  /** Closes the socket there is; ends the connection, too, unless it may be resumed after this code. */
  close(code: number): void {
    if (this.#state.status === 'attached') this.#state.line.close(code);
    else this.#over(code);
  }

  /** Waits no longer for another socket. */
  giveUp(): void {
    if (this.#state.status === 'waiting') this.#over(this.#state.closeCode);
  }

  #lineOver(socket: OpenSocket): SocketLine {
    const { clock, turn, events } = this.#options;
    return new SocketLine(socket, turn, clock.serviceUs(), {
      onFrame: (bytes) => events.onFrame(bytes),
      onEnd: (closeCode) => this.#socketEnded(closeCode),
    });
  }

  #send(frame: Uint8Array): void {
    if (this.#state.status === 'attached') this.#state.line.send(frame);
  }

  #socketEnded(closeCode: number): void {
    const { clock, events } = this.#options;
    this.#state = { status: 'waiting', closeCode, sinceUs: clock.serviceUs() };
    events.onSocketEnd(closeCode);
    if (!mayResume(closeCode)) this.#over(closeCode);
  }

  #over(closeCode: number): void {
    if (this.#state.status === 'over') return;
    this.#state = { status: 'over' };
    this.#stream.clear();
    this.#options.events.onGone(closeCode);
  }
}
