/** Where the music is. */
export interface Place {
  /** Index in the playing order, or of a line of words. */
  readonly index: number;
  /** The music is going on, as opposed to: it would start here. */
  readonly isMoving: boolean;
}

/** The file that plays. */
export type FilePosition =
  /** This very sheet, at a time of its own tempo. */
  | { readonly of: 'sheet'; readonly us: number; readonly isMoving: boolean }
  /** Another file, in its bar from 1. */
  | { readonly of: 'other'; readonly bar: number; readonly isMoving: boolean };

export interface PlaceInputs {
  /** When each measure of the playing order begins, and at last the end; undefined for a chord sheet. */
  readonly startsUs: readonly number[] | undefined;
  /** How many places there are. */
  readonly count: number;
  readonly startAt: number;
  /** 1 for a sheet in notes. */
  readonly barsPerPlace: number;
  readonly file: FilePosition | undefined;
  /** The metronome's bar from 1; undefined if it does not run, less than 1 while it counts in. */
  readonly bar: number | undefined;
}

/** The file that plays comes first, then the metronome; otherwise it is where the music would start. */
export function placeOf({ startsUs, count, startAt, barsPerPlace, file, bar }: PlaceInputs): Place {
  const within = (index: number) => Math.min(count - 1, Math.max(0, index));
  const counts = bar !== undefined && bar >= 1;
  if (file?.of === 'sheet' && startsUs !== undefined && (file.isMoving || !counts)) {
    return { index: within(startsUs.findLastIndex((us) => us <= file.us + 1)), isMoving: file.isMoving };
  }
  const other = file?.of === 'other' && file.isMoving ? file.bar : bar;
  if (other === undefined || other < 1) return { index: within(startAt), isMoving: false };
  return { index: within(startAt + Math.floor((other - 1) / barsPerPlace)), isMoving: true };
}

/** The start that puts a place at the bar that is on now. */
export function startFor(
  index: number,
  { barsPerPlace, file, bar }: Pick<PlaceInputs, 'barsPerPlace' | 'file' | 'bar'>,
): number {
  const now = file?.of === 'other' && file.isMoving ? file.bar : bar;
  return now === undefined || now < 1 ? index : index - Math.floor((now - 1) / barsPerPlace);
}

/** The place in the playing order where a measure is played next. */
export function nextPlaceOf(measure: number, order: readonly number[], from: number): number {
  const next = order.indexOf(measure, from);
  return next < 0 ? order.indexOf(measure) : next;
}
