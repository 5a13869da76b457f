import abcjs, { type TuneObject, type VoiceItemNote } from 'abcjs';
import type { Box, DrawnNote, Renderer } from './drawing.ts';
import { shiftOf } from './page-view.ts';
import { type AbcNote, tuneVoices } from './reading/abc-voices.ts';
import type { NoteSheet } from './reading/sheet.ts';

/** px at the sides. */
const margin = 12;
/** Room for the number of an ending that begins there. */
const rightMargin = 28;
const narrowestStaff = 240;
/** px around the notes of a measure. */
const around = 6;

/** Draws ABC, always as a whole. @param element without content. @param source the tune */
export function createAbcRenderer(element: HTMLElement, sheet: NoteSheet, source: string): Renderer {
  return {
    async draw(_measure, zoom, view) {
      // On the screen, whatever the zoom is.
      const width = element.parentElement?.clientWidth ?? 0;
      const staffwidth = Math.max(narrowestStaff, width - (margin + rightMargin) * zoom);
      const [tune] = abcjs.renderAbc(element, withoutHeadings(source), {
        visualTranspose: shiftOf(view, 0),
        add_classes: true,
        scale: zoom,
        staffwidth,
        paddingleft: margin,
        paddingright: rightMargin,
        paddingtop: margin,
        paddingbottom: margin,
        foregroundColor: 'currentColor',
        selectTypes: false,
        wrap: { minSpacing: 1.6, maxSpacing: 2.8, preferredMeasuresPerLine: 4 },
      });
      const notes = Map.groupBy(tune === undefined ? [] : notesOf(tune, source), ({ measure }) => measure);
      const origin = element.getBoundingClientRect();
      const boxes = new Map<number, Box>();
      for (const [measure, ofMeasure] of notes) {
        const box = boxAround(ofMeasure.flatMap(elementsOf), origin);
        if (box !== undefined) boxes.set(measure, box);
      }
      return {
        from: 0,
        to: sheet.measures.length,
        boxes,
        notesOf: (measure) => (notes.get(measure) ?? []).flatMap((note) => drawnNotes(note, shiftOf(view, 0))),
      };
    },
  };
}

/** Title and composer stand above the page. */
function withoutHeadings(source: string): string {
  return source.replace(/^[TC]:.*$/gm, '%');
}

function notesOf(tune: TuneObject, source: string): readonly AbcNote[] {
  return tuneVoices(tune, source).voices.flatMap(({ notes }) => notes);
}

/** The elements that abcjs adds to a note when it draws it. */
function elementsOf({ item }: AbcNote): readonly Element[] {
  const { abselem } = item as VoiceItemNote & { readonly abselem?: { readonly elemset?: readonly Element[] } };
  return abselem?.elemset?.filter((element) => element instanceof Element) ?? [];
}

/** A chord is one element with a head for each key. @param shift semitones by which it is drawn higher */
function drawnNotes(note: AbcNote, shift: number): DrawnNote[] {
  const elements = elementsOf(note);
  const heads = elements.flatMap((element) => [...element.querySelectorAll('.abcjs-notehead')]);
  return note.keys.map(({ key }, index) => {
    const head = heads.length === note.keys.length ? heads[index] : undefined;
    return { key: key - shift, elements: head === undefined ? elements : [head] };
  });
}

function boxAround(elements: readonly Element[], origin: DOMRect): Box | undefined {
  const rects = elements.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
  if (rects.length === 0) return undefined;
  const left = Math.min(...rects.map((rect) => rect.left)) - around - origin.left;
  const top = Math.min(...rects.map((rect) => rect.top)) - around - origin.top;
  const right = Math.max(...rects.map((rect) => rect.right)) + around - origin.left;
  const bottom = Math.max(...rects.map((rect) => rect.bottom)) + around - origin.top;
  return { left, top, width: right - left, height: bottom - top };
}
