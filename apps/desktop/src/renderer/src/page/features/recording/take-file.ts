import { writeMidiFile } from '@roomtone/smf';
import type { Take, TakeChunk } from './take.ts';
import { barLineAfter, takeGrid } from './take-grid.ts';
import { type ProgramOf, tracksOf } from './take-tracks.ts';

/** As other programs count. */
const ticksPerQuarter = 960;

/**
 * A take as a Standard MIDI File on the bars of the metronome: it begins at the bar line before the first note, and every track ends
 * on one. Programs and controllers that were set before are set at the beginning. Each sheet is marked at the bar line after it was opened.
 */
export function takeFile(
  take: Pick<Take, 'players' | 'tempos' | 'pieces'>,
  chunks: readonly TakeChunk[],
  programOf: ProgramOf,
): Uint8Array<ArrayBuffer> {
  const { startUs: firstUs, tracks } = tracksOf(take, chunks, programOf);
  const lastUs = tracks.reduce((last, { events }) => Math.max(last, events.at(-1)?.timeUs ?? last), firstUs);
  const grid = takeGrid(take.tempos, firstUs, lastUs);
  const { startUs, endUs, tempos } = grid;
  const usPerQuarter = tempos[0]?.usPerQuarter ?? 500_000;
  const ending = tracks.map((track) => ({ ...track, endUs }));
  const marks = (take.pieces ?? []).map(({ timeUs, title }) => ({ timeUs: barLineAfter(grid, timeUs), text: title }));
  // Those before the beginning are over, but for the last one.
  const markers = marks.filter(({ timeUs }, at) => timeUs < endUs && marks[at + 1]?.timeUs !== timeUs);
  return Uint8Array.from(writeMidiFile(ending, startUs, { usPerQuarter, ticksPerQuarter }, tempos, markers));
}
