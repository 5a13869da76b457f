import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { SheetError } from './sheet.ts';

/** What a measure says about the order. */
export interface MeasureMarks {
  /** A repeat begins here. */
  readonly startsRepeat?: boolean;
  /** A repeat ends here: how often the passage is played in all. */
  readonly times?: number;
  /** The numbers of the ending that this measure belongs to. */
  readonly endings?: readonly number[];
  readonly segno?: boolean;
  readonly coda?: boolean;
  /** At the end of the measure: from the beginning, from the segno, on to the coda, or over. */
  readonly daCapo?: boolean;
  readonly dalSegno?: boolean;
  readonly toCoda?: boolean;
  readonly fine?: boolean;
}

/**
 * The indexes of measures in the order in which they are played. After da capo and dal segno, repeats are played once, with
 * their last ending.
 * @throws {SheetError} too-large if it has too many.
 */
export function playingOrder(measures: readonly MeasureMarks[]): number[] {
  const order: number[] = [];
  const course = new Course(measures);
  for (let at: number | undefined = 0; at !== undefined && at < measures.length; at = course.after(at)) {
    if (!course.plays(at)) continue;
    order.push(at);
    if (order.length > sheetLimits.playedMeasures) throw new SheetError('too-large');
  }
  return order;
}

/** The way through the measures. */
class Course {
  readonly #measures: readonly MeasureMarks[];
  #hasJumped = false;
  /** Where the passage begins that is repeated next. */
  #start = 0;
  /** How often it has been begun. */
  #pass = 1;

  constructor(measures: readonly MeasureMarks[]) {
    this.#measures = measures;
  }

  /** False for a measure of another ending. Call it before after(). */
  plays(at: number): boolean {
    const { startsRepeat, endings } = this.#measures[at] ?? {};
    const follows = endings === undefined && this.#measures[at - 1]?.endings !== undefined;
    if ((startsRepeat === true || follows) && at !== this.#start) this.#begin(at);
    if (endings === undefined) return true;
    return this.#hasJumped ? isLastEnding(this.#measures, at) : endings.includes(this.#pass);
  }

  /** The measure to go on with; undefined at the end. */
  after(at: number): number | undefined {
    const measure = this.#measures[at] ?? {};
    if (!this.plays(at)) return at + 1;
    return this.#hasJumped ? this.#afterJump(measure, at) : this.#beforeJump(measure, at);
  }

  #beforeJump({ times, endings, daCapo, dalSegno }: MeasureMarks, at: number): number {
    if (times !== undefined) {
      // An ending that repeats leads back each time it is played.
      if (endings !== undefined || this.#pass < times) {
        this.#pass++;
        return this.#start;
      }
      this.#begin(at + 1);
    }
    if (daCapo !== true && dalSegno !== true) return at + 1;
    this.#hasJumped = true;
    return daCapo === true
      ? 0
      : Math.max(
          0,
          this.#measures.findIndex(({ segno }) => segno),
        );
  }

  #afterJump({ fine, toCoda }: MeasureMarks, at: number): number | undefined {
    if (fine === true) return undefined;
    const coda = toCoda === true ? this.#measures.findIndex((measure) => measure.coda) : -1;
    return coda > at ? coda : at + 1;
  }

  #begin(at: number): void {
    this.#start = at;
    this.#pass = 1;
  }
}

/** True if no other ending follows the one at this measure. */
function isLastEnding(measures: readonly MeasureMarks[], at: number): boolean {
  const { endings } = measures[at] ?? {};
  let next = at;
  while (measures[next]?.endings !== undefined) {
    if (measures[next]?.endings?.join() !== endings?.join()) return false;
    next++;
  }
  return true;
}
