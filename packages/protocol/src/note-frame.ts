// Reads and writes frames of notes by hand. The server does this for every note that anybody plays, and the general
// codec takes several times as long (npm run bench:notes prints both). Only the one form in which every protobuf
// library writes such a frame is read here; anything else, and so every refusal, is left to decodeClientFrame(), so
// that there is only one verdict. Property tests keep the two codecs in agreement.
import type { BorrowedNotes } from './borrowed-notes.ts';
import type { BorrowedNotesMessage } from './frame.ts';
import { memberNumbers } from './gen/messages.ts';
import { limits } from './limits.ts';
import { NotesInPlace } from './notes-in-place.ts';

/** Field numbers with their wire types, as in the frames (proto/roomtone/v1). */
const key = {
  messageType: (1 << 3) | 0,
  midiMessage: (5 << 3) | 2,
  requestId: (12 << 3) | 0,
  sender: (13 << 3) | 0,
  serverTime: (14 << 3) | 0,
  startTime: (1 << 3) | 0,
  offsets: (2 << 3) | 2,
  data: (3 << 3) | 2,
} as const;
const more = 0x80;
/** The two bytes of the key of noteNumber: field 33, a varint. */
const noteNumberKey = [((33 << 3) & 0x7f) | more, (33 << 3) >> 7] as const;
/** Four groups of seven bits. */
const lowBits = 28;
const lowEnd = 2 ** lowBits;
/** Exact, and faster than a division. */
const perLowEnd = 1 / lowEnd;
/**
 * Length of today's times (µs since 1970) as varints. A plain number holds all times of this length, up to the year
 * 2255.
 */
const timeBytes = 8;
const shortestTime = 2 ** (7 * (timeBytes - 1));
/** The largest possible value of the last of these bytes. */
const lastOfTime = Math.floor(Number.MAX_SAFE_INTEGER / shortestTime);
const midiMessage = memberNumbers.midiMessage;

/** Number of bytes before a message's length. */
const head = 3;

