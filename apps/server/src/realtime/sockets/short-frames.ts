import type { Duplex } from 'node:stream';
import { serviceLimits } from '@roomtone/protocol';
import type { PacedWork } from '../../application/paced-work.ts';

// Reads the WebSocket frames of notes by hand (RFC 6455, section 5.2). For each part of a frame, ws runs a stream and a state
// machine and makes a view of the bytes, which costs more than everything else that is done for a note (decision 017). All
// other frames, and every decision about what is wrong, stay with ws.

const finalBinary = 0x82;
const finalPing = 0x89;
const finalPong = 0x8a;
const maskBit = 0x80;
const length16 = 126;
const maskBytes = 4;

/** Instead of a frame's size: too little of the frame has arrived to know it. */
const unknown = 0;
/** Instead of a frame's size: ws has to read this frame and everything after it. */
const forWs = -1;

/**
 * The receiver's use of its bytes: `'consumed'` if nothing refers to them after the call, so that their
 * memory can be freed; `'retained'` if something still does; `'refused'` if nothing does, and whatever follows may wait, because
 * the client sends too much.
 */
export type FrameUse = 'consumed' | 'retained' | 'refused';

/** An object rather than a function, so that a frame passes through fewer objects. */
export interface FrameReceiver {
  /** Takes a whole binary frame. Nobody changes its bytes afterwards. */
  onFrame(payload: Uint8Array): FrameUse;
}

/**
 * Takes over the reading of a WebSocket's stream from ws: every masked, unfragmented binary frame of less than 64 KiB that
 * arrives in one chunk goes to the receiver; ws must allow frames of that size. ws still reads all other frames, and
 * everything from the first frame on that is neither such a frame nor a ping or pong.
 *
 * If all frames of a chunk were consumed, the chunk's memory is freed immediately. Otherwise the garbage collector would free
 * hundreds of chunks at once, while the notes wait.
 */
export function readShortFrames(
  stream: Duplex,
  receiver: FrameReceiver,
  paced: Pick<PacedWork, 'run' | 'runAfter'>,
): void {
  const readers = stream.listeners('data') as ((chunk: Buffer) => void)[];
  const [ws] = readers;
  if (ws === undefined || readers.length > 1) return;
  /** The beginning of a frame whose size is not known yet. */
  let begun: Buffer | undefined;
  /** Bytes still to come of a frame that ws is reading. */
  let leftForWs = 0;
  const turns = new ReadingTurns(stream, paced, (bytes) => read(bytes));
  /** Reads a frame, or the part of it that has arrived. */
  const take = (bytes: Buffer, at: number, end: number): FrameUse => {
    if (leftForWs === 0 && end <= bytes.length && bytes[at] === finalBinary) {
      return receiver.onFrame(payloadOf(bytes, at, end));
    }
    ws.call(stream, bytes.subarray(at, end));
    leftForWs = Math.max(0, end - bytes.length);
    return 'retained';
  };
  const read = (chunk: Buffer): void => {
    if (turns.hold(chunk)) return;
    const bytes = begun === undefined ? chunk : Buffer.concat([begun, chunk]);
    begun = undefined;
    let isDone = bytes === chunk;
    for (let at = 0; at < bytes.length; ) {
      const size = leftForWs > 0 ? leftForWs : sizeOfFrame(bytes, at);
      if (size === unknown) {
        begun = bytes.subarray(at);
        return;
      }
      if (size === forWs) {
        // Usually a close frame; thousands of them may arrive in one turn of the event loop.
        const rest = bytes.subarray(at);
        stream.pause();
        paced.run(() => {
          stream.resume();
          stream.on('data', ws).off('data', read);
          ws.call(stream, rest);
        });
        return;
      }
      const end = at + size;
      const use = take(bytes, at, end);
      if (use === 'retained') isDone = false;
      if (use === 'refused' && end < bytes.length) {
        turns.wait(bytes.subarray(end));
        return;
      }
      at = end;
    }
    if (isDone) giveBack(chunk);
  };
  stream.on('data', read).off('data', ws);
}

/**
 * Lets the rest of a chunk wait: it holds thousands of commands, and refusing all of them as fast as they come would delay the
 * notes of others.
 */
class ReadingTurns {
  readonly #stream: Duplex;
  readonly #paced: Pick<PacedWork, 'runAfter'>;
  readonly #read: (bytes: Buffer) => void;
  /** Undefined if nothing waits. */
  #waiting: Buffer[] | undefined;

  constructor(stream: Duplex, paced: Pick<PacedWork, 'runAfter'>, read: (bytes: Buffer) => void) {
    this.#stream = stream;
    this.#paced = paced;
    this.#read = read;
  }

  /** Keeps the order if the stream was resumed for another reason. False if nothing waits. */
  hold(chunk: Buffer): boolean {
    this.#waiting?.push(chunk);
    return this.#waiting !== undefined;
  }

  wait(rest: Buffer): void {
    this.#waiting = [rest];
    this.#stream.pause();
    this.#paced.runAfter(serviceLimits.refusedCommands.pauseMs, () => {
      const [first = rest, ...more] = this.#waiting ?? [];
      this.#waiting = undefined;
      this.#stream.resume();
      this.#read(more.length === 0 ? first : Buffer.concat([first, ...more]));
    });
  }
}

/** Frees the memory of a chunk that shares it with nothing, as chunks that Node reads from a socket do. */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** The size in bytes of the frame that begins there, including its head. */
function sizeOfFrame(bytes: Buffer, at: number): number {
  const first = bytes[at];
  if (first !== finalBinary && first !== finalPing && first !== finalPong) return forWs;
  const second = bytes[at + 1];
  if (second === undefined) return unknown;
  const length = second - maskBit;
  if (length < 0 || length > length16) return forWs;
  if (length < length16) return 2 + maskBytes + length;
  if (first !== finalBinary) return forWs;
  return bytes.length - at < 4 ? unknown : 4 + maskBytes + bytes.readUInt16BE(at + 2);
}

/** The payload, unmasked in place. */
function payloadOf(bytes: Buffer, at: number, end: number): Buffer {
  const from = at + maskBytes + (bytes[at + 1] === maskBit + length16 ? 4 : 2);
  for (let index = from; index < end; index++) {
    bytes[index] = (bytes[index] ?? 0) ^ (bytes[from - maskBytes + ((index - from) & 3)] ?? 0);
  }
  return bytes.subarray(from, end);
}
