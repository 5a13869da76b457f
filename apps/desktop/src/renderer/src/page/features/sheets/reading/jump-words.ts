import type { MeasureMarks } from './playing-order.ts';

type Jumps = Pick<MeasureMarks, 'daCapo' | 'dalSegno' | 'toCoda' | 'coda' | 'fine' | 'until'>;

/** The name of a sign that has none. */
export const onlySign = 'sign';

/** What words above the staff say about the order, as in "D.S. al Coda". */
export function jumpsInWords(text: string): Jumps {
  const words = text
    .toLowerCase()
    .replace(/[\s.]+/g, ' ')
    .trim();
  if (words.length > 40) return {};
  const until = /\bal fine\b/.test(words) ? 'fine' : undefined;
  const ends = /\b(al|alla|e poi la) coda\b/.test(words) ? 'coda' : until;
  if (/^(d ?c\b|da capo\b)/.test(words)) return { daCapo: true, ...(ends && { until: ends }) };
  if (/^(d ?s\b|dal segno\b|del segno\b)/.test(words)) return { dalSegno: onlySign, ...(ends && { until: ends }) };
  if (/^(to|alla|al) coda\b/.test(words)) return { toCoda: onlySign };
  if (/^(fine|end)$/.test(words)) return { fine: true };
  return /^coda$/.test(words) ? { coda: onlySign } : {};
}
