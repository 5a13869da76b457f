import { createRenderer, drawnBy, placeMark, settledMs, zoomIn } from '../draw-notes.ts';
import type { Drawing, Renderer } from '../drawing.ts';
import { NoteMarks } from '../note-marks.ts';
import type { PageView } from '../page-view.ts';
import type { NoteSheet } from '../reading/sheet.ts';
import type { SheetController } from '../sheet-controller.ts';
import { PageTurner } from './page-turner.ts';
import { inkOf, systemsOf } from './systems.ts';

interface Parts {
  readonly root: HTMLElement;
  readonly sheets: SheetController;
  readonly sheet: NoteSheet;
  readonly view: PageView;
  readonly size: number;
  readonly byHalf: boolean;
  readonly onPlace: (index: number) => void;
  readonly onFailed: () => void;
}

/** A sheet in notes on pages. It is drawn once, and copied for the second window. */
export class NoteReading {
  readonly #parts: Parts;
  readonly #turner: PageTurner;
  readonly #marks = new NoteMarks();
  readonly #page = document.createElement('div');
  readonly #copies = new Map<Element, Element>();
  #renderer: Renderer | undefined;
  #drawing: Drawing | undefined;
  /** The measure that is drawn next, once what is being drawn is done. */
  #wanted: { readonly measure: number; readonly isLast: boolean } | undefined;
  #isDrawing = false;
  #isGone = false;
  /** The measure that was followed last: nothing turns back to it while the user looks ahead. */
  #followed = -1;
  readonly #stops: (() => void)[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    const { root, sheets, sheet, byHalf } = parts;
    this.#turner = new PageTurner(root, {
      byHalf,
      blocks: () => {
        const boxes = [...(this.#drawing?.boxes ?? [])].toSorted(([a], [b]) => a - b).map(([, box]) => box);
        return systemsOf(boxes, inkOf(this.#page), this.#page.offsetHeight);
      },
      onEnd: (by) => this.#drawBeyond(by),
    });
    const [original] = strips(root);
    const element = document.createElement('div');
    this.#page.append(element);
    original?.replaceChildren(...markAndPage(this.#page));
    createRenderer(element, sheet).then(
      (made) => {
        if (this.#isGone) return;
        this.#renderer = made;
        this.follow();
      },
      () => this.#isGone || parts.onFailed(),
    );
    this.#stops.push(
      sheets.surroundings.onSounding(() => this.follow()),
      this.#followFile(),
      this.#followSize(),
    );
  }

  stop(): void {
    this.#isGone = true;
    for (const stop of this.#stops) stop();
  }

  turn(by: 1 | -1): void {
    this.#turner.turn(by);
  }

  /** Shows where the music is. */
  follow(): void {
    const { sheets, sheet, root, onPlace } = this.#parts;
    const { index, isMoving } = sheets.place();
    const measure = sheet.order[index] ?? 0;
    onPlace(index);
    const shown = this.#drawing;
    const box = shown?.boxes.get(measure);
    for (const mark of root.querySelectorAll<HTMLElement>('.sheet-now')) placeMark(mark, box, isMoving);
    this.#marks.show(shown, measure, sheets.surroundings.sounding(), this.#copies);
    if (measure === this.#followed) return;
    if (shown === undefined || measure < shown.from || measure >= shown.to) {
      if (this.#renderer !== undefined) void this.#draw({ measure, isLast: false });
      return;
    }
    if (box === undefined) return;
    this.#followed = measure;
    this.#turner.follow(box.top, isMoving);
  }

  /** Starts at the bar at a point of the window. */
  startAt(x: number, y: number): void {
    for (const strip of strips(this.#parts.root)) {
      const window = strip.closest('.reading-clip')?.getBoundingClientRect();
      if (window === undefined || x < window.left || x > window.right || y < window.top || y > window.bottom) continue;
      const { left, top, width } = strip.getBoundingClientRect();
      const scale = width / Math.max(1, strip.offsetWidth);
      const [atX, atY] = [(x - left) / scale, (y - top) / scale];
      for (const [measure, box] of this.#drawing?.boxes ?? []) {
        if (atX < box.left || atX > box.left + box.width || atY < box.top || atY > box.top + box.height) continue;
        this.#parts.sheets.startAtWritten(measure);
        this.follow();
        return;
      }
    }
  }

  #drawBeyond(by: 1 | -1): void {
    const { sheet } = this.#parts;
    const { from, to } = this.#drawing ?? { from: 0, to: sheet.measures.length };
    if (by > 0 && to < sheet.measures.length) void this.#draw({ measure: to, isLast: false });
    if (by < 0 && from > 0) void this.#draw({ measure: from - 1, isLast: true });
  }

  async #draw(wanted: { readonly measure: number; readonly isLast: boolean }): Promise<void> {
    this.#wanted = wanted;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    while (this.#wanted !== undefined && !this.#isGone) {
      const { measure, isLast } = this.#wanted;
      this.#wanted = undefined;
      await this.#drawFrom(measure, isLast);
    }
    this.#isDrawing = false;
  }

  /** @param isLast the measure is to be the last one in sight */
  async #drawFrom(measure: number, isLast: boolean): Promise<void> {
    const { sheets, view, size, onFailed } = this.#parts;
    const renderer = this.#renderer;
    if (renderer === undefined) return;
    const zoom = zoomIn(this.#page.clientWidth, size);
    let draw: (() => Promise<Drawing>) | undefined = () => renderer.draw(measure, zoom, view);
    let isFirst = true;
    while (draw !== undefined && !this.#isGone) {
      const drawn: Drawing | undefined = await drawnBy(draw, sheets);
      if (this.#isGone) return;
      if (drawn === undefined && this.#drawing === undefined) onFailed();
      if (drawn === undefined) return;
      this.#drawing = drawn;
      if (isFirst) this.#turner.reset();
      this.#copy();
      this.#turner.lay();
      const box = drawn.boxes.get(measure);
      if (box !== undefined && (isFirst || isLast)) this.#turner.follow(box.top, false);
      isFirst = false;
      this.follow();
      draw = this.#wanted === undefined ? drawn.more : undefined;
    }
  }

  #copy(): void {
    const [, second] = strips(this.#parts.root);
    if (second === undefined) return;
    const copy = this.#page.cloneNode(true) as HTMLElement;
    copy.setAttribute('aria-hidden', 'true');
    const copied = copy.querySelectorAll('*');
    this.#copies.clear();
    for (const [index, element] of this.#page.querySelectorAll('*').entries()) {
      const other = copied[index];
      if (other !== undefined) this.#copies.set(element, other);
    }
    second.replaceChildren(...markAndPage(copy));
  }

  /** The file that plays has no beats to follow. */
  #followFile(): () => void {
    const { surroundings } = this.#parts.sheets;
    let frame = 0;
    const next = () => {
      if (surroundings.position(undefined)?.isMoving === true) this.follow();
      frame = requestAnimationFrame(next);
    };
    next();
    return () => cancelAnimationFrame(frame);
  }

  #followSize(): () => void {
    let settling: ReturnType<typeof setTimeout> | undefined;
    let width = this.#page.clientWidth;
    const observer = new ResizeObserver(() => {
      clearTimeout(settling);
      settling = setTimeout(() => {
        const measure = Math.max(0, this.#followed);
        this.#turner.lay();
        if (this.#page.clientWidth === width) return;
        width = this.#page.clientWidth;
        this.#followed = -1;
        if (this.#renderer !== undefined) void this.#draw({ measure, isLast: false });
      }, settledMs);
    });
    observer.observe(this.#parts.root);
    return () => {
      clearTimeout(settling);
      observer.disconnect();
    };
  }
}

function strips(root: HTMLElement): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.reading-strip')];
}

function markAndPage(page: HTMLElement): readonly HTMLElement[] {
  page.className = 'sheet-page';
  const now = document.createElement('div');
  now.className = 'sheet-now';
  now.hidden = true;
  return [now, page];
}
