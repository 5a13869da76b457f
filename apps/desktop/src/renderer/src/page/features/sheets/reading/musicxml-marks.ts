import { jumpsInWords, onlySign } from './jump-words.ts';
import type { MeasureMarks } from './playing-order.ts';
import { childOf, type Element, numberFrom } from './read-xml.ts';

/** More often is nothing that anybody plays. */
const mostTimes = 100;

type Marks = { -readonly [Key in keyof MeasureMarks]: MeasureMarks[Key] };

/** The order that each measure asks for; parts complete each other. @param parts the measures of each. */
export function measureMarks(parts: readonly (readonly Element[])[]): MeasureMarks[] {
  const all = parts.map((measures) => withEndings(measures, measures.map(ownMarks)));
  const count = Math.max(0, ...parts.map(({ length }) => length));
  const marks = Array.from(
    { length: count },
    (_, index) => Object.assign({}, ...all.map((ofPart) => ofPart[index]).reverse()) as Marks,
  );
  turnFirstCodas(marks);
  return marks;
}

/** An ending that nothing closes goes on to its repeat, or to where other music begins; or else it is one measure long. */
function withEndings(measures: readonly Element[], marks: readonly MeasureMarks[]): MeasureMarks[] {
  const endings = measures.map((measure) => measure.children.flatMap((child) => childOf(child, 'ending') ?? []));
  const result = [...marks];
  for (let at = 0; at < measures.length; at++) {
    const start = startOfEnding(endings[at]) ?? onlyStopped(endings, at);
    if (start === undefined) continue;
    const numbers = numbersOf(start.attributes.get('number') ?? '');
    const last = lastOfEnding(at, endings, marks);
    for (let index = at; index <= last; index++) result[index] = { ...result[index], endings: numbers };
    at = last;
  }
  return result;
}

function startOfEnding(endings: readonly Element[] | undefined): Element | undefined {
  return endings?.find(({ attributes }) => attributes.get('type') === 'start');
}

/** Some programs write only where a first ending stops; it is the measure before the second one. */
function onlyStopped(endings: readonly Element[][], at: number): Element | undefined {
  const [first, next] = [endings[at]?.[0], startOfEnding(endings[at + 1])];
  const isFirst = next !== undefined && !numbersOf(next.attributes.get('number') ?? '').includes(1);
  return first !== undefined && isFirst ? { ...first, attributes: new Map([['number', '1']]) } : undefined;
}

function lastOfEnding(start: number, endings: readonly Element[][], marks: readonly MeasureMarks[]): number {
  const stops = (at: number) => endings[at]?.some(({ attributes }) => attributes.get('type') !== 'start') === true;
  const starts = (at: number) => endings[at]?.some(({ attributes }) => attributes.get('type') === 'start') === true;
  for (let at = start; at < marks.length; at++) {
    if (at > start && starts(at)) return at - 1;
    if (stops(at)) return at;
  }
  const repeat = marks.findIndex(({ times }, at) => at >= start && times !== undefined);
  const other = marks.findIndex(({ startsRepeat }, at) => at > start && startsRepeat === true);
  return repeat >= 0 && (other < 0 || repeat < other) ? repeat : start;
}

/** Of one measure, without endings. */
function ownMarks(measure: Element): MeasureMarks {
  let marks: Marks = {};
  let isAfterNotes = false;
  for (const child of measure.children) {
    if (child.name === 'note') isAfterNotes = true;
    const repeat = childOf(child, 'repeat')?.attributes;
    if (repeat?.get('direction') === 'forward') marks.startsRepeat = true;
    if (repeat?.get('direction') === 'backward') marks.times = timesOf(repeat.get('times'));
    if (childOf(child, 'segno') !== undefined) marks.segno = onlySign;
    if (childOf(child, 'coda') !== undefined) marks.coda = onlySign;
    if (child.name === 'direction') marks = { ...marks, ...written(child, isAfterNotes) };
    const sound = child.name === 'sound' ? child : childOf(child, 'sound');
    if (sound !== undefined) marks = { ...marks, ...jumpsOf(sound.attributes) };
  }
  // A sound says which of two the sign means.
  if (marks.toCoda !== undefined) delete marks.coda;
  return marks;
}

/** Signs and words, which some programs write without a sound. */
function written(direction: Element, isAfterNotes: boolean): MeasureMarks {
  let marks: Marks = {};
  const types = direction.children.filter(({ name }) => name === 'direction-type').flatMap(({ children }) => children);
  for (const { name } of types) {
    if (name === 'segno') marks.segno = onlySign;
    else if (name === 'coda' && isAfterNotes) marks.toCoda = onlySign;
    else if (name === 'coda') marks.coda = onlySign;
  }
  const words = types.filter(({ name }) => name === 'words').map(({ text }) => text.trim());
  marks = { ...marks, ...jumpsInWords(words.join(' ')) };
  for (const text of words) marks = { ...marks, ...jumpsInWords(text) };
  return marks;
}

/** The last sign is the coda; those before it lead there. */
function turnFirstCodas(marks: Marks[]): void {
  const last = marks.findLastIndex(({ coda }) => coda !== undefined);
  if (marks.some(({ toCoda }) => toCoda !== undefined)) return;
  for (const each of marks.slice(0, Math.max(0, last))) {
    if (each.coda !== onlySign) continue;
    each.toCoda = onlySign;
    delete each.coda;
  }
}

function timesOf(text: string | undefined): number {
  return Math.min(mostTimes, Math.max(2, Math.round(numberFrom(text) ?? 2)));
}

/** As in "1, 2" or "1-3"; without numbers it is the first. */
export function numbersOf(text: string): readonly number[] {
  const numbers = text
    .replace(/\s*-\s*/g, '-')
    .split(/[,;\s.]+/)
    .flatMap((piece) => {
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
  const { segno, coda, dalsegno, tocoda } = Object.fromEntries(sound);
  return {
    ...(segno !== undefined && { segno }),
    ...(coda !== undefined && { coda }),
    ...(sound.get('dacapo') === 'yes' && { daCapo: true }),
    ...(dalsegno !== undefined && { dalSegno: dalsegno }),
    ...(tocoda !== undefined && { toCoda: tocoda }),
    ...(sound.has('fine') && { fine: true }),
  };
}
