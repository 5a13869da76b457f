// WebSocket frames of the server, made by hand (RFC 6455, 5.2): ws would make one for each of a room's readers and write
// it in two pieces; here it is made once, however many get it. Reading, closing and pings stay with ws.

const finalBinary = 0x82;
const length16 = 126;
const length64 = 127;

/** The most bytes that go before a payload. */
export const maxHeadBytes = 10;

/** The frame whose payload stands in `bytes` behind `maxHeadBytes` that are free: the head is put right before it. */
export function frameInPlace(bytes: Buffer): Buffer {
  const length = bytes.length - maxHeadBytes;
  if (length < length16) {
    bytes[8] = finalBinary;
    bytes[9] = length;
    return bytes.subarray(8);
  }
  if (length <= 0xffff) {
    bytes[6] = finalBinary;
    bytes[7] = length16;
    bytes.writeUInt16BE(length, 8);
    return bytes.subarray(6);
  }
  bytes[0] = finalBinary;
  bytes[1] = length64;
  bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}

/** A frame around a copy of the payload. */
export function frameAround(payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(maxHeadBytes + payload.byteLength);
  bytes.set(payload, maxHeadBytes);
  return frameInPlace(bytes);
}
