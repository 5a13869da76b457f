import { create } from 'zustand';

/** The scales and chords that can be lit, in semitones above their root. */
export const litShapes = {
  scales: {
    major: [0, 2, 4, 5, 7, 9, 11],
    minor: [0, 2, 3, 5, 7, 8, 10],
    harmonicMinor: [0, 2, 3, 5, 7, 8, 11],
    melodicMinor: [0, 2, 3, 5, 7, 9, 11],
    dorian: [0, 2, 3, 5, 7, 9, 10],
    mixolydian: [0, 2, 4, 5, 7, 9, 10],
    majorPentatonic: [0, 2, 4, 7, 9],
    minorPentatonic: [0, 3, 5, 7, 10],
    blues: [0, 3, 5, 6, 7, 10],
  },
  chords: {
    majorChord: [0, 4, 7],
    minorChord: [0, 3, 7],
    dominantSeventh: [0, 4, 7, 10],
    majorSeventh: [0, 4, 7, 11],
    minorSeventh: [0, 3, 7, 10],
    diminished: [0, 3, 6],
    augmented: [0, 4, 8],
    suspendedFourth: [0, 5, 7],
  },
} as const;

export type LitShape = keyof typeof litShapes.scales | keyof typeof litShapes.chords;

const intervals: Readonly<Record<LitShape, readonly number[]>> = { ...litShapes.scales, ...litShapes.chords };

interface LitKeys {
  /** A pitch class, 0 for C. */
  readonly root: number;
  /** Undefined while nothing is lit. */
  readonly shape: LitShape | undefined;
}

/** The scale or chord that the user has lit on the piano. */
export const useLitKeys = create<LitKeys>()(() => ({ root: 0, shape: undefined }));

/** "root" or "other" for a key that is lit, undefined for any other. @param note MIDI key number */
export function lightOf(note: number, { root, shape }: LitKeys): 'root' | 'other' | undefined {
  if (shape === undefined) return undefined;
  const above = (note - root + 12) % 12;
  if (!intervals[shape].includes(above)) return undefined;
  return above === 0 ? 'root' : 'other';
}
