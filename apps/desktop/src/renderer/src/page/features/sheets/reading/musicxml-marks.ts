import type { MeasureMarks } from './playing-order.ts';
import { childOf, type Element, numberFrom } from './read-xml.ts';

/** More often is nothing that anybody plays. */
const mostTimes = 100;

/** What each measure of a part says about the order. */
export function measureMarks(measures: readonly Element[]): MeasureMarks[] {
  /** The one that has begun, and not ended. */
  let ending: readonly number[] | undefined;
  return measures.map((measure) => {
    const marks = ownMarks(measure);
    let stops = false;
    for (const written of measure.children.map((child) => childOf(child, 'ending')?.attributes)) {
      if (written?.get('type') === 'start') ending = numbersOf(written.get('number') ?? '');
      else if (written !== undefined) stops = true;
    }
    const endings = ending;
    if (stops) ending = undefined;
    return endings === undefined ? marks : { ...marks, endings };
  });
}

/** Without endings. */
function ownMarks(measure: Element): MeasureMarks {
  let marks: MeasureMarks = {};
  for (const child of measure.children) {
    const repeat = childOf(child, 'repeat')?.attributes;
    const sound = child.name === 'sound' ? child : childOf(child, 'sound');
    if (repeat?.get('direction') === 'forward') marks = { ...marks, startsRepeat: true };
    if (repeat?.get('direction') === 'backward') marks = { ...marks, times: timesOf(repeat.get('times')) };
    if (sound !== undefined) marks = { ...marks, ...jumpsOf(sound.attributes) };
  }
  return marks;
}

function timesOf(text: string | undefined): number {
  return Math.min(mostTimes, Math.max(2, numberFrom(text) ?? 2));
}

/** As in "1, 2" or "1-3"; without numbers it is the first. */
function numbersOf(text: string): readonly number[] {
  const numbers = text.split(/[,\s.]+/).flatMap((piece) => {
    const [, first, last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(piece) ?? [];
    const from = numberFrom(first);
    const to = numberFrom(last);
    return from === undefined || to === undefined || to < from
      ? []
      : Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  return numbers.length === 0 ? [1] : numbers;
}

function jumpsOf(sound: ReadonlyMap<string, string>): MeasureMarks {
  return {
    ...(sound.has('segno') && { segno: true }),
    ...(sound.has('coda') && { coda: true }),
    ...(sound.get('dacapo') === 'yes' && { daCapo: true }),
    ...(sound.has('dalsegno') && { dalSegno: true }),
    ...(sound.has('tocoda') && { toCoda: true }),
    ...(sound.has('fine') && { fine: true }),
  };
}
