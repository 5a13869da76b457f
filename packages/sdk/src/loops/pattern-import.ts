import { isNoteOn, type TimedEvent } from '@roomtone/protocol';
import type { StepPattern, StepPatterns } from './loop-types.ts';

/** A track of a file, as `readMidiFile` of @roomtone/smf gives it. */
export interface TrackToImport {
  readonly events: readonly TimedEvent[];
}

export interface PatternGrid {
  /** µs; the tempo of the file. */
  readonly usPerQuarter: number;
  readonly beatsPerBar: number;
  readonly stepsPerBeat: number;
  readonly maxSteps: number;
  readonly maxLanes: number;
  readonly maxPatterns: number;
}

const drums = 9;

/**
 * Step patterns from a file: each track with drums becomes a pattern, a longer one several; without drums each track with
 * notes. A note goes to the nearest step; the most frequent keys become the lanes, low keys first. Undefined if there is no note.
 */
export function patternsFrom(
  tracks: readonly TrackToImport[],
  grid: PatternGrid,
): Pick<StepPatterns, 'channel' | 'keys' | 'patterns' | 'swing'> | undefined {
  const { maxLanes, maxPatterns } = grid;
  const swing = swingOf(tracks, grid);
  const all = tracks.map(({ events }) => notesOf(events, grid, swing));
  const hasDrums = all.some((notes) => notes.some(({ channel }) => channel === drums));
  const played = all
    .map((notes) => (hasDrums ? notes.filter(({ channel }) => channel === drums) : notes))
    .filter((notes) => notes.length > 0);
  const pieces = played.flatMap((notes) => pieceUp(notes, grid)).slice(0, maxPatterns);
  const keys = frequentKeys(
    pieces.flatMap(({ notes }) => notes),
    maxLanes,
  );
  if (keys.length === 0) return undefined;
  const patterns = pieces.map(({ steps, notes }): StepPattern => {
    const lanes = keys.map(() => Array.from({ length: steps }, () => 0));
    for (const { key, step, velocity } of notes) {
      const lane = lanes[keys.indexOf(key)];
      if (lane !== undefined) lane[step] = Math.max(lane[step] ?? 0, velocity);
    }
    return { steps, lanes };
  });
  return { channel: hasDrums ? drums : 0, keys, patterns, swing };
}

interface StepNote {
  readonly channel: number;
  readonly key: number;
  readonly step: number;
  readonly velocity: number;
}

function notesOf(
  events: readonly TimedEvent[],
  { usPerQuarter, stepsPerBeat }: PatternGrid,
  swing: number,
): StepNote[] {
  return events.flatMap(({ timeUs, data: [status = 0, key = 0, velocity = 0] }) => {
    if (!isNoteOn(status, velocity)) return [];
    const pairs = (timeUs * stepsPerBeat) / usPerQuarter / 2;
    return [{ channel: status & 0x0f, key, velocity, step: 2 * Math.floor(pairs) + nearestOf(pairs % 1, swing).step }];
  });
}

/** The swing that the notes fit best; even time if several do. */
function swingOf(tracks: readonly TrackToImport[], { usPerQuarter, stepsPerBeat }: PatternGrid): number {
  const places = tracks.flatMap(({ events }) =>
    events.flatMap(({ timeUs, data: [status = 0, , velocity = 0] }) =>
      isNoteOn(status, velocity) ? [((timeUs * stepsPerBeat) / usPerQuarter / 2) % 1] : [],
    ),
  );
  let best = { swing: evenSwing, off: Number.POSITIVE_INFINITY };
  for (let swing = evenSwing; swing <= mostSwing; swing++) {
    const off = places.reduce((sum, place) => sum + nearestOf(place, swing).off ** 2, 0);
    if (off < best.off - 1e-9) best = { swing, off };
  }
  return best.swing;
}

const evenSwing = 50;
const mostSwing = 75;

/** The nearest step to a place within two steps, 0 to 1, and how far it is. */
function nearestOf(place: number, swing: number): { readonly step: number; readonly off: number } {
  return [0, swing / 100, 1]
    .map((at, step) => ({ step, off: Math.abs(place - at) }))
    .reduce((best, each) => (each.off < best.off ? each : best));
}

/** Cuts a track into patterns of whole bars, as few as possible; without the empty bars before it. */
function pieceUp(notes: readonly StepNote[], { beatsPerBar, stepsPerBeat, maxSteps }: PatternGrid) {
  const barSteps = Math.min(maxSteps, beatsPerBar * stepsPerBeat);
  const firstBar = Math.floor(Math.min(...notes.map(({ step }) => step)) / barSteps) * barSteps;
  const bars = Math.floor((Math.max(...notes.map(({ step }) => step)) - firstBar) / barSteps) + 1;
  const pieceBars = Math.max(1, Math.floor(maxSteps / barSteps));
  return Array.from({ length: Math.ceil(bars / pieceBars) }, (_, piece) => {
    const from = firstBar + piece * pieceBars * barSteps;
    const steps = Math.min(pieceBars, bars - piece * pieceBars) * barSteps;
    const inside = notes.filter(({ step }) => step >= from && step < from + steps);
    return { steps, notes: inside.map((note) => ({ ...note, step: note.step - from })) };
  }).filter((piece) => piece.notes.length > 0);
}

function frequentKeys(notes: readonly StepNote[], max: number): number[] {
  const counts = new Map<number, number>();
  for (const { key } of notes) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, max)
    .map(([key]) => key)
    .sort((a, b) => a - b);
}
