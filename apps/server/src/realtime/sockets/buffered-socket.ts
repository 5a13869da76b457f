import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { closeCodes, limits } from '@roomtone/protocol';
import type { WebSocket } from 'ws';
import type { PacedWork } from '../../application/paced-work.ts';
import type { NoteStream, Reception } from '../delivery/recipient.ts';
import { paceClosing } from './closing-socket.ts';
import type { SharedTurn, Writer } from './event-loop-turn.ts';
import { type FrameReceiver, readShortFrames } from './short-frames.ts';
import { frameAround } from './web-socket-frame.ts';

/** Who hears of what happens on a socket. */
export interface SocketEvents {
  /** Whether there is a clearStream has changed. */
  onClearChange(): void;
  /** The socket is done with; called once, and nothing comes in or goes out after it. */
  onEnd(closeCode: number): void;
}

/** An open WebSocket, which emits `closing` before it sends a close frame. */
export interface OpenSocket {
  readonly webSocket: WebSocket;
  /** What it runs over: notes are read and written there by hand. */
  readonly stream: Duplex & NoteStream & Pick<Socket, 'bytesWritten'>;
}

/** What a line shares with others, and whom it tells. */
export interface SocketOptions {
  readonly turn: SharedTurn;
  readonly paced: Pick<PacedWork, 'run'>;
  readonly events: SocketEvents;
  readonly receiver: FrameReceiver;
}

/** One socket: what leaves on it, how far its reader is behind, and when it is over. Times are µs on the service clock. */
export class BufferedSocket implements Writer, FrameReceiver {
  readonly #socket: WebSocket;
  readonly #stream: OpenSocket['stream'];
  readonly #turn: SharedTurn;
  readonly #events: SocketEvents;
  /** Told of each frame past everything between: see FrameReceiver. */
  readonly #receiver: FrameReceiver;
  /** 'closing' where ws closes it by itself, as the other side does: no frame may follow the close frame. */
  #state: 'open' | 'overflowing' | 'closing' | 'gone' = 'open';
  /** Open, with a reader who is not behind and missed nothing, and nothing due. */
  #isClear = true;
  /** The turn of the event loop in which something else than notes was last written. */
  #wroteIn = -1;
  /** What comes after the first frame of a turn leaves at its end, together. */
  readonly #due: Uint8Array[] = [];
  #dueBytes = 0;
  /**
   * From the moment when as much waited as the stream's high-water mark until it has taken everything. Less is as good as
   * nothing: asking for each frame how much waits would take longer than all else that is done for it.
   */
  #isBehind = false;
  #missedNotes = false;
  /** What had been written before this line began, and how many bytes after that were a replay. */
  readonly #startBytes: number;
  #replayBytes = 0;
  /** The most that ever left, and when that last grew: how a reader that takes nothing is told from a slow one. */
  #leftBytes = 0;
  #movedUs = 0;
  #heartbeatUs = 0;

