import {
  type GraphicalMeasure,
  type GraphicalNote,
  OpenSheetMusicDisplay,
  TransposeCalculator,
} from 'opensheetmusicdisplay';
import type { Box, DrawnNote, Renderer } from './drawing.ts';
import { pageDocument, shownParts } from './page-document.ts';
import { shiftOf } from './page-view.ts';
import type { Engraving, NoteSheet } from './reading/sheet.ts';

const pxPerUnit = 10;
/** Room around a staff for what stands above and below it, in units. */
const around = 2;

/** Draws MusicXML, a page at a time. @param element without content. */
export function createMusicXmlRenderer(
  element: HTMLElement,
  sheet: NoteSheet,
  { pages, groups }: Extract<Engraving, { kind: 'musicxml' }>,
): Renderer {
  const display = new OpenSheetMusicDisplay(element, {
    autoResize: false,
    backend: 'svg',
    drawTitle: false,
    drawSubtitle: false,
    drawComposer: false,
    drawLyricist: false,
    drawCredits: false,
    followCursor: false,
    disableCursor: true,
    // Style sheets give it the colours of the theme.
    defaultColorMusic: '#000000',
  });
  // What it finds odd in a file concerns nobody here.
  display.setLogLevel('silent');
  display.TransposeCalculator = new TransposeCalculator();
  const rules = display.EngravingRules;
  rules.PageTopMargin = 3;
  rules.PageLeftMargin = 3;
  rules.PageRightMargin = 2;
  // They would stand on the clefs of the systems after the first.
  rules.RenderPartAbbreviations = false;
  rules.RenderMeasureNumbersOnlyAtSystemStart = true;
  let loaded: { readonly source: string; readonly shifts: string } | undefined;
  return {
    async draw(measure, zoom, view) {
      const page = pages.find(({ from, to }) => measure >= from && measure < to) ?? pages[0];
      if (page === undefined) throw new Error('There is no page.');
      const parts = shownParts(sheet, view);
      const source = pageDocument({ sheet, page, groups, view });
      const shifts = parts.map(({ firstStaff }) => shiftOf(view, page.transposes[firstStaff] ?? 0));
      if (loaded?.source !== source || loaded.shifts !== shifts.join()) {
        rules.RenderPartNames = parts.length > 1;
        await display.load(source);
        const { Instruments: instruments } = display.Sheet;
        instruments.forEach((instrument, index) => {
          instrument.Transpose = shifts[index] ?? 0;
          const { firstStaff = 0 } = parts[index] ?? {};
          instrument.Staves.forEach((staff, offset) => {
            staff.Visible = view.staves?.has(firstStaff + offset) ?? true;
          });
        });
        if (shifts.some((shift) => shift !== 0) || view.staves !== undefined) display.updateGraphic();
        loaded = { source, shifts: shifts.join() };
      }
      display.Zoom = zoom;
      display.render();
      const { MeasureList: drawn } = display.GraphicSheet;
      const boxes = new Map<number, Box>();
      for (let index = page.from; index < page.to; index++) {
        const box = boxOf(drawn[index - page.from] ?? [], pxPerUnit * zoom);
        if (box !== undefined) boxes.set(index, box);
      }
      const transposeOf = (drawnMeasure: GraphicalMeasure) => {
        const { ParentStaff: staff } = drawnMeasure;
        const part = parts[display.Sheet.Instruments.indexOf(staff.ParentInstrument)];
        const offset = staff.ParentInstrument.Staves.indexOf(staff);
        return page.transposes[(part?.firstStaff ?? 0) + offset] ?? 0;
      };
      return {
        ...{ from: page.from, to: page.to, boxes },
        notesOf: (index) =>
          (drawn[index - page.from] ?? []).flatMap((each) =>
            each === undefined ? [] : notesOf(each, transposeOf(each)),
          ),
      };
    },
  };
}

/** Around all staves of a measure. */
function boxOf(staves: readonly (GraphicalMeasure | undefined)[], scale: number): Box | undefined {
  const shapes = staves.flatMap((measure) =>
    measure?.ParentStaffLine === undefined ? [] : [measure.PositionAndShape],
  );
  const [first, last] = [shapes[0], shapes.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const top = first.AbsolutePosition.y - around;
  const staffHeight = 4;
  return {
    left: first.AbsolutePosition.x * scale,
    top: top * scale,
    width: first.Size.width * scale,
    height: (last.AbsolutePosition.y + staffHeight + around - top) * scale,
  };
}

/** What its typings leave out. */
type SvgNote = GraphicalNote & { readonly getNoteheadSVGs?: () => readonly Element[]; readonly vfnoteIndex?: number };

/** Middle C is 48 half-tones there. */
const halfToneOfKey0 = 12;

function notesOf(measure: GraphicalMeasure, transpose: number): DrawnNote[] {
  const entries = measure.staffEntries.flatMap((entry) => entry.graphicalVoiceEntries);
  return entries.flatMap((entry) =>
    (entry.notes as readonly SvgNote[]).flatMap((note): DrawnNote[] => {
      const { sourceNote } = note;
      if (sourceNote.isRest()) return [];
      const heads = headsOf(note);
      const head = heads[note.vfnoteIndex ?? 0] ?? heads[0];
      if (head === undefined) return [];
      // Its half-tone is that of the page, which may be transposed.
      const halfTone = sourceNote.Pitch?.getHalfTone() ?? sourceNote.halfTone;
      return [{ key: halfTone + halfToneOfKey0 + transpose, elements: [head] }];
    }),
  );
}

function headsOf(note: SvgNote): readonly Element[] {
  try {
    return note.getNoteheadSVGs?.() ?? [];
  } catch {
    // Some notes are not drawn, such as those of hidden voices.
    return [];
  }
}
