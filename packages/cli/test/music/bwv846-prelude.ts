import type { TimedEvent } from '@roomtone/protocol';
import { type TimeBase, writeMidiFile } from '@roomtone/smf';

/**
 * 72 quarter notes per minute, so that a tick is a whole number of µs and the file holds exactly the times of the
 * events.
 */
const time: TimeBase = { usPerQuarter: 833_280, ticksPerQuarter: 480 };
const sixteenthUs = time.usPerQuarter / 4;
const velocity = 72;

/**
 * Bars 1 to 32: five notes each, the first two for the left hand. They are played 1 2 3 4 5 3 4 5, twice per bar, in
 * sixteenths; the first lasts eight sixteenths, the second seven, the others one.
 */
const fiveNoteBars = `
  C4 E4 G4 C5 E5    C4 D4 A4 D5 F5    B3 D4 G4 D5 F5    C4 E4 G4 C5 E5
  C4 E4 A4 E5 A5    C4 D4 F#4 A4 D5   B3 D4 G4 D5 G5    B3 C4 E4 G4 C5
  A3 C4 E4 G4 C5    D3 A3 D4 F#4 C5   G3 B3 D4 G4 B4    G3 Bb3 E4 G4 C#5
  F3 A3 D4 A4 D5    F3 Ab3 D4 F4 B4   E3 G3 C4 G4 C5    E3 F3 A3 C4 F4
  D3 F3 A3 C4 F4    G2 D3 G3 B3 F4    C3 E3 G3 C4 E4    C3 G3 Bb3 C4 E4
  F2 F3 A3 C4 E4    F#2 C3 A3 C4 Eb4  Ab2 F3 B3 C4 D4   G2 F3 G3 B3 D4
  G2 E3 G3 C4 E4    G2 D3 G3 C4 F4    G2 D3 G3 B3 F4    G2 Eb3 A3 C4 F#4
  G2 E3 G3 C4 G4    G2 D3 G3 C4 F4    G2 D3 G3 B3 F4    C2 C3 G3 Bb3 E4`;

/** Bars 33 and 34: two held notes of the left hand, then single sixteenths. */
const runningBars = [
  'C2 C3 F3 A3 C4 F4 C4 A3 C4 A3 F3 A3 F3 D3 F3 D3',
  'C2 B2 G4 B4 D5 F5 D5 B4 D5 B4 G4 B4 D4 F4 E4 D4',
];

/** Bar 35. */
const finalChord = 'C2 C3 E4 G4 C5';

/** A note of the score, in sixteenths from the beginning. */
interface ScoreNote {
  readonly key: number;
  readonly at: number;
  readonly length: number;
}

/** Johann Sebastian Bach, Prelude in C major BWV 846, from the score (public domain), as a Standard MIDI File. */
export function preludeMidiFile(): Uint8Array {
  return writeMidiFile([{ name: 'Prelude in C major, BWV 846', events: preludeEvents() }], 0, time);
}

/** The same as events, µs from the beginning: a piano on channel 1. */
export function preludeEvents(): TimedEvent[] {
  const events = scoreNotes().flatMap(({ key, at, length }) => [
    { timeUs: at * sixteenthUs, data: Uint8Array.of(0x90, key, velocity) },
    { timeUs: (at + length) * sixteenthUs, data: Uint8Array.of(0x80, key, 64) },
  ]);
  // A key is released before it is struck again.
  events.sort((a, b) => a.timeUs - b.timeUs || (a.data[0] ?? 0) - (b.data[0] ?? 0));
  return [{ timeUs: 0, data: Uint8Array.of(0xc0, 0) }, ...events];
}

/** All 35 bars. */
export function scoreNotes(): ScoreNote[] {
  const fives = chunksOf(keysOf(fiveNoteBars), 5);
  const runs = runningBars.map(keysOf);
  return [
    ...fives.flatMap((keys, bar) => [...fiveNoteHalf(keys, bar * 16), ...fiveNoteHalf(keys, bar * 16 + 8)]),
    ...runs.flatMap((keys, index) => runningBar(keys, (fives.length + index) * 16)),
    ...keysOf(finalChord).map((key) => ({ key, at: (fives.length + runs.length) * 16, length: 16 })),
  ];
}

function fiveNoteHalf(keys: readonly number[], at: number): ScoreNote[] {
  const lengths = [8, 7, 1, 1, 1];
  return [0, 1, 2, 3, 4, 2, 3, 4].map((which, step) => ({
    key: keys[which] ?? 0,
    at: at + step,
    length: step < lengths.length ? (lengths[step] ?? 1) : 1,
  }));
}

function runningBar(keys: readonly number[], at: number): ScoreNote[] {
  return keys.map((key, step) => ({ key, at: at + step, length: step < 2 ? 16 - step : 1 }));
}

/** Converts note names such as F#4 and Bb3 to keys; C4 is 60. */
function keysOf(names: string): number[] {
  const steps: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
  return Array.from(names.matchAll(/([A-G])(#|b)?(\d)/g), ([, letter = '', accidental, octave]) => {
    const shift = accidental === '#' ? 1 : accidental === 'b' ? -1 : 0;
    return (Number(octave) + 1) * 12 + (steps[letter] ?? 0) + shift;
  });
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: items.length / size }, (_, index) => items.slice(index * size, (index + 1) * size));
}
