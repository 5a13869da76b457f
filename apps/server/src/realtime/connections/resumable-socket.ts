import { closeCodes, limits } from '@roomtone/protocol';
import type { PacedWork } from '../../application/paced-work.ts';
import { mayResume } from '../../domain/departure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NoteChannel } from '../delivery/note-channel.ts';
import type { NoteStream, Reception, Recipient } from '../delivery/recipient.ts';
import { BufferedSocket, type OpenSocket, type SocketEvents } from '../sockets/buffered-socket.ts';
import type { Codec } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/event-loop-turn.ts';
import type { FrameReceiver } from '../sockets/short-frames.ts';
import { ReliableStream, type StreamCopy, type StreamFrame, type StreamStart } from './reliable-stream.ts';

/** How long a connection that was given away stays: meanwhile the other process joins its room in its place. */
const givenAwayMs = 2_000;

/** Receives what happens on a resumable socket. */
export interface ResumableSocketEvents extends FrameReceiver {
  /** Notes were left out because the reader is behind. */
  onMissedNotes(): void;
  /** The socket is closed. The connection now waits for another one, or ends immediately after this call. */
  onSocketEnd(closeCode: number): void;
  /** The connection is over. Called once; nothing is received or sent afterwards. */
  onGone(closeCode: number): void;
}

export interface ResumableSocketDeps {
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly paced: Pick<PacedWork, 'run' | 'runAfter'>;
  readonly clock: Pick<Clock, 'serviceUs'>;
}

/**
 * The stream of frames of one connection, which survives a lost socket by resuming on another: sends frames in order,
 * replays what the client may have missed, and decides when the connection is over (room rules R10).
 */
export class ResumableSocket implements Recipient, SocketEvents {
  /** The current socket. */
  #attached: BufferedSocket | undefined;
  /**
   * Set while it waits for another socket, with the close code of the last one. Without either the connection is over.
   */
  #waiting: { readonly closeCode: number; readonly sinceUs: number } | undefined;
  /** Another process goes on with the connection. */
  #isGivenAway = false;
  readonly id: string;
  onStreamChange: (() => void) | undefined;
  readonly #deps: ResumableSocketDeps;
  readonly #events: ResumableSocketEvents;
  readonly #stream: ReliableStream;
  #heardUs: number;
  #heartbeatUs = Number.NEGATIVE_INFINITY;
  #heartbeatPauseUs = Number.POSITIVE_INFINITY;
  #noteChannel: NoteChannel | undefined;

  /**
   * @param socket undefined for a connection that another process has begun and that waits to be resumed here.
   * @param from where its stream goes on.
   */
  constructor(
    socket: OpenSocket | undefined,
    id: string,
    deps: ResumableSocketDeps,
    events: ResumableSocketEvents,
    from: { readonly copy?: StreamCopy | undefined; readonly start?: StreamStart | undefined } = {},
  ) {
    this.id = id;
    this.#deps = deps;
    this.#events = events;
    this.#stream = new ReliableStream(from.copy, from.start);
    this.#heardUs = deps.clock.serviceUs();
    if (socket === undefined) this.#waiting = { closeCode: closeCodes.lost, sinceUs: this.#heardUs };
    else this.#attached = this.#wrap(socket);
  }

