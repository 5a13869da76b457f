/** Matches the name of a file with sheet music or chords. */
export const sheetFileName = /\.(musicxml|mxl|xml|abc|cho|crd|chopro|chordpro|pro)$/i;

/** The same, as the `accept` attribute of an input. */
export const sheetFileTypes = '.musicxml,.mxl,.xml,.abc,.cho,.crd,.chopro,.chordpro,.pro';

/** The bounds of a sheet. A file beyond one of them is refused; a symphony's full score stays within all. */
export const sheetLimits = {
  /** The file itself, also when it is compressed. */
  fileBytes: 16 * 1024 * 1024,
  /** The sheet inside a compressed file. */
  unpackedBytes: 16 * 1024 * 1024,
  /** The files inside a compressed file. */
  packedFiles: 200,
  /** XML elements of a sheet, and how deep they are nested. */
  elements: 600_000,
  depth: 48,
  parts: 64,
  /** Staves of one part, and of all. */
  stavesOfPart: 8,
  staves: 96,
  /** Measures as they are written. */
  measures: 2_000,
  /** Measures as they are played, with all repeats. */
  playedMeasures: 5_000,
  /** Notes as they are written, and as they are played, with changes of the tempo. */
  notes: 60_000,
  playedNotes: 150_000,
  /** What is drawn in one measure: notes of all parts, those of one chord, signs and texts of one part. */
  notesOfMeasure: 1_500,
  notesOfChord: 24,
  directionsOfMeasure: 64,
  /** What is drawn at once: measures, staves of measures, and notes, unless one measure has more. */
  measuresOfPage: 48,
  stavesOfPage: 96,
  notesOfPage: 800,
  /** Tunes of one ABC file that can be chosen. */
  tunes: 500,
  /** An ABC tune is drawn as a whole: its characters, and its notes. Longer ones can be played. */
  drawnAbcCharacters: 48_000,
  drawnAbcNotes: 4_000,
  /** A stranger's sheet with more notes or staves waits until the user wants to see it. */
  unaskedNotes: 6_000,
  unaskedStaves: 24,
  /** Lines of a chord sheet, and the characters of each. */
  lines: 2_000,
  lineLength: 1_000,
} as const;
