import { type GraphicalMeasure, type GraphicalNote, OpenSheetMusicDisplay } from 'opensheetmusicdisplay';
import type { Box, DrawnNote, Renderer } from './drawing.ts';
import type { NoteSheet } from './reading/sheet.ts';

/** Staves of measures on a page: drawing takes time, and the page goes on. */
const stavesPerPage = 96;
const pxPerUnit = 10;
/** Room around a staff for what stands above and below it, in units. */
const around = 2;

/** Draws MusicXML. @param element without content. */
export async function createMusicXmlRenderer(element: HTMLElement, sheet: NoteSheet): Promise<Renderer> {
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
    drawPartNames: new Set(sheet.staves).size > 1,
  });
  // What it finds odd in a file concerns nobody here.
  display.setLogLevel('silent');
  const rules = display.EngravingRules;
  rules.PageTopMargin = 2;
  rules.PageLeftMargin = 2;
  rules.PageRightMargin = 2;
  await display.load(sheet.source);
  const perPage = Math.min(48, Math.max(8, Math.round(stavesPerPage / Math.max(1, sheet.staves.length))));
  return {
    draw(measure, zoom) {
      const from = Math.floor(measure / perPage) * perPage;
      const to = Math.min(sheet.measures.length, from + perPage);
      rules.MinMeasureToDrawIndex = from;
      rules.MaxMeasureToDrawIndex = to - 1;
      display.Zoom = zoom;
      display.render();
      const { MeasureList: drawn } = display.GraphicSheet;
      const boxes = new Map<number, Box>();
      for (let index = from; index < to; index++) {
        const box = boxOf(drawn[index] ?? [], pxPerUnit * zoom);
        if (box !== undefined) boxes.set(index, box);
      }
      return { from, to, boxes, notesOf: (index) => (drawn[index] ?? []).flatMap((each) => notesOf(each)) };
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

function notesOf(measure: GraphicalMeasure | undefined): DrawnNote[] {
  const entries = measure?.staffEntries.flatMap((entry) => entry.graphicalVoiceEntries) ?? [];
  return entries.flatMap((entry) =>
    (entry.notes as readonly SvgNote[]).flatMap((note): DrawnNote[] => {
      const { sourceNote } = note;
      if (sourceNote.isRest()) return [];
      const heads = headsOf(note);
      const head = heads[note.vfnoteIndex ?? 0] ?? heads[0];
      // It is written for an instrument that sounds higher or lower.
      const transpose = measure?.ParentStaff.ParentInstrument.PlaybackTranspose ?? 0;
      return head === undefined ? [] : [{ key: sourceNote.halfTone + halfToneOfKey0 + transpose, elements: [head] }];
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