  constructor({ webSocket, stream }: OpenSocket, nowUs: number, { turn, paced, events, receiver }: SocketOptions) {
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
      // One Buffer a message, by the default binaryType.
      if (isBinary) this.onFrame(data as Buffer);
      else if (this.#state !== 'gone') this.close(closeCodes.unsupportedData);
    });
    // ws has sent the close frame by then; nobody waits for the other side to answer it.
    webSocket.on('error', (error) => this.#end(isTooLarge(error) ? closeCodes.tooLarge : closeCodes.lost));
    webSocket.on('closing', () => this.#closing());
    webSocket.on('close', (code) => this.#end(code));
  }

  onFrame(payload: Uint8Array): boolean {
    return this.#state === 'gone' || this.#receiver.onFrame(payload);
  }

  /** What of the notes the reader gets. */
  get reception(): Reception {
    if (this.#isClear) return 'notes';
    if (this.#state !== 'open') return 'nothing';
    // Also while it catches up: the snapshot that is due then must not come before notes it makes out of date.
    return this.#missedNotes || this.backlogBytes > limits.backlog.dropNotesBytes ? 'releases' : 'notes';
  }

  /** Where notes may be written to past this line; see Seat.stream. */
  get clearStream(): NoteStream | undefined {
    if (this.#isBehind) this.#look();
    return this.#isClear ? this.#stream : undefined;
  }

  /** The stream has said that much waits. */
  fallBehind(): void {
    this.#look();
    this.#checkBacklog();
  }

  /** What is unsent, without what is left of a replay (room rules R10.6); exact where much is. */
  get backlogBytes(): number {
    const unsent = this.#unsentBytes;
    if (unsent === 0 || this.#replayBytes === 0) return unsent;
    const unsentReplay = Math.max(0, this.#replayBytes - this.#bytesThatLeft);
    return Math.max(0, unsent - unsentReplay);
  }

  /** Sends notes, a WebSocket frame already, at the end of the turn where all of them are heard; tells what is heard. */
  offerNotes(bytes: Uint8Array): Reception {
    const reception = this.reception;
    if (reception === 'notes') this.#gather(bytes);
    return reception;
  }

  /** Remembers that notes were left out for this reader. */
  missNotes(): void {
    this.#missedNotes = true;
    this.#settle();
  }

  get hasMissedNotes(): boolean {
    return this.#missedNotes;
  }

  /** Whether notes were left out and the reader has caught up since; true once. */
  takeCaughtUp(): boolean {
    if (!this.#missedNotes || this.backlogBytes > 0) return false;
    this.#missedNotes = false;
    this.#look();
    return true;
  }

  /** Sends a frame of ours. */
  send(frame: Uint8Array): void {
    if (this.#state === 'open') this.sendFramed(frameAround(frame));
  }

  /**
   * Sends what is a WebSocket frame already: the same bytes may go to many. The first frame of a turn of the event loop
   * leaves at once, those after it together at the turn's end.
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

  /** Sends what does not count as backlog; before anything else. */
  sendReplay(frame: Uint8Array): void {
    const bytes = frameAround(frame);
    this.#replayBytes += bytes.byteLength;
    this.sendFramed(bytes);
  }

  flush(): void {
    const due = this.#due;
    if (due.length === 0) return;
    if (this.#state === 'open' || this.#state === 'overflowing') {
      // To gather what is one piece would take longer than to write it.
      if (due.length > 1) this.#stream.cork();
      for (const bytes of due) this.#stream.write(bytes);
      if (due.length > 1) this.#stream.uncork();
    }
    due.length = 0;
    this.#dueBytes = 0;
    this.#look();
  }

  /** A heartbeat came: only these keep a socket alive. */
  heartbeat(nowUs: number): void {
    this.#heartbeatUs = nowUs;
  }

  /** Closes what has been silent for 30 s (4408) and what has taken nothing for 10 s (4429). */
  sweep(nowUs: number): void {
    if (nowUs - this.#heartbeatUs >= limits.heartbeat.timeoutMs * 1000) {
      this.close(closeCodes.noHeartbeat);
      return;
    }
    // ws writes, too: what it answers to pings.
    this.#look();
    const unsent = this.#stream.writableLength + this.#dueBytes;
    const left = this.#bytesThatLeft;
    if (unsent === 0 || left > this.#leftBytes) {
      this.#leftBytes = left;
      this.#movedUs = nowUs;
    } else if (nowUs - this.#movedUs >= limits.backlog.stalledMs * 1000) this.close(closeCodes.cannotKeepUp);
  }

  /** Ends it at once for everybody else, whenever the other side takes the close frame. */
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

  /** Looks how far the reader is. */
  #look(): void {
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
    if (this.backlogBytes <= limits.backlog.closeBytes) return;
    this.#turnTo('overflowing');
    // Not now: whoever sends is perhaps in the midst of a fan-out, and releasing what a player holds is one, too.
    queueMicrotask(() => this.close(closeCodes.cannotKeepUp));
  }

  /** The stream is closed; ws says so as soon as it is this socket's turn. */
  #lost(): void {
    if (this.#state !== 'gone') this.#turnTo('closing');
  }

  /** What is due goes before the close frame. */
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
