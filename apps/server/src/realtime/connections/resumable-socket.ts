import { limits } from '@roomtone/protocol';
import type { PacedWork } from '../../application/paced-work.ts';
import { mayResume } from '../../domain/departure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NoteStream, Reception, Recipient } from '../delivery/recipient.ts';
import { BufferedSocket, type OpenSocket, type SocketEvents } from '../sockets/buffered-socket.ts';
import type { Codec } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/event-loop-turn.ts';
import type { FrameReceiver } from '../sockets/short-frames.ts';
import { ReliableStream } from './reliable-stream.ts';

/** Who hears of what comes in over a connection. */
export interface ResumableSocketEvents extends FrameReceiver {
  /** Notes were left out for this reader. */
  onMissedNotes(): void;
  /** The socket is gone; the connection is over right after that, or waits for another socket. */
  onSocketEnd(closeCode: number): void;
  /** The connection is over; called once, and nothing comes in or goes out after it. */
  onGone(closeCode: number): void;
}

export interface ResumableSocketDeps {
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly paced: Pick<PacedWork, 'run'>;
  readonly clock: Pick<Clock, 'serviceUs'>;
}

/**
 * One connection, which can outlive a lost socket by resuming on another: what is sent on it and in which order, and when
 * it is over (room rules R10).
 */
export class ResumableSocket implements Recipient, SocketEvents {
  /** The socket it has. */
  #attached: BufferedSocket | undefined;
  /** For another socket, since the one before ended with this code; with neither of the two the connection is over. */
  #waiting: { readonly closeCode: number; readonly sinceUs: number } | undefined;
  readonly id: string;
  onStreamChange: (() => void) | undefined;
  readonly #deps: ResumableSocketDeps;
  readonly #events: ResumableSocketEvents;
  readonly #stream = new ReliableStream();

  constructor(socket: OpenSocket, id: string, deps: ResumableSocketDeps, events: ResumableSocketEvents) {
    this.id = id;
    this.#deps = deps;
    this.#events = events;
    this.#attached = this.#wrap(socket);
  }

  /** False once it is over: it may still be without a socket. */
  get isOpen(): boolean {
    return this.#attached !== undefined || this.#waiting !== undefined;
  }

  get isAttached(): boolean {
    return this.#attached !== undefined;
  }

  /** Whether it waits for another socket and can go on there without a gap. */
  get canResume(): boolean {
    return this.#waiting !== undefined && this.#stream.isWhole;
  }

  get reception(): Reception {
    return this.#attached?.reception ?? 'nothing';
  }

  /** Whether notes were left out and the reader has caught up since: then a snapshot is due, once. */
  takeCaughtUp(): boolean {
    return this.#attached?.takeCaughtUp() ?? false;
  }

  /**
   * Sends a frame as the next of the reliable stream; `requestId` where it answers a request of this client, else 0.
   * Returns its place there; 0 when the connection is over.
   */
  deliver(frame: Uint8Array, requestId: number): number {
    if (!this.isOpen) return 0;
    const sequence = this.#stream.add({ frame, requestId });
    this.#send(this.#deps.codec.address(frame, requestId, sequence));
    return sequence;
  }

  /** Sends a frame outside the reliable stream. */
  deliverUnnumbered(frame: Uint8Array, requestId: number): void {
    this.#send(this.#deps.codec.address(frame, requestId, 0));
  }

  get stream(): NoteStream | undefined {
    return this.#attached?.clearStream;
  }

  fallBehind(): void {
    this.#attached?.fallBehind();
  }

  /** Sends a WebSocket frame of notes as it is, where all of them are heard; tells what is heard. */
  offerNotes(frame: Uint8Array): Reception {
    return this.#attached === undefined ? 'nothing' : this.#attached.offerNotes(frame);
  }

  /** Sends a WebSocket frame of notes as it is: the same bytes for every reader. */
  deliverNotes(frame: Uint8Array): void {
    this.#attached?.sendFramed(frame);
  }

  /** Remembers that notes were left out for this reader. */
  missNotes(): void {
    this.#attached?.missNotes();
    this.#events.onMissedNotes();
  }

  /** Whether notes were left out and takeCaughtUp() is still to tell that the reader has caught up. */
  get hasMissedNotes(): boolean {
    return this.#attached?.hasMissedNotes ?? false;
  }

  /** A heartbeat came: only these keep a socket alive. The client has the reliable stream up to `lastSequence`. */
  heartbeat(nowUs: number, lastSequence: number): void {
    this.#stream.acknowledge(lastSequence);
    this.#attached?.heartbeat(nowUs);
  }

  /**
   * Goes on over another socket, where canResume: the welcome, everything that is not acknowledged in its old places, the
   * snapshot where there is one. None of these counts as backlog.
   */
  resume(
    socket: OpenSocket,
    frames: { readonly welcome: Uint8Array; readonly snapshot: Uint8Array | undefined },
  ): void {
    const attached = this.#wrap(socket);
    attached.sendReplay(frames.welcome);
    this.#stream.forEachKept(({ frame, requestId }, sequence) => {
      attached.sendReplay(this.#deps.codec.address(frame, requestId, sequence));
    });
    if (frames.snapshot !== undefined) attached.sendReplay(frames.snapshot);
    attached.flush();
    this.#waiting = undefined;
    this.#attached = attached;
    this.onStreamChange?.();
  }

  /** Closes a socket that has been silent or stuck for too long; ends what has waited for too long. */
  sweep(nowUs: number): void {
    if (this.#attached !== undefined) this.#attached.sweep(nowUs);
    else if (this.#waiting !== undefined && nowUs - this.#waiting.sinceUs >= limits.resumeWindowMs * 1000)
      this.giveUp();
  }

  /** Closes the socket there is; ends the connection, too, unless it may be resumed after this code. */
  close(code: number): void {
    if (this.#attached !== undefined) this.#attached.close(code);
    else this.#over(code);
  }

  /** Waits no longer for another socket. */
  giveUp(): void {
    if (this.#waiting !== undefined) this.#over(this.#waiting.closeCode);
  }

  onClearChange(): void {
    this.onStreamChange?.();
  }

  onEnd(closeCode: number): void {
    this.#attached = undefined;
    this.onStreamChange?.();
    this.#waiting = { closeCode, sinceUs: this.#deps.clock.serviceUs() };
    this.#events.onSocketEnd(closeCode);
    if (!mayResume(closeCode)) this.#over(closeCode);
  }

  #wrap(socket: OpenSocket): BufferedSocket {
    const { clock, turn, paced } = this.#deps;
    return new BufferedSocket(socket, clock.serviceUs(), { turn, paced, events: this, receiver: this.#events });
  }

  #send(frame: Uint8Array): void {
    this.#attached?.send(frame);
  }

  #over(closeCode: number): void {
    if (!this.isOpen) return;
    this.#attached = undefined;
    this.#waiting = undefined;
    this.#stream.clear();
    this.#events.onGone(closeCode);
  }
}
