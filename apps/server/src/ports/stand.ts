/** The sheets that lie on everybody's music stand, without the version of the set list. */
export interface OpenSheetRecord {
  /** "" for none. */
  readonly sheetId: string;
  /** A measure in playing order, from 0, and the count of the metronome's beat with which it begins. */
  readonly measure: number;
  readonly beat: number;
  /** "" for none. */
  readonly entryId: string;
  readonly title: string;
  /** "" for none. */
  readonly fileId: string;
}

export interface StandRecord extends OpenSheetRecord {
  /** Grows with each change of the set list. */
  readonly setListVersion: number;
}
