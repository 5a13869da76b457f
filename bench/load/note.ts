import { ServerMessageType } from '@roomtone/protocol';

/** Where the note's two data bytes are in the payload that every server relays. */
const keyAt = 19;
/** Until the year 2112, the service clock in µs takes eight bytes as a varint. */
const startTimeBytes = 8;
export const notePayloadBytes = 21;
/** How many notes in flight can be distinguished. */
export const noteIds = 1 << 14;

/**
 * One note-on as Roomtone's clients send it: envelope, start time, one offset, three bytes of MIDI. Its key and
 * velocity encode a number that identifies the note when it arrives.
 */
export function notePayload(id: number, startTimeUs: number): Buffer {
  const payload = Buffer.allocUnsafe(notePayloadBytes);
  payload.set([(1 << 3) | 0, ServerMessageType.MIDI_MESSAGE, (5 << 3) | 2, notePayloadBytes - 4, (1 << 3) | 0]);
  let rest = startTimeUs;
  for (let index = 0; index < startTimeBytes; index++) {
    payload[5 + index] = (rest % 128) | (index === startTimeBytes - 1 ? 0 : 0x80);
    rest = Math.floor(rest / 128);
  }
  payload.set([(2 << 3) | 2, 1, 0, (3 << 3) | 2, 3, 0x90], 13);
  payload[keyAt] = id & 0x7f;
  payload[keyAt + 1] = id >> 7;
  return payload;
}

/** The number of the note whose payload begins here. */
export function noteId(bytes: Buffer, payloadAt: number): number {
  return (bytes[payloadAt + keyAt] ?? 0) | ((bytes[payloadAt + keyAt + 1] ?? 0) << 7);
}

/** True for the payload of a note; false for heartbeats, pongs and the like. */
export function isNote(bytes: Buffer, payloadAt: number, end: number): boolean {
  return end - payloadAt >= notePayloadBytes && bytes[payloadAt] === 8 && bytes[payloadAt + 1] === 5;
}

const maskBytes = 4;

/** A complete WebSocket frame as a client sends it; the mask is zero, so that masking costs nothing. */
export function clientFrame(payload: Uint8Array, opcode: 1 | 2 | 10): Buffer {
  const head = payload.length < 126 ? 2 : 4;
  const frame = Buffer.allocUnsafe(head + maskBytes + payload.length);
  frame[0] = 0x80 | opcode;
  if (head === 2) frame[1] = 0x80 | payload.length;
  else {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(payload.length, 2);
  }
  frame.fill(0, head, head + maskBytes);
  frame.set(payload, head + maskBytes);
  return frame;
}