  /** The sequence of the last frame of the reliable stream, and the frames that the client has not acknowledged. */
  get kept(): { readonly sequence: number; readonly frames: readonly (StreamFrame & { readonly sequence: number })[] } {
    const frames: (StreamFrame & { readonly sequence: number })[] = [];
    this.#stream.forEachKept((frame, sequence) => frames.push({ ...frame, sequence }));
    return { sequence: this.#stream.sequence, frames };
  }

  /** Service clock, µs: the last sign of life of the client, on this socket or the one before. */
  get heardUs(): number {
    return this.#heardUs;
  }

  /** The time between the last two heartbeats, µs; infinite before the second. */
  get heartbeatPauseUs(): number {
    return this.#heartbeatPauseUs;
  }

  /** False once the connection is over; true while it waits without a socket. */
  get isOpen(): boolean {
    return this.#attached !== undefined || this.#waiting !== undefined;
  }

  get isAttached(): boolean {
    return this.#attached !== undefined;
  }

  /** True if it waits for another socket and can continue there without a gap. */
  get canResume(): boolean {
    return this.#waiting !== undefined && this.#stream.isWhole && !this.#isGivenAway;
  }

  get reception(): Reception {
    return this.#attached?.reception ?? 'nothing';
  }

  /** True, once, if notes were left out and the reader has caught up since: a snapshot is due. */
  takeCaughtUp(): boolean {
    return this.#attached?.takeCaughtUp() ?? false;
  }

  /**
   * Sends a frame in the reliable stream. `requestId` is 0 unless the frame answers a request of this client.
   * @returns its sequence; 0 if the connection is over.
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

  deliverLossy(frame: Uint8Array): void {
    if (this.reception !== 'notes' || this.#noteChannel?.sendOnce(frame) === true) return;
    this.deliverUnnumbered(frame, 0);
  }

  get stream(): NoteStream | undefined {
    return this.#attached?.clearStream;
  }

  get noteChannel(): NoteChannel | undefined {
    return this.#noteChannel;
  }

  /** Notes are sent as datagrams, too, from now on, or no longer. */
  setNoteChannel(channel: NoteChannel | undefined): void {
    if (channel === this.#noteChannel) return;
    this.#noteChannel?.release();
    this.#noteChannel = channel;
    this.onStreamChange?.();
  }

  /** Addresses at which the client has reached the server: the one of its socket, and the one it asked for. */
  get reached(): readonly string[] {
    return this.#attached?.reached ?? [];
  }

  fallBehind(): void {
    this.#attached?.fallBehind();
  }

  /** Sends a ready WebSocket frame of notes if the reader gets all notes; returns what the reader gets. */
  offerNotes(frame: Uint8Array): Reception {
    return this.#attached === undefined ? 'nothing' : this.#attached.offerNotes(frame);
  }

  /** Sends a ready WebSocket frame of notes: the same bytes for every reader. */
  deliverNotes(frame: Uint8Array): void {
    this.#attached?.sendFramed(frame);
    this.#noteChannel?.release();
  }

  /** Records that notes were left out for this reader. */
  missNotes(): void {
    this.#attached?.missNotes();
    this.#events.onMissedNotes();
  }

  /** True if notes were left out and takeCaughtUp() has not reported yet that the reader has caught up. */
  get hasMissedNotes(): boolean {
    return this.#attached?.hasMissedNotes ?? false;
  }

  /** Only heartbeats keep a socket alive. The client has the reliable stream up to `lastSequence`. */
  heartbeat(nowUs: number, lastSequence: number): void {
    this.#stream.acknowledge(lastSequence);
    this.#heardUs = nowUs;
    this.#heartbeatPauseUs = nowUs - this.#heartbeatUs;
    this.#heartbeatUs = nowUs;
    this.#attached?.heartbeat(nowUs);
  }

  /**
   * Continues on another socket; requires canResume. Sends the welcome, everything that is not acknowledged with its
   * old sequences, and the snapshot if there is one. None of these counts as backlog.
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
    this.#heardUs = this.#deps.clock.serviceUs();
    this.#attached = attached;
    this.onStreamChange?.();
  }

  /** Closes a socket that was silent or stuck for too long; ends the connection when the resume window is over. */
  sweep(nowUs: number): void {
    if (this.#attached !== undefined) this.#attached.sweep(nowUs);
    else if (this.#waiting !== undefined && nowUs - this.#waiting.sinceUs >= this.#waitsUs) this.giveUp();
  }

  /** Closes the socket, and ends the connection unless this code allows a resume. */
  close(code: number): void {
    if (this.#attached !== undefined) this.#attached.close(code);
    else this.#over(code);
  }

  /**
   * Another process goes on with the connection, which waits for a socket: it cannot be resumed here any more, and ends once the
   * other one has joined its room in its place.
   */
  giveAway(): void {
    if (this.#waiting === undefined) return;
    this.#isGivenAway = true;
    this.#waiting = { ...this.#waiting, sinceUs: this.#deps.clock.serviceUs() };
  }

  get #waitsUs(): number {
    return (this.#isGivenAway ? givenAwayMs : limits.resumeWindowMs) * 1000;
  }

  /** Ends the connection if it waits for another socket. */
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
    this.#noteChannel?.release();
  }

  #over(closeCode: number): void {
    if (!this.isOpen) return;
    this.#attached = undefined;
    this.#waiting = undefined;
    this.#stream.clear();
    this.#events.onGone(closeCode);
  }
}
