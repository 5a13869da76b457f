import {
  appendDelivery,
  type ClientMember,
  decodeClientFrame,
  encodeFrame,
  type Message,
  type MidiMessage,
  type Outgoing,
  readNoteFrame,
  writeNoteFrame,
} from '@roomtone/protocol';

/** A frame from a client, decoded and valid as a frame; what it says is not checked yet. */
export type ClientMessage<K extends ClientMember = ClientMember> = Message<K>;
export type { Outgoing };

/** The seam between bytes and everything else in realtime/: no other file of the server knows how a frame is made. */
export interface Codec {
  /** @throws {RoomtoneError} VALIDATION_ERROR, and nothing else. */
  decode(bytes: Uint8Array): ClientMessage;
  /** Makes a frame; once, however many get it. */
  encode(message: Outgoing): Uint8Array;
  /** Makes the frame of notes that everybody else in the room gets, at the end of what `allocate` gives for its length. */
  encodeNotes(midi: MidiMessage, sender: number, serverTimeUs: number, allocate: (length: number) => Buffer): Buffer;
  /** The frame with what differs a reader: requestId and position in the reliable stream, 0 for none. */
  address(frame: Uint8Array, requestId: number, sequence: number): Uint8Array;
  /** The requestId of a frame that decode() refused, as far as it can be told; 0 for none. */
  requestIdOf(bytes: Uint8Array): number;
}

export const protobufCodec: Codec = {
  decode: (bytes) => readNoteFrame(bytes) ?? decodeClientFrame(bytes),
  // In memory of its own: kept for whoever may resume, a part of one of Node's pools would hold on to all 64 KiB of it.
  encode: (message) => new Uint8Array(encodeFrame(message)),
  encodeNotes: writeNoteFrame,
  address: appendDelivery,
  requestIdOf,
};

const requestIdKey = (12 << 3) | 0;
const wireType = { varint: 0, fixed64: 1, lengthDelimited: 2, fixed32: 5 } as const;

/** Walks over the envelope's fields without looking into them; stops where the bytes are no protobuf. */
function requestIdOf(bytes: Uint8Array): number {
  const reader = { bytes, at: 0 };
  let found = 0;
  while (reader.at < bytes.length) {
    const key = readVarint(reader);
    const type = key & 7;
    if (type === wireType.varint) {
      const value = readVarint(reader);
      if (key === requestIdKey && value >= 0 && value <= 0xffff_ffff) found = value;
    } else if (type === wireType.fixed64) reader.at += 8;
    else if (type === wireType.lengthDelimited) {
      const length = readVarint(reader);
      reader.at += Math.max(0, length);
    } else if (type === wireType.fixed32) reader.at += 4;
    else return found;
  }
  return found;
}

/** -1 where the bytes end within it. */
function readVarint(reader: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let scale = 1; reader.at < reader.bytes.length; scale *= 128) {
    const byte = reader.bytes[reader.at++] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
  return -1;
}
