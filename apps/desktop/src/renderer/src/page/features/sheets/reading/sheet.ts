/** A note as it is written. Lengths in this folder are in quarter notes. */
export interface SheetNote {
  /** Index of its measure. */
  readonly measure: number;
  /** From the start of the measure. */
  readonly start: number;
  readonly length: number;
  /** The MIDI key. */
  readonly key: number;
  /** Index of its staff among all of the sheet, from the top. */
  readonly staff: number;
  /** It goes on where a tied note of the same key ends. */
  readonly isTiedOn: boolean;
  /** How loud it is, as in MIDI. */
  readonly velocity: number;
  /** Its key is a sound of the drum kit. */
  readonly isDrum: boolean;
}

/** A measure as it is written. */
export interface SheetMeasure {
  readonly length: number;
  /** The upper number of the time signature. */
  readonly beats: number;
  /** By the lower number. */
  readonly beatLength: number;
}

/** A tempo from a place in a measure on, whenever it is played. */
export interface SheetTempo {
  readonly measure: number;
  readonly start: number;
  /** Quarter notes a minute. */
  readonly quartersPerMinute: number;
}

/** A player's part. */
export interface SheetPart {
  /** "" if it has none. */
  readonly name: string;
  /** The index of its first staff, and how many it has. */
  readonly firstStaff: number;
  readonly staves: number;
  /** Sounds are this many semitones above the written notes, on the first page. */
  readonly transpose: number;
}

/** Measures that are drawn together. All that is in them is bounded. */
export interface SheetPage {
  /** The first measure, and the first one after it. */
  readonly from: number;
  readonly to: number;
  /** It is one measure with more notes than can be drawn at once. */
  readonly isTooDense: boolean;
  /** For each part, its measures in MusicXML. */
  readonly parts: readonly string[];
  /** For each staff, how many semitones above what is written it sounds. */
  readonly transposes: readonly number[];
}

/** The input that the engraver gets. */
export type Engraving =
  | { readonly kind: 'musicxml'; readonly pages: readonly SheetPage[]; readonly groups: readonly PartGroup[] }
  /** One ABC tune; undefined if it is too long to be drawn at once. */
  | { readonly kind: 'abc'; readonly source: string | undefined };

/** Parts with a bracket or brace before them. */
export interface PartGroup {
  readonly symbol: string;
  readonly from: number;
  /** The last one. */
  readonly to: number;
}

/** A sheet in notes. */
export interface NoteSheet {
  readonly kind: 'musicxml' | 'abc';
  readonly engraving: Engraving;
  readonly parts: readonly SheetPart[];
  /** The titles of all tunes in the file, and the one that this is. */
  readonly tunes: readonly string[];
  readonly tune: number;
  /** "" if it has none. */
  readonly title: string;
  readonly composer: string;
  readonly measures: readonly SheetMeasure[];
  /** The number of the first measure: 0 for a pickup, else 1. */
  readonly firstBar: 0 | 1;
  /** Indexes of measures in the order in which they are played. */
  readonly order: readonly number[];
  readonly tempos: readonly SheetTempo[];
  /** By measure, then by start. */
  readonly notes: readonly SheetNote[];
  /** The name of each staff's part; "" if it has none. */
  readonly staves: readonly string[];
}

/** A piece of a line of lyrics, with the chord over its beginning; "" for none. */
export interface ChordPiece {
  readonly chord: string;
  readonly words: string;
}

export type ChordLine =
  | { readonly kind: 'words'; readonly pieces: readonly ChordPiece[] }
  | { readonly kind: 'comment'; readonly text: string }
  /** Tablature, where each character has its column. */
  | { readonly kind: 'fixed'; readonly text: string };

export interface ChordSection {
  readonly kind: 'verse' | 'chorus' | 'bridge' | 'tab' | 'other';
  /** "" if the sheet gives none. */
  readonly label: string;
  readonly lines: readonly ChordLine[];
}

/** A sheet in words and chords. */
export interface ChordSheet {
  readonly kind: 'chords';
  readonly title: string;
  /** Artist or composer. */
  readonly composer: string;
  /** As it is written, such as "Bb"; "" if it has none. */
  readonly musicalKey: string;
  /** Undefined if it has none. */
  readonly capo: number | undefined;
  readonly beatsPerMinute: number | undefined;
  readonly sections: readonly ChordSection[];
}

export type Sheet = NoteSheet | ChordSheet;

/** Why a file is no sheet. */
export type SheetProblem =
  | 'unknown'
  | 'damaged'
  | 'unsupported'
  | 'too-large'
  | 'empty'
  /** It is a room's, and could not be downloaded. */
  | 'unreachable';

export class SheetError extends Error {
  readonly problem: SheetProblem;

  constructor(problem: SheetProblem) {
    super(`This file is no sheet: ${problem}.`);
    this.problem = problem;
  }
}

/** A pickup is shorter than its metre, and something follows. */
export function firstBarOf([first, second]: readonly SheetMeasure[]): 0 | 1 {
  const isPickup = first !== undefined && second !== undefined && first.length < first.beats * first.beatLength - 1e-4;
  return isPickup ? 0 : 1;
}

/** Longer titles and names are cut: only a damaged file has them. */
const mostTextCharacters = 200;

/** A text of a file as it is shown. */
export function shortened(text: string): string {
  return [...text].slice(0, mostTextCharacters).join('');
}
