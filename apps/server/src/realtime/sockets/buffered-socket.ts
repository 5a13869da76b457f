import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { closeCodes, limits, serviceLimits } from '@roomtone/protocol';
import type { WebSocket } from 'ws';
import type { PacedWork } from '../../application/paced-work.ts';
import type { NoteStream, Reception } from '../delivery/recipient.ts';
import { paceClosing } from './closing-socket.ts';
import type { SharedTurn, Writer } from './event-loop-turn.ts';
import { type FrameReceiver, type FrameUse, readShortFrames } from './short-frames.ts';
import { frameAround } from './web-socket-frame.ts';

/** Receives what happens on a socket. */
export interface SocketEvents {
  /** The socket has gained or lost its clearStream. */
  onClearChange(): void;
  /** The socket is over. Called once; nothing is received or sent afterwards. */
  onEnd(closeCode: number): void;
}

/** An open WebSocket, which emits `closing` before it sends a close frame. */
export interface OpenSocket {
  readonly webSocket: WebSocket;
  /** The stream below it: frames are read from it and written to it directly. */
  readonly stream: Duplex & NoteStream & Pick<Socket, 'bytesWritten'>;
  /** Addresses at which the client has reached the server: the one of its socket, and the one it asked for. */
  readonly reached: readonly string[];
  /** The client's address. */
  readonly address: string;
  /** The address block that it is counted by. */
  readonly addressBlock: string;
}

export interface SocketOptions {
  readonly turn: SharedTurn;
  readonly paced: Pick<PacedWork, 'run' | 'runAfter'>;
  readonly events: SocketEvents;
  readonly receiver: FrameReceiver;
}

/**
 * One TCP or TLS socket: gathers the frames of a turn of the event loop, measures how far its reader is behind, and
 * detects when it is over. Times are µs on the service clock.
 */
export class BufferedSocket implements Writer, FrameReceiver {
  readonly reached: readonly string[];
  readonly #socket: WebSocket;
  readonly #stream: OpenSocket['stream'];
  readonly #turn: SharedTurn;
  readonly #events: SocketEvents;
  /** Gets each frame directly: see FrameReceiver. */
  readonly #receiver: FrameReceiver;
  /** 'closing' while ws closes it, for example because the client does: no frame may follow the close frame. */
  #state: 'open' | 'overflowing' | 'closing' | 'gone' = 'open';
  /** Open, the reader is not behind and has missed nothing, and nothing is due. */
  #isClear = true;
  /** The turn of the event loop in which anything but notes was last written. */
  #wroteIn = -1;
  /** Frames after the first one of a turn, which are written together at its end. */
  readonly #due: Uint8Array[] = [];
  #dueBytes = 0;
  /**
   * True from the moment when the stream's buffer reaches its high-water mark until it is empty. Smaller amounts are
   * ignored: to read the stream's length for each frame would cost more than everything else that is done for it.
   */
  #isBehind = false;
  #missedNotes = false;
  /** The bytes written before this object was created, and those of the replay after that. */
  readonly #startBytes: number;
  #replayBytes = 0;
  /** The most bytes that have left, and when that last grew: distinguishes a stalled reader from a slow one. */
  #leftBytes = 0;
  #movedUs = 0;
  #heartbeatUs = 0;