// Shared by all calls, since only one frame is read at a time: allocating these objects would take longer than
// reading.
/** The read position. */
let at = 0;
const notes = new NotesInPlace();
const message: Mutable<BorrowedNotesMessage> = {
  kind: 'midiMessage',
  body: notes,
  requestId: 0,
  sender: 0,
  serverTime: 0,
  sequence: 0,
  noteNumber: 0,
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Reads a client's frame of notes. Undefined for any other frame, and for a frame of notes in an unusual form: let
 * decodeClientFrame() decide about those. The content of the notes is not checked.
 */
export function readNoteFrame(bytes: Uint8Array): BorrowedNotesMessage | undefined {
  if (bytes[0] !== key.messageType || bytes[1] !== midiMessage || bytes[2] !== key.midiMessage) return undefined;
  at = head;
  const length = readVarint(bytes);
  const end = at + length;
  if (length < 0 || end > bytes.length || bytes.length > limits.clientFrameBytes) return undefined;
  let startTime = 0;
  if (bytes[at] === key.startTime) {
    at++;
    startTime = readTime(bytes, at);
    if (startTime > 0) at += timeBytes;
    else startTime = readVarint(bytes);
    if (startTime < 0) return undefined;
  }
  if (!readOffsets(bytes, end) || bytes[at] !== key.data) return undefined;
  at++;
  const dataLength = readVarint(bytes);
  if (dataLength < 0 || at + dataLength !== end) return undefined;
  const dataBegin = at;
  at = end;
  let requestId = 0;
  if (bytes[at] === key.requestId) {
    at++;
    requestId = readVarint(bytes);
    if (requestId < 0 || requestId > 0xffff_ffff) return undefined;
  }
  let noteNumber = 0;
  if (bytes[at] === noteNumberKey[0] && bytes[at + 1] === noteNumberKey[1]) {
    at += noteNumberKey.length;
    noteNumber = readVarint(bytes);
    if (noteNumber < 0 || noteNumber > 0xffff_ffff) return undefined;
  }
  if (at !== bytes.length) return undefined;
  notes.pointTo(bytes, startTime, dataBegin, end);
  message.requestId = requestId;
  message.noteNumber = noteNumber;
  return message;
}

/** Reads the offsets into `notes`. */
function readOffsets(bytes: Uint8Array, end: number): boolean {
  if (bytes[at] !== key.offsets) return false;
  at++;
  const length = readVarint(bytes);
  const offsetsEnd = at + length;
  if (length < 0 || offsetsEnd > end) return false;
  const { offsets } = notes;
  let count = 0;
  while (at < offsetsEnd) {
    const offset = readVarint(bytes);
    if (offset < 0 || offset > 0xffff_ffff) return false;
    offsets[count++] = offset;
  }
  if (offsets.length !== count) offsets.length = count;
  return at === offsetsEnd;
}

/**
 * Returns -1 if the bytes end within the varint or its value may be more than a plain number holds. Nearly all
 * varints are one byte long.
 */
function readVarint(bytes: Uint8Array): number {
  const byte = bytes[at] ?? more;
  if (byte >= more) return readLongVarint(bytes);
  at++;
  return byte;
}

/** A function of its own, so that readVarint() stays small enough to be inlined. */
function readLongVarint(bytes: Uint8Array): number {
  const { length } = bytes;
  let from = at;
  let byte = more;
  let low = 0;
  // Bitwise operators can handle four groups at a time; plain numbers can handle two times four.
  for (let shift = 0; shift < lowBits && byte >= more; shift += 7) {
    if (from >= length) return -1;
    byte = bytes[from++] ?? 0;
    low |= (byte & 0x7f) << shift;
  }
  let high = 0;
  for (let shift = 0; shift < lowBits && byte >= more; shift += 7) {
    if (from >= length) return -1;
    byte = bytes[from++] ?? 0;
    high |= (byte & 0x7f) << shift;
  }
  at = from;
  const value = high * lowEnd + low;
  return byte < more && value <= Number.MAX_SAFE_INTEGER ? value : -1;
}

/** Reads a varint of the usual length of times without a loop; 0 if there is none at that position. */
function readTime(bytes: Uint8Array, from: number): number {
  if (from + timeBytes > bytes.length) return 0;
  // One variable per byte: destructuring an array would make this too large to be inlined.
  const a = bytes[from] ?? 0;
  const b = bytes[from + 1] ?? 0;
  const c = bytes[from + 2] ?? 0;
  const d = bytes[from + 3] ?? 0;
  const e = bytes[from + 4] ?? 0;
  const f = bytes[from + 5] ?? 0;
  const g = bytes[from + 6] ?? 0;
  const h = bytes[from + 7] ?? 0;
  if ((a & b & c & d & e & f & g & more) === 0 || h > lastOfTime) return 0;
  const low = (a & 0x7f) | ((b & 0x7f) << 7) | ((c & 0x7f) << 14) | ((d & 0x7f) << 21);
  const high = (e & 0x7f) | ((f & 0x7f) << 7) | ((g & 0x7f) << 14) | (h << 21);
  return high * lowEnd + low;
}

/** The fields that the server adds to the notes. */
export interface NoteStamp {
  /** Participant number. */
  sender: number;
  /** Counts the sender's messages of notes from 1; 0 for none. */
  noteNumber: number;
  /** Service clock, µs. */
  serverTime: number;
}

/**
 * Writes the frame of notes for everybody else in the room. `allocate` is given the frame's length; the frame goes
 * into the last bytes of the array it returns, and the bytes before belong to the transport.
 */
export function writeNoteFrame<Bytes extends Uint8Array>(
  midi: BorrowedNotes,
  { sender, noteNumber, serverTime }: Readonly<NoteStamp>,
  allocate: (length: number) => Bytes,
): Bytes {
  const senderLength = sender === 0 ? 0 : 1 + varintLength(sender);
  const isTime = serverTime >= shortestTime;
  const timeLength = isTime ? 1 + timeBytes : serverTime === 0 ? 0 : 1 + varintLength(serverTime);
  const numberLength = noteNumber === 0 ? 0 : noteNumberKey.length + varintLength(noteNumber);
  const stampLength = senderLength + timeLength + numberLength;
  let bytes: Bytes;
  if (midi instanceof NotesInPlace) {
    bytes = allocate(midi.length + stampLength);
    midi.copyInto(bytes, bytes.length - midi.length - stampLength);
  } else bytes = writeNotes(midi, stampLength, allocate);
  let to = bytes.length - stampLength;
  if (sender !== 0) to = writeField(bytes, to, key.sender, sender);
  if (isTime) {
    bytes[to] = key.serverTime;
    writeTime(bytes, to + 1, serverTime);
    to += 1 + timeBytes;
  } else if (serverTime !== 0) to = writeField(bytes, to, key.serverTime, serverTime);
  if (noteNumber !== 0) {
    bytes[to] = noteNumberKey[0];
    bytes[to + 1] = noteNumberKey[1];
    writeVarint(bytes, to + noteNumberKey.length, noteNumber);
  }
  return bytes;
}

/** Does the same as writeVarint() without a loop, for a varint of the usual length of times. */
function writeTime(bytes: Uint8Array, to: number, time: number): void {
  const high = (time * perLowEnd) | 0;
  const low = (time - high * lowEnd) | 0;
  bytes[to] = low | more;
  bytes[to + 1] = (low >>> 7) | more;
  bytes[to + 2] = (low >>> 14) | more;
  bytes[to + 3] = (low >>> 21) | more;
  bytes[to + 4] = high | more;
  bytes[to + 5] = (high >>> 7) | more;
  bytes[to + 6] = (high >>> 14) | more;
  bytes[to + 7] = high >>> 21;
}

/** Writes the notes themselves, without sender and serverTime. */
function writeNotes<Bytes extends Uint8Array>(
  { startTime, offsets, data }: BorrowedNotes,
  stampLength: number,
  allocate: (length: number) => Bytes,
): Bytes {
  let offsetsLength = 0;
  for (const offset of offsets) offsetsLength += varintLength(offset);
  const bodyLength =
    (startTime === 0 ? 0 : 1 + varintLength(startTime)) +
    (offsets.length === 0 ? 0 : 1 + varintLength(offsetsLength) + offsetsLength) +
    (data.length === 0 ? 0 : 1 + varintLength(data.length) + data.length);
  const length = head + varintLength(bodyLength) + bodyLength + stampLength;
  const bytes = allocate(length);
  const start = bytes.length - length;
  bytes[start] = key.messageType;
  bytes[start + 1] = midiMessage;
  bytes[start + 2] = key.midiMessage;
  let to = writeVarint(bytes, start + head, bodyLength);
  if (startTime !== 0) to = writeField(bytes, to, key.startTime, startTime);
  if (offsets.length > 0) {
    to = writeField(bytes, to, key.offsets, offsetsLength);
    for (const offset of offsets) to = writeVarint(bytes, to, offset);
  }
  if (data.length > 0) {
    to = writeField(bytes, to, key.data, data.length);
    bytes.set(data, to);
  }
  return bytes;
}

function writeField(bytes: Uint8Array, to: number, field: number, value: number): number {
  bytes[to] = field;
  return writeVarint(bytes, to + 1, value);
}

function writeVarint(bytes: Uint8Array, to: number, value: number): number {
  if (value >= more) return writeLongVarint(bytes, to, value);
  bytes[to] = value;
  return to + 1;
}

function writeLongVarint(bytes: Uint8Array, to: number, value: number): number {
  if (value < lowEnd) return writeGroups(bytes, to, value);
  // The bits above the low groups are fewer than 32, too.
  const high = (value * perLowEnd) | 0;
  const low = value - high * lowEnd;
  bytes[to] = low | more;
  bytes[to + 1] = (low >>> 7) | more;
  bytes[to + 2] = (low >>> 14) | more;
  bytes[to + 3] = (low >>> 21) | more;
  return writeGroups(bytes, to + 4, high);
}

/** Writes an integer that bitwise operators can handle. */
function writeGroups(bytes: Uint8Array, to: number, value: number): number {
  let rest = value;
  let next = to;
  while (rest > 0x7f) {
    bytes[next++] = rest | more;
    rest >>>= 7;
  }
  bytes[next++] = rest;
  return next;
}

function varintLength(value: number): number {
  if (value < lowEnd) return groups(value);
  return 4 + groups((value * perLowEnd) | 0);
}

/** The number of groups of seven bits needed to write an integer that bitwise operators can handle. */
function groups(value: number): number {
  return value < 0x80 ? 1 : ((38 - Math.clz32(value)) / 7) | 0;
}
