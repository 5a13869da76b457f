import { type Mend, MidiFileError, tooLarge } from './midi-file-error.ts';
import { TrackBytes } from './track-bytes.ts';

/** A file may have at most so many: a small one could claim so many that reading it would take minutes. */
const mostTracks = 1_024;
const headerLength = 6;
const usualTicksPerQuarter = 480;

/** Where a track's events are in the file. */
export interface TrackChunk {
  readonly begin: number;
  readonly end: number;
  /** The file ends before the track does. */
  readonly isCut: boolean;
}

export interface FileChunks {
  readonly format: number;
  /** Ticks per quarter note, or with the top bit set SMPTE frames per second and ticks per frame. */
  readonly division: number;
  readonly tracks: readonly TrackChunk[];
}

/**
 * Finds header and tracks of a file, also where lengths are wrong, bytes are missing or something else lies between, and
 * within what other programs wrap around a file, such as RIFF and MacBinary.
 * @throws {MidiFileError} if there is no header, or too much else.
 */
export function findChunks(bytes: Uint8Array, mend: Mend): FileChunks {
  const start = indexOfTag(bytes, 'MThd', 0, bytes.length);
  if (start < 0 || start + 8 + headerLength > bytes.length)
    throw new MidiFileError('not-midi', 'This is not a Standard MIDI File.');
  const end = endOfFile(bytes, start, mend);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wanted = view.getUint16(start + 10);
  const tracks: TrackChunk[] = [];
  let position = firstChunk(bytes, start, end, mend);
  // A file that says it has none has as many as there are.
  while (wanted === 0 || tracks.length < wanted) {
    if (!isTag(bytes, position, end, 'MTrk')) {
      const next = nextTrack(bytes, position, end);
      if (next < 0) break;
      if (!isSkippedByLength(bytes, position, next)) mend('stray-bytes');
      position = next;
    }
    const track = trackAt(bytes, position, end, mend);
    if (tracks.length >= mostTracks) throw tooLarge(`${mostTracks} tracks`);
    tracks.push(track);
    position = track.end;
  }
  if (tracks.length !== wanted || wanted === 0) mend('track-count');
  return { format: view.getUint16(start + 8), division: divisionOf(view.getUint16(start + 12), mend), tracks };
}

/** RIFF says where the file in it ends; MacBinary and others have nothing behind it that looks like a track. */
function endOfFile(bytes: Uint8Array, start: number, mend: Mend): number {
  const isRiff = isTag(bytes, 0, bytes.length, 'RIFF') && isTag(bytes, start - 8, bytes.length, 'data');
  const isMacBinary = start === 128 && bytes[0] === 0;
  if (start > 0 && !isRiff && !isMacBinary) mend('stray-bytes');
  if (!isRiff) return bytes.length;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = start + view.getUint32(start - 4, true);
  return end < start + 8 + headerLength || end > bytes.length ? bytes.length : end;
}

function divisionOf(division: number, mend: Mend): number {
  if ((division >= 0x8000 ? division & 0xff : division) > 0) return division;
  mend('header');
  return usualTicksPerQuarter;
}

/** A later version of the format may have a longer header. */
function firstChunk(bytes: Uint8Array, start: number, end: number, mend: Mend): number {
  const length = uint32(bytes, start + 4);
  const position = start + 8 + length;
  if (length === headerLength || (length > headerLength && isChunk(bytes, position, end))) return position;
  mend('header');
  return start + 8 + headerLength;
}

function trackAt(bytes: Uint8Array, position: number, end: number, mend: Mend): TrackChunk {
  const begin = Math.min(position + 8, end);
  const declared = position + 8 <= end ? begin + uint32(bytes, position + 4) : Number.POSITIVE_INFINITY;
  const next = indexOfTag(bytes, 'MTrk', begin, end);
  const limit = next < 0 ? end : next;
  const swallows = next >= 0 && next < declared && endsTrackAt(bytes, next);
  const isRight =
    declared === end || (declared < end && (endsTrackAt(bytes, declared) || isChunk(bytes, declared, end)));
  if (isRight && !swallows) return { begin, end: declared, isCut: false };
  const { endOfTrack, isBoundary } = walkTo(bytes, begin, limit, declared);
  if (endOfTrack === undefined && isBoundary) return { begin, end: declared, isCut: false };
  const isCut = endOfTrack === undefined && limit < declared;
  mend(isCut ? 'cut-short' : 'track-length');
  return { begin, end: endOfTrack ?? limit, isCut };
}

/** Where a track ends by its events, if they are undamaged; and if an event ends where the track's length says. */
function walkTo(bytes: Uint8Array, begin: number, limit: number, declared: number) {
  const events = new TrackBytes(bytes, begin, limit);
  let isBoundary = declared === begin;
  for (let step = events.next(); step === 'read' || step === 'skipped'; step = events.next()) {
    if (events.isEndOfTrack) return { endOfTrack: events.position, isBoundary };
    isBoundary ||= events.position === declared;
  }
  return { endOfTrack: undefined, isBoundary };
}

/** True if the event that ends a track ends here. */
function endsTrackAt(bytes: Uint8Array, position: number): boolean {
  return bytes[position - 3] === 0xff && bytes[position - 2] === 0x2f && bytes[position - 1] === 0;
}

/** Other chunks than tracks are skipped by their length, as the format requires. */
function nextTrack(bytes: Uint8Array, position: number, end: number): number {
  let at = position;
  while (isChunk(bytes, at, end) && !isTag(bytes, at, end, 'MTrk')) at += 8 + uint32(bytes, at + 4);
  if (isTag(bytes, at, end, 'MTrk')) return at;
  return indexOfTag(bytes, 'MTrk', position, end);
}

function isSkippedByLength(bytes: Uint8Array, position: number, track: number): boolean {
  let at = position;
  while (at < track && isChunk(bytes, at, bytes.length)) at += 8 + uint32(bytes, at + 4);
  return at === track;
}

/** True if a whole chunk, whatever it holds, or a track seems to begin here. */
function isChunk(bytes: Uint8Array, position: number, end: number): boolean {
  if (isTag(bytes, position, end, 'MTrk')) return true;
  if (position + 8 > end) return false;
  for (let index = position; index < position + 4; index++) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return position + 8 + uint32(bytes, position + 4) <= end;
}

function isTag(bytes: Uint8Array, position: number, end: number, tag: string): boolean {
  if (position < 0 || position + 4 > end) return false;
  for (let index = 0; index < 4; index++) if (bytes[position + index] !== tag.charCodeAt(index)) return false;
  return true;
}

function indexOfTag(bytes: Uint8Array, tag: string, from: number, end: number): number {
  for (let at = bytes.indexOf(tag.charCodeAt(0), from); at >= 0; at = bytes.indexOf(tag.charCodeAt(0), at + 1)) {
    if (at + 4 > end) return -1;
    if (isTag(bytes, at, end, tag)) return at;
  }
  return -1;
}

function uint32(bytes: Uint8Array, position: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(position, position + 4);
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
