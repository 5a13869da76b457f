import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { SheetError } from './sheet.ts';

/** The order that a measure asks for. */
export interface MeasureMarks {
  /** A repeat begins here. */
  readonly startsRepeat?: boolean;
  /** A repeat ends here: how often the passage is played in all. */
  readonly times?: number;
  /** The numbers of the ending that this measure belongs to. */
  readonly endings?: readonly number[];
  /** Signs at the start of the measure. Of several, jumps name the one they mean. */
  readonly segno?: string;
  readonly coda?: string;
  /** At the end of the measure: from the beginning, from the segno, on to the coda, or over. */
  readonly daCapo?: boolean;
  readonly dalSegno?: string;
  readonly toCoda?: string;
  readonly fine?: boolean;
  /** The jump at the end says where the second time through ends. */
  readonly until?: 'fine' | 'coda';
}

/**
 * The indexes of measures in the order in which they are played. Each jump is taken once, after the repeats around it. Until the
 * music is back where it jumped, or at the coda, repeats are played once, with their last ending.
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

/** A passage that is repeated. */
interface Passage {
  readonly start: number;
  /** How often it has been begun. */
  pass: number;
}

/** The way through the measures. */
class Course {
  readonly #measures: readonly MeasureMarks[];
  /** The jump after which the music is where it has been before. */
  #jump: { readonly from: number; readonly until: MeasureMarks['until'] } | undefined;
  /** Measures whose jump has been taken. */
  readonly #taken = new Set<number>();
  /** From the outermost; one inside an ending is repeated within the one around it. */
  #passages: Passage[] = [{ start: 0, pass: 1 }];

  constructor(measures: readonly MeasureMarks[]) {
    this.#measures = measures;
  }

  /** False for a measure of another ending. Call it before after(). */
  plays(at: number): boolean {
    const { startsRepeat, endings } = this.#measures[at] ?? {};
    const isBegun = this.#passages.some(({ start }) => start === at);
    // A trio's repeat, of which the start is often not written, begins after the "Fine" before it.
    const before = this.#measures[at - 1];
    const follows = endings === undefined && (before?.endings !== undefined || before?.fine === true);
    if (!isBegun && endings === undefined && (startsRepeat === true || follows)) this.#begin(at);
    else if (!isBegun && endings !== undefined && startsRepeat === true && this.#isTurn(at, endings)) {
      this.#passages.push({ start: at, pass: 1 });
    }
    return endings === undefined || this.#isTurn(at, endings);
  }

  /** The measure to go on with; undefined at the end. */
  after(at: number): number | undefined {
    const measure = this.#measures[at] ?? {};
    if (!this.plays(at)) return at + 1;
    if (this.#jump === undefined) return this.#repeated(measure, at) ?? this.#jumped(measure, at);
    const { from, until } = this.#jump;
    if (measure.fine === true && until !== 'coda') return undefined;
    const coda = measure.toCoda === undefined || until === 'fine' ? -1 : this.#codaOf(measure.toCoda, at);
    if (coda < 0 && at !== from) return at + 1;
    this.#jump = undefined;
    if (coda < 0) return this.#jumped(measure, at);
    this.#begin(coda);
    return coda;
  }

  /** Back to the start of the passage; undefined if it has been played often enough. */
  #repeated({ times, endings }: MeasureMarks, at: number): number | undefined {
    if (times === undefined) return undefined;
    const passage = this.#passages.at(-1) ?? { start: 0, pass: 1 };
    const first = this.#firstEndingOf(at);
    const isOwnEnding = endings !== undefined && passage.start < first;
    // An ending leads back as long as there is one for the next time.
    if (isOwnEnding ? this.#hasEnding(first, passage.pass + 1) : passage.pass < times) {
      passage.pass++;
      return passage.start;
    }
    if (this.#passages.length > 1) this.#passages.pop();
    else this.#begin(at + 1);
    return undefined;
  }

  #jumped({ daCapo, dalSegno, until }: MeasureMarks, at: number): number {
    if ((daCapo !== true && dalSegno === undefined) || this.#taken.has(at)) return at + 1;
    this.#taken.add(at);
    this.#jump = { from: at, until };
    const to = dalSegno === undefined || daCapo === true ? 0 : this.#segnoOf(dalSegno, at);
    this.#begin(to);
    return to;
  }

  /** The sign of that name, or else the last one before the jump. */
  #segnoOf(name: string, at: number): number {
    const before = this.#measures.slice(0, at + 1);
    const named = before.findLastIndex(({ segno }) => segno === name);
    return Math.max(0, named < 0 ? before.findLastIndex(({ segno }) => segno !== undefined) : named);
  }

  #codaOf(name: string, at: number): number {
    const named = this.#measures.findIndex(({ coda }, index) => index > at && coda === name);
    return named < 0 ? this.#measures.findIndex(({ coda }, index) => index > at && coda !== undefined) : named;
  }

  #isTurn(at: number, endings: readonly number[]): boolean {
    if (this.#jump !== undefined) return isLastEnding(this.#measures, at);
    const first = this.#firstEndingOf(at);
    const pass = this.#passages.findLast(({ start }) => start < first)?.pass ?? this.#passages[0]?.pass ?? 1;
    // Where no ending is for the first time, all are: nothing that is written is lost.
    return endings.includes(pass) || (pass === 1 && !this.#hasEnding(first, 1));
  }

  /** The first measure of the endings around this one. */
  #firstEndingOf(at: number): number {
    let first = at;
    while (first > 0 && this.#measures[first - 1]?.endings !== undefined) first--;
    return first;
  }

  /** True if one of the endings from this measure on is for that time. */
  #hasEnding(at: number, pass: number): boolean {
    for (let next = at; this.#measures[next]?.endings !== undefined; next++) {
      if (this.#measures[next]?.endings?.includes(pass) === true) return true;
    }
    return false;
  }

  #begin(at: number): void {
    this.#passages = [{ start: at, pass: 1 }];
  }
}

/** True if no other ending follows the one at this measure. */
function isLastEnding(measures: readonly MeasureMarks[], at: number): boolean {
  const { endings } = measures[at] ?? {};
  for (let next = at; measures[next]?.endings !== undefined; next++) {
    if (measures[next]?.endings?.join() !== endings?.join()) return false;
  }
  return true;
}
