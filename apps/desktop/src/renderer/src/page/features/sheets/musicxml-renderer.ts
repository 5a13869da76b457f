import {
  type GraphicalMeasure,
  type GraphicalNote,
  OpenSheetMusicDisplay,
  TransposeCalculator,
} from 'opensheetmusicdisplay';
import { sheetLimits } from '../../../../../shared/sheet-file.ts';
import type { Box, Drawing, DrawnNote, Renderer } from './drawing.ts';
import { pageDocument, shownParts } from './page-document.ts';
import { type PageView, shiftOf } from './page-view.ts';
import type { Engraving, NoteSheet, SheetPage } from './reading/sheet.ts';

const pxPerUnit = 10;
/** Room around a staff for what stands above and below it, in units. */
const around = 2;

/** Draws MusicXML, a page at a time. @param element without content. */
export function createMusicXmlRenderer(
  element: HTMLElement,
  sheet: NoteSheet,
  { pages, groups }: Extract<Engraving, { kind: 'musicxml' }>,
): Renderer {
  const done = document.createElement('div');
  const work = document.createElement('div');
  element.append(done, work);
  const display = new OpenSheetMusicDisplay(work, {
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
  // Its warnings about a file concern nobody here.
  display.setLogLevel('silent');
  display.TransposeCalculator = new TransposeCalculator();
  const rules = display.EngravingRules;
  // Some programs write files without beams.
  rules.AutoBeamNotes = !pages.some(({ parts }) => parts.some((part) => part.includes('<beam')));
  rules.PageTopMargin = 3;
  rules.PageBottomMargin = 1;
  rules.PageLeftMargin = 3.7;
  rules.PageRightMargin = 2;
  // They would stand on the clefs of the systems after the first.
  rules.RenderPartAbbreviations = false;
  rules.RenderMeasureNumbersOnlyAtSystemStart = true;
  const setRules = (page: SheetPage, parts: number, isFirst: boolean) => {
    // As in print, names stand before the first system.
    rules.RenderPartNames = parts > 1 && isFirst;
    // Where the music goes on below, a system that is nearly full is stretched, and one of a bar or two is not torn apart.
    rules.LastSystemMaxScalingFactor = page === pages.at(-1) ? 1.4 : 2.2;
  };
  /** Draws a page where OpenSheetMusicDisplay draws, and moves it below those that are there. */
  const append = async (page: SheetPage, zoom: number, view: PageView, isFirst: boolean): Promise<Drawing> => {
    if (page.isTooDense) throw new Error('It has too many notes.');
    const parts = shownParts(sheet, view);
    const shifts = parts.map(({ firstStaff }) => shiftOf(view, page.transposes[firstStaff] ?? 0));
    setRules(page, parts.length, isFirst);
    await display.load(pageDocument({ sheet, page, groups, view }));
    const { Instruments: instruments } = display.Sheet;
    for (const [index, instrument] of instruments.entries()) {
      instrument.Transpose = shifts[index] ?? 0;
      const { firstStaff = 0 } = parts[index] ?? {};
      for (const [offset, staff] of instrument.Staves.entries()) {
        staff.Visible = view.staves?.has(firstStaff + offset) ?? true;
      }
    }
    if (shifts.some((shift) => shift !== 0) || view.staves !== undefined) display.updateGraphic();
    display.Zoom = zoom;
    display.render();
    placeBarNumbers(display, pxPerUnit * zoom, page.from === 0);
    const top = isFirst ? 0 : done.offsetHeight;
    const { MeasureList: drawn } = display.GraphicSheet;
    const boxes = new Map<number, Box>();
    for (let index = page.from; index < page.to; index++) {
      const box = boxOf(drawn[index - page.from] ?? [], pxPerUnit * zoom);
      if (box !== undefined) boxes.set(index, { ...box, top: box.top + top });
    }
    const notes = drawn.map((staves) =>
      staves.flatMap((each) => (each === undefined ? [] : notesOf(each, transposeOf(each)))),
    );
    function transposeOf({ ParentStaff: staff }: GraphicalMeasure): number {
      const { ParentInstrument: instrument } = staff;
      const { firstStaff = 0 } = parts[instruments.indexOf(instrument)] ?? {};
      return page.transposes[firstStaff + instrument.Staves.indexOf(staff)] ?? 0;
    }
    // The old page stays until there is something else.
    if (isFirst) done.replaceChildren();
    // The engraver empties its own drawing before the next one.
    for (const svg of work.querySelectorAll('svg')) {
      const kept = svg.cloneNode(false) as SVGElement;
      kept.append(...svg.childNodes);
      done.append(kept);
    }
    work.replaceChildren();
    return { from: page.from, to: page.to, boxes, notesOf: (index) => notes[index - page.from] ?? [] };
  };
  const withMore = (before: Drawing, first: number, zoom: number, view: PageView): Drawing => {
    const next = pages.find(({ from }) => from === before.to);
    if (next === undefined || next.isTooDense || before.to - first >= sheetLimits.measuresInSight) return before;
    return {
      ...before,
      more: async () => {
        const page = await append(next, zoom, view, false);
        const both: Drawing = {
          ...{ from: before.from, to: page.to, boxes: new Map([...before.boxes, ...page.boxes]) },
          notesOf: (index) => (index < page.from ? before : page).notesOf(index),
        };
        return withMore(both, first, zoom, view);
      },
    };
  };
  return {
    async draw(measure, zoom, view) {
      const page = pages.find(({ from, to }) => measure >= from && measure < to) ?? pages[0];
      if (page === undefined) throw new Error('There is no page.');
      return withMore(await append(page, zoom, view, true), page.from, zoom, view);
    },
  };
}

/** Each system has the number of its first bar to the left of the clef, as in print; the first one of all needs none. */
function placeBarNumbers(display: OpenSheetMusicDisplay, scale: number, hasFirst: boolean): void {
  const systems = display.GraphicSheet.MusicPages.flatMap(({ MusicSystems }) => MusicSystems);
  for (const [index, system] of systems.entries()) {
    for (const [place, { SVGNode: node, PositionAndShape: shape }] of system.MeasureNumberLabels.entries()) {
      if (!(node instanceof Element)) continue;
      if (place > 0 || (hasFirst && index === 0)) node.remove();
      else node.setAttribute('transform', `translate(${-(shape.Size.width + 0.4) * scale} 0)`);
    }
  }
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

/** The members that its typings leave out. */
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
