// Makes the server's WebSocket frames (RFC 6455, 5.2). ws would make one for each reader in a room and write it in two
// pieces; here it is made once for all readers. ws still sends close frames and pongs.

const finalBinary = 0x82;
const shortHead = 2;
const length16 = 126;
const length64 = 127;

/** A binary frame with its header; the caller writes the payload at its end. */
export function emptyFrame(payloadLength: number): Buffer {
  if (payloadLength < length16) {
    const bytes = Buffer.allocUnsafe(shortHead + payloadLength);
    bytes[0] = finalBinary;
    bytes[1] = payloadLength;
    return bytes;
  }
  if (payloadLength <= 0xffff) {
    const bytes = Buffer.allocUnsafe(4 + payloadLength);
    bytes[0] = finalBinary;
    bytes[1] = length16;
    bytes.writeUInt16BE(payloadLength, 2);
    return bytes;
  }
  const bytes = Buffer.allocUnsafe(10 + payloadLength);
  bytes[0] = finalBinary;
  bytes[1] = length64;
  bytes.writeBigUInt64BE(BigInt(payloadLength), 2);
  return bytes;
}

/** A frame with a copy of the payload. */
export function frameAround(payload: Uint8Array): Buffer {
  const bytes = emptyFrame(payload.byteLength);
  bytes.set(payload, bytes.byteLength - payload.byteLength);
  return bytes;
}

/**
 * Frames of short payloads that have left, for the next of their length: to make a new one takes as long as much of
 * what else is done for a note. One a length at most, in memory of its own: a part of one of Node's pools would hold on
 * to all of it.
 */
export class SpareFrames {
  readonly #byLength: (Buffer | undefined)[] = new Array(length16).fill(undefined);
  /** What take() gave last, where that was a spare one: its memory is its own. To ask the frame itself takes longer. */
  #lent: Buffer | undefined;

  /** As emptyFrame(); a frame that was given back, where there is one. */
  readonly take = (payloadLength: number): Buffer => {
    const frame = this.#byLength[payloadLength];
    this.#lent = frame;
    if (frame === undefined) return emptyFrame(payloadLength);
    this.#byLength[payloadLength] = undefined;
    return frame;
  };

  /** @param frame nobody reads it any more. */
  giveBack(frame: Buffer): void {
    const payloadLength = frame.length - shortHead;
    if (payloadLength >= length16) return;
    this.#byLength[payloadLength] = frame === this.#lent ? frame : ownCopy(frame);
  }
}

function ownCopy(frame: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(frame.length);
  own.set(frame);
  return own;
}
