import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import type { ReadPart } from './musicxml-part.ts';
import { SheetError, type SheetPage } from './sheet.ts';

const numbered = /^<measure number="(\d+)"/;

/**
 * Divides a sheet into pages, each small enough to be drawn at once.
 * @param firstBar the number that the first measure should have
 * @throws {SheetError} for a measure that is not.
 */
export function pagesOf(parts: readonly ReadPart[], firstBar: number): SheetPage[] {
  const written = Number(numbered.exec(parts[0]?.measures[0]?.lead ?? '')?.[1] ?? firstBar);
  // Some programs count the pickup as a bar.
  const shift = firstBar === 0 && written === 1 ? 1 : 0;
  const count = Math.max(0, ...parts.map(({ measures }) => measures.length));
  const staves = parts.reduce((sum, part) => sum + part.staves, 0);
  const mostMeasures = Math.max(1, Math.floor(sheetLimits.stavesOfPage / Math.max(1, staves)));
  const pages: SheetPage[] = [];
  let from = 0;
  let notes = 0;
  for (let index = 0; index < count; index++) {
    const here = parts.reduce((sum, { measures }) => sum + (measures[index]?.drawnNotes ?? 0), 0);
    if (here > sheetLimits.notesOfMeasure) throw new SheetError('too-large');
    const isFull = index - from >= mostMeasures || notes + here > sheetLimits.notesOfPage;
    if (index > from && isFull) {
      pages.push(page(parts, from, index, shift));
      from = index;
      notes = 0;
    }
    notes += here;
  }
  if (count > from) pages.push(page(parts, from, count, shift));
  return pages;
}

function page(parts: readonly ReadPart[], from: number, to: number, shift: number): SheetPage {
  const renumbered = (_: string, number: string) => `<measure number="${Math.max(0, Number(number) - shift)}"`;
  const notes = parts.reduce((sum, { measures }) => sum + (measures[from]?.drawnNotes ?? 0), 0);
  return {
    from,
    to,
    isTooDense: notes > sheetLimits.notesOfDrawnMeasure,
    parts: parts.map(({ measures }) => {
      const drawn = measures
        .slice(from, to)
        .map(({ state, lead, body }, index) => ((index === 0 ? state : lead) + body).replace(numbered, renumbered));
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
