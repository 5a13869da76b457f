import type { SheetController } from '../sheet-controller.ts';
import type { Block } from './leaves.ts';
import { PageTurner } from './page-turner.ts';

interface Parts {
  /** Its windows contain the lines already. */
  readonly root: HTMLElement;
  readonly sheets: SheetController;
  readonly byHalf: boolean;
  readonly onPlace: (index: number) => void;
}

/** A sheet of words with chords on pages. */
export class ChordReading {
  readonly #parts: Parts;
  readonly #turner: PageTurner;
  readonly #observer: ResizeObserver;
  #frame = 0;
  #followed = -1;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { root, byHalf } = parts;
    this.#turner = new PageTurner(root, { byHalf, blocks: () => blocksOf(root), onEnd: () => {} });
    // It also calls at once.
    this.#observer = new ResizeObserver(() => {
      this.#turner.lay();
      this.#followed = -1;
      this.follow();
    });
    this.#observer.observe(root);
    this.#followFile();
  }

  stop(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  turn(by: 1 | -1): void {
    this.#turner.turn(by);
  }

  /** Shows where the music is. */
  follow(): void {
    const { root, sheets, onPlace } = this.#parts;
    const { index, isMoving } = sheets.place();
    onPlace(index);
    for (const old of root.querySelectorAll('[aria-current]')) {
      if ((old as HTMLElement).dataset['line'] !== String(index)) old.removeAttribute('aria-current');
    }
    const lines = root.querySelectorAll<HTMLElement>(`[data-line="${index}"]`);
    for (const line of lines) {
      line.dataset['moving'] = String(isMoving);
      line.setAttribute('aria-current', 'true');
    }
    if (index === this.#followed || lines[0] === undefined) return;
    this.#followed = index;
    this.#turner.follow(lines[0].offsetTop, isMoving);
  }

  /** Starts at the line at a point of the window. */
  startAt(x: number, y: number): void {
    const line = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-line]');
    if (line === undefined || line === null) return;
    this.#parts.sheets.startAtWritten(Number(line.dataset['line']));
    this.follow();
  }

  #followFile(): void {
    this.#frame = requestAnimationFrame(() => {
      if (this.#parts.sheets.surroundings.position(undefined)?.isMoving === true) this.follow();
      this.#followFile();
    });
  }
}

const blockElements = '.chord-line, .chord-comment, .chord-fixed, .chord-section h3, .chords > p';

/** Each reaches to the next one, with the gap between them. */
function blocksOf(root: HTMLElement): readonly Block[] {
  const strip = root.querySelector<HTMLElement>('.reading-strip');
  const elements = [...(strip?.querySelectorAll<HTMLElement>(blockElements) ?? [])];
  const tops = elements.map(({ offsetTop }, index) => (index === 0 ? 0 : offsetTop));
  const last = elements.at(-1);
  const end = last === undefined ? 0 : last.offsetTop + last.offsetHeight;
  return elements.map((element, index) => ({
    top: tops[index] ?? 0,
    bottom: tops[index + 1] ?? end,
    isHeading: element.tagName === 'H3',
  }));
}
