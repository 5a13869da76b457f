// Frames that carry notes, read and written by hand: the server does this for every note that anybody plays, and the
// general codec takes several times as long (npm run bench:notes prints both). What is read here is only the one shape in
// which every protobuf library writes such a frame; all else, and so every refusal, is left to decodeClientFrame(), so
// that there is one verdict. Property tests hold both codecs together.
import type { Message } from './frame.ts';
import type { MidiMessage } from './gen/messages.ts';
import { memberNumbers } from './gen/messages.ts';
import { limits } from './limits.ts';
import { NotesInPlace } from './notes-in-place.ts';

/** Field numbers with their wire types, as the frames have them (proto/roomtone/v1). */
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
/** Four groups of seven bits. */
const lowBits = 28;
const lowEnd = 2 ** lowBits;
const midiMessage = memberNumbers.midiMessage;

/** The bytes before a message's length. */
const head = 3;

// One for all, since nothing reads two frames at a time: to make these objects anew would take longer than to read.
/** Where reading has come to. */
let at = 0;
const notes = new NotesInPlace();
const message: Mutable<Message<'midiMessage'>> = {
  kind: 'midiMessage',
  body: notes,
  requestId: 0,
  sender: 0,
  serverTime: 0,
  sequence: 0,
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Reads a client's frame of notes; undefined for any other, and for every frame that is not in the usual shape: then
 * decodeClientFrame() tells what it is. What the notes say is not checked. The message is good until the next call, and the
 * notes share the frame's memory.
 */
export function readNoteFrame(bytes: Uint8Array): Message<'midiMessage'> | undefined {
  if (bytes[0] !== key.messageType || bytes[1] !== midiMessage || bytes[2] !== key.midiMessage) return undefined;
  at = head;
  const length = readVarint(bytes);
  const end = at + length;
  if (length < 0 || end > bytes.length || bytes.length > limits.clientFrameBytes) return undefined;
  let startTime = 0;
  if (bytes[at] === key.startTime) {
    at++;
    startTime = readVarint(bytes);
    if (startTime < 0) return undefined;
  }
  if (!readOffsets(bytes, end) || bytes[at] !== key.data) return undefined;
  at++;
  const dataLength = readVarint(bytes);
  if (dataLength < 0 || at + dataLength !== end) return undefined;
  const dataBegin = at;
  at = end;
  let requestId = 0;
  if (at < bytes.length) {
    if (bytes[at++] !== key.requestId) return undefined;
    requestId = readVarint(bytes);
    if (requestId < 0 || requestId > 0xffff_ffff || at !== bytes.length) return undefined;
  }
  notes.pointTo(bytes, startTime, dataBegin, end);
  message.requestId = requestId;
  return message;
}

/** Into `notes`. */
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

/** -1 where the bytes end within it, or where it may be more than a plain number holds. */
function readVarint(bytes: Uint8Array): number {
  let from = at;
  let byte = bytes[from++] ?? more;
  if (byte < more) {
    at = from;
    return byte;
  }
  const { length } = bytes;
  let low = byte & 0x7f;
  // Four groups at a time are within what bitwise operators reckon with; two times four are within plain numbers.
  for (let shift = 7; shift < lowBits && byte >= more; shift += 7) {
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

/**
 * Writes the frame of notes that goes to everybody else in a room, into the last bytes of what `allocate` gives for its
 * length: what is before belongs to the transport. Times are µs on the service clock.
 */
export function writeNoteFrame<Bytes extends Uint8Array>(
  midi: MidiMessage,
  sender: number,
  serverTime: number,
  allocate: (length: number) => Bytes,
): Bytes {
  const stampLength =
    (sender === 0 ? 0 : 1 + varintLength(sender)) + (serverTime === 0 ? 0 : 1 + varintLength(serverTime));
  let bytes: Bytes;
  if (midi instanceof NotesInPlace) {
    bytes = allocate(midi.length + stampLength);
    midi.copyInto(bytes, bytes.length - midi.length - stampLength);
  } else bytes = writeNotes(midi, stampLength, allocate);
  let to = bytes.length - stampLength;
  if (sender !== 0) to = writeField(bytes, to, key.sender, sender);
  if (serverTime !== 0) writeField(bytes, to, key.serverTime, serverTime);
  return bytes;
}

/** The notes themselves, before the stamp. */
function writeNotes<Bytes extends Uint8Array>(
  { startTime, offsets, data }: MidiMessage,
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
  if (value < 0x80) {
    bytes[to] = value;
    return to + 1;
  }
  if (value < lowEnd) return writeGroups(bytes, to, value);
  // What is above the low groups has fewer than 32 bits, too.
  const high = (value / lowEnd) | 0;
  const low = value - high * lowEnd;
  bytes[to] = (low & 0x7f) | more;
  bytes[to + 1] = ((low >>> 7) & 0x7f) | more;
  bytes[to + 2] = ((low >>> 14) & 0x7f) | more;
  bytes[to + 3] = (low >>> 21) | more;
  return writeGroups(bytes, to + 4, high);
}

/** Writes what bitwise operators can reckon with. */
function writeGroups(bytes: Uint8Array, to: number, value: number): number {
  let rest = value;
  let next = to;
  while (rest > 0x7f) {
    bytes[next++] = (rest & 0x7f) | more;
    rest >>>= 7;
  }
  bytes[next++] = rest;
  return next;
}

function varintLength(value: number): number {
  if (value < lowEnd) return groups(value);
  return 4 + groups((value / lowEnd) | 0);
}

/** How many groups of seven bits it takes to write what bitwise operators can reckon with. */
function groups(value: number): number {
  return value < 0x80 ? 1 : ((38 - Math.clz32(value)) / 7) | 0;
}
