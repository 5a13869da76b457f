// Reads and writes NoteDatagram (proto/roomtone/v1/datagram.proto): two fields are not worth a general codec, and the
// frames inside are ready-made bytes.
import { RoomtoneError, validationError } from '../errors.ts';
import { limits } from '../limits.ts';

const numberKey = (1 << 3) | 0;
const framesKey = (2 << 3) | 2;
const more = 0x80;
const maxNumber = 0xffff_ffff;

export interface NoteDatagram {
  /** Counts the sender's datagrams on the channel from 1. */
  readonly number: number;
  /** Frames as on the WebSocket; those of a datagram that was read share its memory. */
  readonly frames: readonly Uint8Array[];
}

/** The bytes that a frame takes in a datagram. */
export function lengthInDatagram(frame: Uint8Array): number {
  return 1 + varintLength(frame.byteLength) + frame.byteLength;
}

export function writeDatagram({ number, frames }: NoteDatagram): Uint8Array {
  let length = 1 + varintLength(number);
  for (const frame of frames) length += lengthInDatagram(frame);
  const bytes = new Uint8Array(length);
  bytes[0] = numberKey;
  let to = writeVarint(bytes, 1, number);
  for (const frame of frames) {
    bytes[to] = framesKey;
    to = writeVarint(bytes, to + 1, frame.byteLength);
    bytes.set(frame, to);
    to += frame.byteLength;
  }
  return bytes;
}

/** @throws {RoomtoneError} VALIDATION_ERROR for bytes that are not a datagram of this form, and nothing else. */
export function readDatagram(bytes: Uint8Array): NoteDatagram {
  if (bytes.byteLength > limits.datagrams.bytes) throw refused();
  const frames: Uint8Array[] = [];
  let number = 0;
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length && scale <= maxNumber; scale *= more) {
      const byte = bytes[at++] ?? 0;
      value += (byte & (more - 1)) * scale;
      if (byte < more) return value;
    }
    throw refused();
  };
  while (at < bytes.length) {
    const key = bytes[at++];
    if (key === numberKey) number = varint();
    else if (key === framesKey) {
      const length = varint();
      if (at + length > bytes.length) throw refused();
      frames.push(bytes.subarray(at, at + length));
      at += length;
    } else throw refused();
  }
  if (number < 1 || number > maxNumber) throw refused();
  return { number, frames };
}

function refused(): RoomtoneError {
  const { details } = validationError([{ field: 'datagram', issue: 'is malformed or too large' }]);
  return new RoomtoneError('VALIDATION_ERROR', 'The datagram is malformed or too large.', details);
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= more; rest = Math.floor(rest / more)) length++;
  return length;
}

function writeVarint(bytes: Uint8Array, to: number, value: number): number {
  let next = to;
  let rest = value;
  for (; rest >= more; rest = Math.floor(rest / more)) bytes[next++] = (rest % more) | more;
  bytes[next++] = rest;
  return next;
}
