import { describeMidiFile, detectTextEncoding, MidiFileError } from '@roomtone/smf';
import { maxMidiFileBytes } from '../midi-file.ts';
import type { LibraryFacts, LibraryProblem } from './library.ts';
import { libraryLimits } from './library-limits.ts';

export type FactsOrProblem = { readonly facts: LibraryFacts } | { readonly problem: LibraryProblem };

/** What the library keeps of a file, or why it cannot be played. Takes time and memory in proportion to the file at most. */
export async function factsOf(bytes: Uint8Array): Promise<FactsOrProblem> {
  if (bytes.length > maxMidiFileBytes) return { problem: 'too-large' };
  if (bytes.length === 0) return { problem: 'empty' };
  try {
    const described = describeMidiFile(bytes, await detectTextEncoding(bytes));
    const { title, durationUs, tempo, timeSignature, key, tracks, noteCount, lyrics, repairs } = described;
    if (noteCount === 0) return { problem: repairs.length > 0 ? 'damaged' : 'empty' };
    return {
      facts: {
        title,
        durationMs: Math.round(durationUs / 1_000),
        bpm: tempo.bpm,
        slowestBpm: tempo.slowest,
        fastestBpm: tempo.fastest,
        beats: timeSignature.beats,
        beatUnit: timeSignature.unit,
        key: key ?? null,
        trackNames: tracks.slice(0, libraryLimits.trackNames).flatMap(({ name }) => (name === '' ? [] : [name])),
        trackCount: tracks.length,
        noteCount,
        hasLyrics: lyrics.length > 0,
      },
    };
  } catch (error) {
    if (!(error instanceof MidiFileError)) throw error;
    return { problem: error.kind };
  }
}
