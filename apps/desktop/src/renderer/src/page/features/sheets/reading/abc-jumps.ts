import { jumpsInWords, onlySign } from './jump-words.ts';
import type { MeasureMarks } from './playing-order.ts';

/** What decorations say about the order, and texts such as "D.S. al Coda". */
function jumpsOf(decorations: readonly string[], texts: readonly string[]): MeasureMarks {
  const names = decorations.map((name) => name.toLowerCase().replaceAll('.', ''));
  const has = (...wanted: string[]) => names.some((name) => wanted.includes(name));
  return {
    ...(Object.assign({}, ...texts.map(jumpsInWords)) as MeasureMarks),
    ...(has('segno') && { segno: onlySign }),
    ...(has('coda') && { coda: onlySign }),
    ...(has('tocoda') && { toCoda: onlySign }),
    ...(has('fine') && { fine: true }),
    ...(has('dc', 'dacapo', 'dcalfine', 'dcalcoda') && { daCapo: true }),
    ...(has('ds', 'dsalfine', 'dsalcoda') && { dalSegno: onlySign }),
    ...(has('dcalfine', 'dsalfine') && { until: 'fine' as const }),
    ...(has('dcalcoda', 'dsalcoda', 'dacoda') && { until: 'coda' as const }),
  };
}

/** Of a note's measure. @param isFirst it is the measure's first: a coda above a later one leads to it. */
export function noteJumps(decorations: readonly string[], texts: readonly string[], isFirst: boolean): MeasureMarks {
  const { coda, ...jumps } = jumpsOf(decorations, texts);
  if (coda === undefined) return jumps;
  return isFirst ? { ...jumps, coda } : { ...jumps, toCoda: coda };
}

/** Of the measures before and after a bar line. */
export function barJumps(decorations: readonly string[], texts: readonly string[]) {
  const { segno, ...here } = jumpsOf(decorations, texts);
  return { here, next: segno === undefined ? {} : { segno } };
}
