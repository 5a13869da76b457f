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

/** The payload of a frame that emptyFrame() made; it shares the frame's memory. */
export function payloadOf(frame: Buffer): Uint8Array {
  const length = (frame[1] ?? 0) & 0x7f;
  return frame.subarray(length < length16 ? shortHead : length === length16 ? 4 : 10);
}

/** The length of a frame that emptyFrame() made and that begins there; 0 if it does not end within the bytes. */
export function frameLengthAt(bytes: Buffer, at: number): number {
  const length = (bytes[at + 1] ?? 0) & 0x7f;
  const head = length < length16 ? shortHead : length === length16 ? 4 : 10;
  if (at + head > bytes.length) return 0;
  const payload =
    length < length16
      ? length
      : length === length16
        ? bytes.readUInt16BE(at + 2)
        : Number(bytes.readBigUInt64BE(at + 2));
  return at + head + payload > bytes.length ? 0 : head + payload;
}
