import type { CurrentBeat } from '../../playing/metronome/beat-lights.ts';
import type { SheetMeasure } from './reading/sheet.ts';

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
  /** The count of the metronome's beat with which it begins there. */
  readonly startBeat: number;
  /** How many beats of the metronome a place lasts. */
  readonly beatsIn: (index: number) => number;
  /** 1 for a sheet in notes. */
  readonly barsPerPlace: number;
  readonly file: FilePosition | undefined;
  readonly beat: CurrentBeat;
}

/** Two lengths nearer than this are the same, in beats. */
const same = 1e-4;

/** The file that plays comes first, then the metronome, which stays at its place when it stops. */
export function placeOf({ startsUs, count, barsPerPlace, file, beat, ...start }: PlaceInputs): Place {
  const within = (index: number) => Math.min(count - 1, Math.max(0, index));
  const counts = isCounting(beat);
  if (file?.of === 'sheet' && startsUs !== undefined && (file.isMoving || !counts)) {
    return { index: within(startsUs.findLastIndex((us) => us <= file.us + 1)), isMoving: file.isMoving };
  }
  if (file?.of === 'other' && file.isMoving) {
    const places = Math.floor((file.bar - 1) / barsPerPlace);
    return { index: within(start.startAt + Math.max(0, places)), isMoving: places >= 0 };
  }
  let left = beat.count - start.startBeat;
  const isMoving = counts && left >= 0;
  let index = within(start.startAt);
  for (; index < count - 1; index++) {
    const beats = start.beatsIn(index);
    if (left < beats - same) break;
    left -= beats;
  }
  return { index, isMoving };
}

function isCounting({ bar = 0 }: CurrentBeat): boolean {
  return bar >= 1;
}

/** The count of the beat with which the metronome's bar began. */
export function barBeat(now: CurrentBeat): number {
  return isCounting(now) ? now.count - now.beat + 1 : now.count;
}

/** The count of the beat with which music begins that is opened now: at the next bar line, or where the metronome stands still. */
export function nextBarBeat(now: CurrentBeat): number {
  return isCounting(now) ? barBeat(now) + now.beatsPerBar : now.count;
}

/** The start that puts a place at the bar of another file that plays. */
export function startFor(index: number, barsPerPlace: number, { bar }: { readonly bar: number }): number {
  return index - Math.max(0, Math.floor((bar - 1) / barsPerPlace));
}

/**
 * How many beats of a metronome a measure lasts. A click of two for 6/8 is one of dotted quarters, and one of four for 2/2 of
 * quarters. @param isStart the music starts here: a pickup ends with the metronome's bar.
 */
export function beatsInMeasure(
  { length, beats, beatLength }: SheetMeasure,
  beatsPerBar: number,
  isStart: boolean,
): number {
  const whole = beats * beatLength || length;
  const isCompound = beatsPerBar > 1 && beats === 3 * beatsPerBar;
  const isAllaBreve = beatLength === 2 && beatsPerBar === 2 * beats;
  const beatsOfWhole = isCompound || isAllaBreve ? beatsPerBar : beats;
  return ((isStart ? Math.max(length, whole) : length) / whole) * beatsOfWhole;
}

/** The place in the playing order where a measure is played next. */
export function nextPlaceOf(measure: number, order: readonly number[], from: number): number {
  const next = order.indexOf(measure, from);
  return next < 0 ? order.indexOf(measure) : next;
}
