import type { Duplex } from 'node:stream';
import { closeCodes, limits } from '@roomtone/protocol';
import { WebSocket } from 'ws';
import type { Turn, Writer } from './turn.ts';
import { frameAround } from './web-socket-frame.ts';

/** Who hears of what happens on a socket. */
export interface LineEvents {
  /** A binary frame, whole. The bytes are the receiver's own and stay as they are. */
  onFrame(bytes: Uint8Array): void;
  /** The socket is done with; called once, and nothing comes in or goes out after it. */
  onEnd(closeCode: number): void;
}

/** An open WebSocket. */
export interface OpenSocket {
  readonly webSocket: WebSocket;
  /** What it runs over: frames that are made by hand are written there. */
  readonly stream: Duplex;
}

/** One socket: what leaves on it, how far its reader is behind, and when it is over. Times are µs on the service clock. */
export class SocketLine implements Writer {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #turn: Pick<Turn, 'add'>;
  readonly #events: LineEvents;
  #state: 'open' | 'overflowing' | 'gone' = 'open';
  #heartbeatUs: number;
  /** What leaves at the end of this turn of the event loop: nearly always one frame, and else those after it, too. */
  #due: Uint8Array | undefined;
  readonly #dueAfter: Uint8Array[] = [];
  #dueBytes = 0;
  /** Whether the socket has not taken everything yet; asking it for each frame would cost more than the frame. */
  #isBehind = false;
  /** Bytes handed over so far. */
  #sentBytes = 0;
  /** How many of these, from the first on, were a replay. */
  #replayBytes = 0;
  /** The most that ever left, and when that last grew: how a reader that takes nothing is told from a slow one. */
  #leftBytes = 0;
  #movedUs: number;

  constructor({ webSocket, stream }: OpenSocket, turn: Pick<Turn, 'add'>, nowUs: number, events: LineEvents) {
    this.#socket = webSocket;
    this.#stream = stream;
    this.#turn = turn;
    this.#events = events;
    this.#heartbeatUs = nowUs;
    this.#movedUs = nowUs;
    webSocket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // ws has sent the close frame by then; nobody waits for the other side to answer it.
    webSocket.on('error', (error) => this.#end(isTooLarge(error) ? closeCodes.tooLarge : closeCodes.lost));
    webSocket.on('close', (code) => this.#end(code));
  }

  /** What is unsent, without what is left of a replay (room rules R10.6). */
  get backlogBytes(): number {
    const unsent = this.#unsentBytes;
    if (this.#replayBytes === 0) return unsent;
    const unsentReplay = Math.max(0, this.#replayBytes - (this.#sentBytes - unsent));
    return Math.max(0, unsent - unsentReplay);
  }

  /** Sends a frame of ours; what is sent within a turn of the event loop goes out together at its end. */
  send(frame: Uint8Array): void {
    if (this.#state === 'open') this.sendFramed(frameAround(frame));
  }

  /** Sends what is a WebSocket frame already: the same bytes may go to many. */
  sendFramed(bytes: Uint8Array): void {
    if (this.#state !== 'open') return;
    this.#sentBytes += bytes.byteLength;
    this.#dueBytes += bytes.byteLength;
    if (this.#due === undefined) {
      this.#due = bytes;
      this.#turn.add(this);
    } else this.#dueAfter.push(bytes);
    if (this.backlogBytes <= limits.backlog.closeBytes) return;
    // Not now: whoever sends is perhaps in the midst of a fan-out, and releasing what a player holds is one, too.
    this.#state = 'overflowing';
    queueMicrotask(() => this.close(closeCodes.cannotKeepUp));
  }

  /** Sends what does not count as backlog; before anything else. */
  sendReplay(frame: Uint8Array): void {
    const bytes = frameAround(frame);
    this.#replayBytes += bytes.byteLength;
    this.sendFramed(bytes);
  }

  flush(): void {
    const first = this.#due;
    if (first === undefined) return;
    // Nothing may follow a close frame, which ws sends by itself when the other side closes.
    if (this.#socket.readyState === WebSocket.OPEN) {
      if (this.#dueAfter.length === 0) this.#stream.write(first);
      else this.#writeTogether(first, this.#dueAfter);
    }
    this.#due = undefined;
    this.#dueBytes = 0;
    this.#isBehind = this.#stream.writableLength > 0;
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
    this.#isBehind = this.#stream.writableLength > 0;
    const unsent = this.#unsentBytes;
    const left = this.#sentBytes - unsent;
    if (unsent === 0 || left > this.#leftBytes) {
      this.#leftBytes = left;
      this.#movedUs = nowUs;
    } else if (nowUs - this.#movedUs >= limits.backlog.stalledMs * 1000) this.close(closeCodes.cannotKeepUp);
  }

  /** Ends it at once for everybody else, whenever the other side takes the close frame. */
  close(code: number): void {
    if (this.#state === 'gone') return;
    this.flush();
    this.#socket.close(code);
    this.#end(code);
  }

  get #unsentBytes(): number {
    return this.#isBehind ? this.#stream.writableLength + this.#dueBytes : this.#dueBytes;
  }

  #writeTogether(first: Uint8Array, others: Uint8Array[]): void {
    this.#stream.cork();
    this.#stream.write(first);
    for (const bytes of others) this.#stream.write(bytes);
    this.#stream.uncork();
    others.length = 0;
  }

  #receive(data: unknown, isBinary: boolean): void {
    if (this.#state === 'gone') return;
    // One Buffer a message, by the default binaryType.
    if (isBinary) this.#events.onFrame(data as Buffer);
    else this.close(closeCodes.unsupportedData);
  }

  #end(code: number): void {
    if (this.#state === 'gone') return;
    this.#state = 'gone';
    this.#events.onEnd(code);
  }
}

function isTooLarge(error: Error): boolean {
  return 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}
