import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import type { ReadPart } from './musicxml-part.ts';
import { SheetError, type SheetPage } from './sheet.ts';

/** Divides a sheet into pages, each small enough to be drawn at once. @throws {SheetError} for a measure that is not. */
export function pagesOf(parts: readonly ReadPart[]): SheetPage[] {
  const count = Math.max(0, ...parts.map(({ measures }) => measures.length));
  const staves = parts.reduce((sum, part) => sum + part.staves, 0);
  const mostMeasures = Math.max(1, Math.floor(sheetLimits.stavesOfPage / Math.max(1, staves)));
  const pages: SheetPage[] = [];
  let from = 0;
  let notes = 0;
  for (let index = 0; index < count; index++) {
    const here = parts.reduce((sum, { measures }) => sum + (measures[index]?.drawnNotes ?? 0), 0);
    if (here > sheetLimits.notesOfMeasure) throw new SheetError('too-large');
    const isFull =
      index - from >= Math.min(mostMeasures, sheetLimits.measuresOfPage) || notes + here > sheetLimits.notesOfPage;
    if (index > from && isFull) {
      pages.push(page(parts, from, index));
      from = index;
      notes = 0;
    }
    notes += here;
  }
  if (count > from) pages.push(page(parts, from, count));
  return pages;
}

function page(parts: readonly ReadPart[], from: number, to: number): SheetPage {
  return {
    from,
    to,
    parts: parts.map(({ measures }) => {
      const drawn = measures.slice(from, to).map(({ state, lead, body }, index) => (index === 0 ? state : lead) + body);
      // Parts may be of different lengths, and the engraver's may not.
      while (drawn.length < to - from) drawn.push('<measure number="0"/>');
      return drawn.join('');
    }),
    transposes: parts.flatMap(({ measures, staves }) => {
      const known = measures[from]?.transposes;
      return Array.from({ length: staves }, (_, staff) => known?.[staff] ?? 0);
    }),
  };
}
