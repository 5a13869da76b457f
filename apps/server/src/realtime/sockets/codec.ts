import {
  appendDelivery,
  type BorrowedNotes,
  type BorrowedNotesMessage,
  type ClientMember,
  decodeClientFrame,
  decodeServerFrame,
  encodeFrame,
  type Message,
  type NoteStamp,
  type Outgoing,
  readNoteFrame,
  ServerMessageType,
  writeNoteFrame,
} from '@roomtone/protocol';
import { emptyFrame, payloadOf } from './web-socket-frame.ts';

/** A decoded frame from a client. It is a valid frame; its content is not checked yet. */
export type ClientMessage<K extends ClientMember = ClientMember> = {
  [Kind in K]: Kind extends 'midiMessage' ? BorrowedNotesMessage : Message<Kind>;
}[K];

export type { Outgoing };

/** Notes as another process has framed them for everybody else in the room. They are valid until the next frame is read. */
export interface RelayedNotes {
  readonly sender: number;
  readonly noteNumber: number;
  readonly notes: BorrowedNotes;
}

/** Converts between bytes and messages. No other file of the server knows how frames are encoded. */
export interface Codec {
  /** @throws {RoomtoneError} VALIDATION_ERROR, and nothing else. */
  decode(bytes: Uint8Array): ClientMessage;
  /** Makes a frame that can be sent to any number of readers. */
  encode(message: Outgoing): Uint8Array;
  /** Makes the WebSocket frame of notes for everybody else in the room. */
  encodeNotes(notes: BorrowedNotes, stamp: Readonly<NoteStamp>): Buffer;
  /** Reads a WebSocket frame that encodeNotes() made; undefined for any other. */
  readNotes(frame: Buffer): RelayedNotes | undefined;
  /** Adds what differs between readers: requestId and sequence, each 0 for none. */
  address(frame: Uint8Array, requestId: number, sequence: number): Uint8Array;
  /** Reads a frame that encode() made, here or in another process. */
  decodeSent(frame: Uint8Array): Message | undefined;
  /** The requestId of a frame that decode() refused, if it can be found; otherwise 0. */
  requestIdOf(bytes: Uint8Array): number;
}

export const protobufCodec: Codec = {
  decode,
  // Copied to separate memory: frames are kept for a replay, and a slice of Node's pool would keep all 64 KiB of it.
  encode: (message) => new Uint8Array(encodeFrame(message)),
  encodeNotes: (notes, stamp) => writeNoteFrame(notes, stamp, emptyFrame),
  readNotes,
  address: appendDelivery,
  decodeSent: decodeServerFrame,
  requestIdOf,
};

function decode(bytes: Uint8Array): ClientMessage {
  return (readNoteFrame(bytes) ?? decodeClientFrame(bytes)) as ClientMessage;
}

const messageTypeKey = (1 << 3) | 0;

/** True for a frame of encode() that holds a chat message. */
export function isChat(frame: Uint8Array): boolean {
  return frame[0] === messageTypeKey && frame[1] === ServerMessageType.CHAT_MESSAGE;
}

const requestIdKey = (12 << 3) | 0;
const wireType = { varint: 0, fixed64: 1, lengthDelimited: 2, fixed32: 5 } as const;

const senderKey = (13 << 3) | 0;
const serverTimeKey = (14 << 3) | 0;
const noteNumberKey = (33 << 3) | 0;
/** Where the length of the notes begins in a frame of notes: after messageType and the key of the notes. */
const notesLengthAt = 3;

function readNotes(frame: Buffer): RelayedNotes | undefined {
  const bytes = payloadOf(frame);
  const reader = { bytes, at: notesLengthAt };
  const length = readVarint(reader);
  const end = reader.at + length;
  if (length < 0 || end > bytes.length) return undefined;
  const message = readNoteFrame(bytes.subarray(0, end));
  if (message === undefined) return undefined;
  const stamp = { sender: 0, noteNumber: 0 };
  reader.at = end;
  while (reader.at < bytes.length) {
    const key = readVarint(reader);
    const value = readVarint(reader);
    if (value < 0) return undefined;
    if (key === senderKey) stamp.sender = value;
    else if (key === noteNumberKey) stamp.noteNumber = value;
    else if (key !== serverTimeKey) return undefined;
  }
  return { ...stamp, notes: message.body };
}

/** Skips through the envelope's fields, up to the first byte that is not valid protobuf. */
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

/** Returns -1 if the bytes end inside the number. */
function readVarint(reader: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let scale = 1; reader.at < reader.bytes.length; scale *= 128) {
    const byte = reader.bytes[reader.at++] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
  return -1;
}
