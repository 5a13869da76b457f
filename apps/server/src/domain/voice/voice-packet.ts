import { voiceLimits } from '@roomtone/protocol';

/** The fixed part of an RTP header (RFC 3550), one source that contributed to it, and the extension with the level. */
const [fixedBytes, sourceBytes, extensionBytes] = [12, 4, 8];
const headerBytes = fixedBytes + sourceBytes + extensionBytes;
const oneByteExtensions = 0xbede;

/** Some 20 ms of a voice, as a participant sent it. */
export interface VoicePacket {
  readonly sequence: number;
  readonly timestamp: number;
  /** How loud it is, in decibels above silence, 0 to 127. */
  readonly loudness: number;
  readonly payload: Uint8Array;
}

/** Reads an RTP packet with a voice. Undefined for everything else that may come on the same way. */
export function readVoicePacket(bytes: Uint8Array): VoicePacket | undefined {
  const { byteLength } = bytes;
  if (byteLength < fixedBytes || byteLength > voiceLimits.packetBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, byteLength);
  const [first, second] = [view.getUint8(0), view.getUint8(1)];
  if (first >> 6 !== 2 || (second & 0x7f) !== voiceLimits.payloadType) return undefined;
  let start = fixedBytes + (first & 0x0f) * sourceBytes;
  let loudness = 0;
  if ((first & 0x10) !== 0) {
    if (start + 4 > byteLength) return undefined;
    const end = start + 4 + view.getUint16(start + 2) * 4;
    if (end > byteLength) return undefined;
    if (view.getUint16(start) === oneByteExtensions) loudness = loudnessIn(bytes.subarray(start + 4, end));
    start = end;
  }
  const padding = (first & 0x20) === 0 ? 0 : view.getUint8(byteLength - 1);
  const end = byteLength - padding;
  if (start >= end) return undefined;
  return { sequence: view.getUint16(2), timestamp: view.getUint32(4), loudness, payload: bytes.subarray(start, end) };
}

/** RFC 6464, in extensions with a header of one byte (RFC 8285). */
function loudnessIn(extensions: Uint8Array): number {
  for (let at = 0; at < extensions.length; ) {
    const header = extensions[at] ?? 0;
    const length = header === 0 ? 0 : (header & 0x0f) + 1;
    if (header >> 4 === voiceLimits.levelExtension && at + 1 < extensions.length)
      return 127 - ((extensions[at + 1] ?? 127) & 0x7f);
    at += 1 + length;
  }
  return 0;
}

/**
 * Makes the packet that all listeners get, but for the few fields that stampVoicePacket() sets for each.
 * @param number the participant who speaks: the source that contributed, by which a listener knows whose voice it is.
 */
export function makeVoicePacket({ loudness, payload }: VoicePacket, number: number): Uint8Array {
  const bytes = new Uint8Array(headerBytes + payload.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 0x80 | 0x10 | 1);
  view.setUint32(fixedBytes, number);
  const extension = fixedBytes + sourceBytes;
  view.setUint16(extension, oneByteExtensions);
  view.setUint16(extension + 2, 1);
  view.setUint8(extension + 4, voiceLimits.levelExtension << 4);
  view.setUint8(extension + 5, 127 - loudness);
  bytes.set(payload, headerBytes);
  return bytes;
}

/** The fields of a packet that differ between listeners. */
export interface VoiceStamp {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
  /** The voice starts here, after something else or nothing. */
  readonly isFirst: boolean;
}

export function stampVoicePacket(bytes: Uint8Array, { ssrc, sequence, timestamp, isFirst }: VoiceStamp): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint8(1, voiceLimits.payloadType | (isFirst ? 0x80 : 0));
  view.setUint16(2, sequence);
  view.setUint32(4, timestamp);
  view.setUint32(8, ssrc);
}

/** The participant whose voice a packet for a listener has. */
export function speakerOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(fixedBytes);
}