  constructor(socket: OpenSocket, nowUs: number, { turn, paced, events, receiver }: SocketOptions) {
    const { webSocket, stream } = socket;
    this.reached = socket.reached;
    this.#socket = webSocket;
    this.#stream = stream;
    this.#turn = turn;
    this.#events = events;
    this.#receiver = receiver;
    this.#startBytes = stream.bytesWritten;
    this.#heartbeatUs = nowUs;
    this.#movedUs = nowUs;
    readShortFrames(stream, this, paced);
    paceClosing(stream, paced, () => this.#lost());
    webSocket.on('message', (data, isBinary) => {
      // With the default binaryType each message is one Buffer.
      if (isBinary) this.onFrame(data as Buffer);
      else if (this.#state !== 'gone') this.close(closeCodes.unsupportedData);
    });
    // By then ws has sent the close frame; nothing waits for the client's answer to it.
    webSocket.on('error', (error) => this.#end(isTooLarge(error) ? closeCodes.tooLarge : closeCodes.lost));
    webSocket.on('closing', () => this.#closing());
    webSocket.on('close', (code) => this.#end(code));
  }

  onFrame(payload: Uint8Array): FrameUse {
    return this.#state === 'gone' ? 'consumed' : this.#receiver.onFrame(payload);
  }

  get reception(): Reception {
    if (this.#isClear) return 'notes';
    if (this.#state !== 'open') return 'nothing';
    // Also while it catches up: notes must not be sent before the snapshot that is due then.
    return this.#missedNotes || this.backlogBytes > serviceLimits.backlog.dropNotesBytes ? 'releases' : 'notes';
  }

  /** The stream to which notes may be written directly; see Recipient.stream. */
  get clearStream(): NoteStream | undefined {
    if (this.#isBehind) this.#checkReader();
    return this.#isClear ? this.#stream : undefined;
  }

  /** A write to the stream has returned false. */
  fallBehind(): void {
    this.#checkReader();
    this.#checkBacklog();
  }

  /** Unsent bytes, without those of a replay (room rules R10.6). Exact if there are many. */
  get backlogBytes(): number {
    const unsent = this.#unsentBytes;
    if (unsent === 0 || this.#replayBytes === 0) return unsent;
    const unsentReplay = Math.max(0, this.#replayBytes - this.#bytesThatLeft);
    return Math.max(0, unsent - unsentReplay);
  }

  /**
   * Sends a ready WebSocket frame of notes at the end of the turn if the reader gets all notes; returns what it gets.
   */
  offerNotes(bytes: Uint8Array): Reception {
    const reception = this.reception;
    if (reception === 'notes') this.#gather(bytes);
    return reception;
  }

  /** Records that notes were left out for this reader. */
  missNotes(): void {
    this.#missedNotes = true;
    this.#settle();
  }

  get hasMissedNotes(): boolean {
    return this.#missedNotes;
  }

  /** True, once, if notes were left out and the reader has caught up since. */
  takeCaughtUp(): boolean {
    if (!this.#missedNotes || this.backlogBytes > 0) return false;
    this.#missedNotes = false;
    this.#checkReader();
    return true;
  }

  /** Sends a frame of the protocol in a WebSocket frame. */
  send(frame: Uint8Array): void {
    if (this.#state === 'open') this.sendFramed(frameAround(frame));
  }

  /**
   * Sends a ready WebSocket frame, whose bytes may be shared with other readers. The first frame of a turn of the event
   * loop is written immediately, the others together at the end of the turn.
   */
  sendFramed(bytes: Uint8Array): void {
    if (this.#state !== 'open') return;
    const now = this.#turn.now();
    if (this.#due.length > 0 || this.#wroteIn === now) this.#gather(bytes);
    else {
      this.#wroteIn = now;
      if (!this.#stream.write(bytes)) this.fallBehind();
    }
  }

  /** Sends a frame that does not count as backlog; only before all others. */
  sendReplay(frame: Uint8Array): void {
    const bytes = frameAround(frame);
    this.#replayBytes += bytes.byteLength;
    this.sendFramed(bytes);
  }

  flush(): void {
    const due = this.#due;
    if (due.length === 0) return;
    if (this.#state === 'open' || this.#state === 'overflowing') {
      // For a single piece, corking would take longer than writing.
      if (due.length > 1) this.#stream.cork();
      for (const bytes of due) this.#stream.write(bytes);
      if (due.length > 1) this.#stream.uncork();
    }
    due.length = 0;
    this.#dueBytes = 0;
    this.#checkReader();
  }

  /** Only heartbeats keep a socket alive. */
  heartbeat(nowUs: number): void {
    this.#heartbeatUs = nowUs;
  }

  /** Closes the socket after 30 s without a heartbeat (4408), or 10 s in which the reader took nothing (4429). */
  sweep(nowUs: number): void {
    if (nowUs - this.#heartbeatUs >= limits.heartbeat.timeoutMs * 1000) {
      this.close(closeCodes.noHeartbeat);
      return;
    }
    // ws also writes: it answers pings.
    this.#checkReader();
    const unsent = this.#stream.writableLength + this.#dueBytes;
    const left = this.#bytesThatLeft;
    if (unsent === 0 || left > this.#leftBytes) {
      this.#leftBytes = left;
      this.#movedUs = nowUs;
    } else if (nowUs - this.#movedUs >= serviceLimits.backlog.stalledMs * 1000) this.close(closeCodes.cannotKeepUp);
  }

  /** Ends the socket for the server immediately, however long the client takes to answer the close frame. */
  close(code: number): void {
    if (this.#state === 'gone') return;
    this.#socket.close(code);
    this.#end(code);
  }

  get #unsentBytes(): number {
    return this.#isBehind ? this.#stream.writableLength + this.#dueBytes : this.#dueBytes;
  }

  get #bytesThatLeft(): number {
    return this.#stream.bytesWritten - this.#startBytes - this.#stream.writableLength;
  }

  #gather(bytes: Uint8Array): void {
    if (this.#due.length === 0) this.#turn.add(this);
    this.#due.push(bytes);
    this.#dueBytes += bytes.byteLength;
    this.#settle();
    this.#checkBacklog();
  }

  /** Updates whether the reader is behind. */
  #checkReader(): void {
    const { writableLength, writableHighWaterMark } = this.#stream;
    this.#isBehind = writableLength >= (this.#isBehind ? 1 : writableHighWaterMark);
    this.#settle();
  }

  #settle(): void {
    const isClear = this.#state === 'open' && !this.#isBehind && !this.#missedNotes && this.#due.length === 0;
    if (isClear === this.#isClear) return;
    this.#isClear = isClear;
    this.#events.onClearChange();
  }

  #checkBacklog(): void {
    if (this.backlogBytes <= serviceLimits.backlog.closeBytes) return;
    this.#turnTo('overflowing');
    // Not within this call: the sender may be in the middle of a fan-out, and closing releases notes, which is another.
    queueMicrotask(() => this.close(closeCodes.cannotKeepUp));
  }

  /** The stream is closed; ws reports that later, as paced work. */
  #lost(): void {
    if (this.#state !== 'gone') this.#turnTo('closing');
  }

  /** Frames that are due are written before the close frame. */
  #closing(): void {
    this.flush();
    if (this.#state !== 'gone') this.#turnTo('closing');
  }

  #turnTo(state: 'overflowing' | 'closing' | 'gone'): void {
    this.#state = state;
    this.#settle();
  }

  #end(code: number): void {
    if (this.#state === 'gone') return;
    this.#turnTo('gone');
    this.#events.onEnd(code);
  }
}

function isTooLarge(error: Error): boolean {
  return 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}
