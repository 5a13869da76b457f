import { create } from 'zustand';
import type { PageView } from './page-view.ts';
import type { ReadSheet } from './reading/read-in-worker.ts';
import type { SheetProblem } from './reading/sheet.ts';

/** An open sheet. */
export type OpenSheet = ReadSheet & {
  /** Its file's name, without the ending. */
  readonly name: string;
  readonly fileName: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

export interface HeldSheet {
  readonly name: string;
  /** It is large, or the page ended while it was opened before. */
  readonly reason: 'large' | 'interrupted';
}

interface SheetState {
  readonly sheet: OpenSheet | undefined;
  readonly isReading: boolean;
  /** Somebody else's sheet that waits until the user wants to see it. */
  readonly held: HeldSheet | undefined;
  /** Why the last file could not be opened. */
  readonly problem: SheetProblem | undefined;
  /** Bytes of the open sheet, packed, if that is too much for the room to keep it. */
  readonly tooLarge: number | undefined;
  /** Index in the playing order, or of a line of words, where the music starts. */
  readonly startAt: number;
  /** The count of the metronome's beat with which it does. */
  readonly startBeat: number;
  /** The id of the sheet that is open for everybody, if it is this one; "" for a sheet of the user's own. */
  readonly sharedId: string;
  /** Somebody else says where everybody reads. */
  readonly isLed: boolean;
  /** A factor. */
  readonly zoom: number;
  /** Indexes of the staves that are shown; undefined for all. */
  readonly staves: ReadonlySet<number> | undefined;
  /** How notes are written, which the user's instrument decides. */
  readonly pitch: PageView['pitch'];
  /** Semitones by which chords are moved. */
  readonly transposition: number;
  /** How many bars a line of a chord sheet lasts. */
  readonly barsPerLine: number;
  /** It takes most of the screen. */
  readonly isTall: boolean;
}

export const noSheet: SheetState = {
  sheet: undefined,
  isReading: false,
  held: undefined,
  problem: undefined,
  tooLarge: undefined,
  startAt: 0,
  startBeat: 0,
  sharedId: '',
  isLed: false,
  zoom: 1,
  staves: undefined,
  pitch: 'printed',
  transposition: 0,
  barsPerLine: 4,
  isTall: false,
};

export const useSheet = create<SheetState>()(() => noSheet);

export const zooms = { least: 0.5, most: 2, step: 0.1 } as const;
