/** An RTP packet as a browser sends it: Opus as 111, and the audio level as extension 1. */
export function voicePacketOf({
  sequence,
  timestamp = sequence * 960,
  loudness = 90,
  payload = Uint8Array.of(sequence & 0xff),
  ssrc = 7,
}: {
  readonly sequence: number;
  readonly timestamp?: number;
  readonly loudness?: number;
  readonly payload?: Uint8Array;
  readonly ssrc?: number;
}): Uint8Array {
  const bytes = new Uint8Array(20 + payload.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 0x90);
  view.setUint8(1, 111);
  view.setUint16(2, sequence & 0xffff);
  view.setUint32(4, timestamp >>> 0);
  view.setUint32(8, ssrc);
  view.setUint16(12, 0xbede);
  view.setUint16(14, 1);
  view.setUint8(16, 0x10);
  view.setUint8(17, 127 - loudness);
  bytes.set(payload, 20);
  return bytes;
}
