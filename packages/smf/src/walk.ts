import { findChunks, type TrackChunk } from './chunks.ts';
import { meta } from './meta.ts';
import { type Mend, type MidiRepair, tooLarge } from './midi-file-error.ts';
import { TrackBytes } from './track-bytes.ts';

/** A small file can have so much that reading it would take minutes and all memory. */
const mostEvents = 250_000;

/** Is told the events of a file, track by track in the file's order. Ticks count from the file's beginning. */
export interface EventVisitor {
  /** A channel voice message; `second` is 0 if it has one data byte. */
  voice(track: number, tick: number, status: number, first: number, second: number): void;
  meta(track: number, tick: number, type: number, payload: Uint8Array): void;
  /** Called after the last event of a track. @param isCut the file ends before the track does. */
  trackEnd(track: number, tick: number, isCut: boolean): void;
}

/** A file that was walked through. */
export interface WalkedFile {
  readonly format: number;
  readonly division: number;
  readonly trackCount: number;
  readonly repairs: ReadonlySet<MidiRepair>;
}

/**
 * Tells the visitor each event of a file, as far as the file goes: what is damaged is mended or left out. The tracks of a file of
 * format 2 follow each other, and each begins in the tempo and the time signature that files begin with.
 * @throws {MidiFileError} if the bytes have no header of a MIDI file, or if they have too much.
 */
export function walkFile(bytes: Uint8Array, visitor: EventVisitor): WalkedFile {
  const repairs = new Set<MidiRepair>();
  const mend: Mend = (repair) => repairs.add(repair);
  const { format, division, tracks } = findChunks(bytes, mend);
  let events = 0;
  let beginTick = 0;
  tracks.forEach((chunk, track) => {
    if (beginTick > 0) {
      visitor.meta(track, beginTick, meta.setTempo, meta.defaultTempo);
      visitor.meta(track, beginTick, meta.timeSignature, meta.defaultSignature);
    }
    const walked = walkTrack(bytes, chunk, { track, beginTick, mostEvents: mostEvents - events }, visitor, mend);
    events += walked.events;
    if (format === 2) beginTick = walked.tick;
  });
  return { format, division, trackCount: tracks.length, repairs };
}

interface TrackPlace {
  readonly track: number;
  readonly beginTick: number;
  readonly mostEvents: number;
}

function walkTrack(bytes: Uint8Array, chunk: TrackChunk, place: TrackPlace, visitor: EventVisitor, mend: Mend) {
  const reader = new TrackBytes(bytes, chunk.begin, chunk.end, mend);
  const { event } = reader;
  let tick = place.beginTick;
  let events = 0;
  let { isCut } = chunk;
  let isEnded = false;
  for (let step = reader.next(); step !== 'end'; step = reader.next()) {
    if (++events > place.mostEvents) throw tooLarge(`${mostEvents} events`);
    // Some programs fill a track up behind its end.
    if (isEnded && (step === 'cut' || step === 'damaged')) break;
    if (step === 'cut') {
      tick += event.delta;
      isCut = true;
      mend('cut-short');
      break;
    }
    if (step === 'damaged') {
      mend('stray-bytes');
      if (!reader.recover()) break;
      continue;
    }
    tick += event.delta;
    if (step === 'skipped') continue;
    if (event.status === 0xff) visitor.meta(place.track, tick, event.first, event.payload);
    else visitor.voice(place.track, tick, event.status, event.first, event.second);
    isEnded ||= reader.isEndOfTrack;
  }
  visitor.trackEnd(place.track, tick, isCut);
  return { tick, events };
}
