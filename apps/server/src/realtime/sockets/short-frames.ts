import type { Duplex } from 'node:stream';
import type { PacedWork } from '../../application/paced-work.ts';

// The WebSocket frames that notes come in, read by hand (RFC 6455, 5.2): ws takes a stream, a state machine and a view of
// the bytes for each part of a frame, which is more than all else that is done for a note. Whatever is no such frame stays
// with ws, and so does every verdict on what is wrong.

const finalBinary = 0x82;
const finalPing = 0x89;
const finalPong = 0x8a;
const maskBit = 0x80;
const length16 = 126;
const maskBytes = 4;

/** In place of a frame's size: more of it has to be there to tell. */
const unknown = 0;
/** In place of a frame's size: it is ws that has to read this one and all after it. */
const forWs = -1;

/**
 * What a receiver did with the bytes that it was lent: `'consumed'` if nothing refers to them after the call, so that their
 * memory can be freed; `'retained'` if something still does.
 */
export type FrameUse = 'consumed' | 'retained';

/** An object rather than a function, so that a frame passes through fewer objects. */
export interface FrameReceiver {
  /** Takes a whole binary frame. Nobody changes its bytes afterwards. */
  onFrame(payload: Uint8Array): FrameUse;
}

/**
 * Reads, of a stream that ws reads, each binary frame that comes whole in one chunk, unfragmented, masked and with less
 * than 64 KiB in it, which ws must be set to allow. ws goes on to read the others, and reads all that comes once there was
 * anything but such frames, pings and pongs.
 *
 * A chunk that held nothing but frames which nobody needs any more is empty after that: its memory is given back at once.
 * The garbage collector would come upon them by the hundred, and freeing them is a good part of the time it stops the notes.
 */
export function readShortFrames(stream: Duplex, receiver: FrameReceiver, paced: Pick<PacedWork, 'run'>): void {
  const readers = stream.listeners('data') as ((chunk: Buffer) => void)[];
  const [ws] = readers;
  if (ws === undefined || readers.length > 1) return;
  /** The beginning of a frame that does not tell its size yet. */
  let begun: Buffer | undefined;
  /** What is to come of a frame that ws is reading, bytes. */
  let leftForWs = 0;
  const read = (chunk: Buffer): void => {
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
        // Mostly a close frame, of which thousands may come in one turn of the event loop.
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
      if (leftForWs === 0 && end <= bytes.length && bytes[at] === finalBinary) {
        if (receiver.onFrame(payloadOf(bytes, at, end)) === 'retained') isDone = false;
      } else {
        isDone = false;
        ws.call(stream, bytes.subarray(at, end));
        leftForWs = Math.max(0, end - bytes.length);
      }
      at = end;
    }
    if (isDone) giveBack(chunk);
  };
  stream.on('data', read).off('data', ws);
}

/** Frees the memory of a chunk that has it to itself, as Node reads a socket. */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** Of the frame that begins there, with its head, bytes. */
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

/** Unmasked where it is. */
function payloadOf(bytes: Buffer, at: number, end: number): Buffer {
  const from = at + maskBytes + (bytes[at + 1] === maskBit + length16 ? 4 : 2);
  for (let index = from; index < end; index++) {
    bytes[index] = (bytes[index] ?? 0) ^ (bytes[from - maskBytes + ((index - from) & 3)] ?? 0);
  }
  return bytes.subarray(from, end);
}
