import type { Drawing } from './drawing.ts';

/** Marks the notes of one measure that sound, in the colour of whoever plays them. */
export class NoteMarks {
  readonly #marked = new Set<Element>();

  /** @param sounding colours by MIDI key. @param copies of the elements that were drawn, if the drawing is shown twice. */
  show(
    drawing: Drawing | undefined,
    measure: number,
    sounding: ReadonlyMap<number, string>,
    copies?: ReadonlyMap<Element, Element>,
  ): void {
    const colors = new Map<Element, string>();
    if (drawing !== undefined && sounding.size > 0) {
      for (const { key, elements } of drawing.notesOf(measure)) {
        const color = sounding.get(key);
        if (color === undefined) continue;
        for (const element of elements) {
          colors.set(element, color);
          const copy = copies?.get(element);
          if (copy !== undefined) colors.set(copy, color);
        }
      }
    }
    for (const element of this.#marked) {
      if (colors.has(element)) continue;
      element.classList.remove('sounds');
      this.#marked.delete(element);
    }
    for (const [element, color] of colors) {
      element.classList.add('sounds');
      (element as SVGElement).style.setProperty('--player', color);
      this.#marked.add(element);
    }
  }
}
