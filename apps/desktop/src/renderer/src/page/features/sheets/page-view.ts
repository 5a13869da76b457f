/** What a player wants to see of a sheet that everybody reads. */
export interface PageView {
  /** Indexes among all staves; undefined for all. */
  readonly staves: ReadonlySet<number> | undefined;
  /** "printed", or how many semitones above what sounds the player's instrument is written. */
  readonly pitch: 'printed' | number;
}

/** Semitones by which a staff is moved. @param transpose what sounds is this many semitones above what is written */
export function shiftOf({ pitch }: Pick<PageView, 'pitch'>, transpose: number): number {
  return pitch === 'printed' ? 0 : transpose + pitch;
}

/** Instruments by how they are written, in semitones above what sounds. */
export const writtenPitches = { concert: 0, bFlat: 2, bFlatLow: 14, eFlat: 9, eFlatHigh: -3, f: 7 } as const;

export type WrittenPitch = keyof typeof writtenPitches;
