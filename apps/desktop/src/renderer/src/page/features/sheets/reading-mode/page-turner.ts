import { type Block, type Book, following, type Leaf, leafIn, leavesOf, openedAt, turned } from './leaves.ts';

interface Parts {
  /** The lines of the drawing, from top to bottom. */
  readonly blocks: () => readonly Block[];
  readonly byHalf: boolean;
  /** The user turns beyond what is drawn. */
  readonly onEnd: (by: 1 | -1) => void;
}

/** From this width on, two pages are read side by side on a screen that is wider than high, px. */
const twoPagesPx = 560;

/**
 * Shows the leaves of a drawing in two windows, each of which holds the whole drawing and lets a part of it be seen: side by side,
 * or above each other for half turns on a screen that is higher than wide.
 */
export class PageTurner {
  readonly #root: HTMLElement;
  readonly #parts: Parts;
  #leaves: readonly Leaf[] = [];
  #windows: 1 | 2 = 1;
  #first = 0;

  /** @param root contains two windows, each with a clip that contains a strip */
  constructor(root: HTMLElement, parts: Parts) {
    this.#root = root;
    this.#parts = parts;
    root.dataset['layout'] = this.#isSideways ? 'side' : 'whole';
  }

  /** Divides the drawing again, after it has changed or its windows have. */
  lay(): void {
    const { clientHeight: height } = this.#root;
    const blocks = this.#parts.blocks();
    const tallest = Math.max(0, ...blocks.map(({ top, bottom }) => bottom - top));
    const hasHalves = this.#parts.byHalf && tallest <= height / 2;
    const layout = this.#isSideways ? 'side' : hasHalves ? 'halves' : 'whole';
    const top = this.#leaves[this.#first]?.top ?? 0;
    this.#root.dataset['layout'] = layout;
    this.#windows = layout === 'whole' ? 1 : 2;
    this.#leaves = leavesOf(blocks, layout === 'halves' ? height / 2 : height);
    this.#first = openedAt(this.#leafAt(top), this.#book);
    this.#show();
  }

  turn(by: 1 | -1): void {
    const first = turned(this.#first, by, this.#book);
    if (first === undefined) {
      this.#parts.onEnd(by);
      return;
    }
    this.#first = first;
    this.#show();
  }

  /** Keeps a place in sight. @param top in px from the top of the drawing */
  follow(top: number, isMoving: boolean): void {
    const first = following(this.#first, this.#leafAt(top), isMoving, this.#book);
    if (first === this.#first) return;
    this.#first = first;
    this.#show();
  }

  /** Opens the drawing at its beginning. */
  reset(): void {
    this.#first = 0;
    this.#leaves = [];
  }

  get #book(): Book {
    return { leaves: this.#leaves.length, windows: this.#windows, byHalf: this.#parts.byHalf };
  }

  get #isSideways(): boolean {
    const { clientWidth, clientHeight } = this.#root;
    return clientWidth > clientHeight && clientWidth >= twoPagesPx;
  }

  #leafAt(top: number): number {
    return Math.max(
      0,
      this.#leaves.findLastIndex((leaf) => leaf.top <= top + 1),
    );
  }

  #show(): void {
    const windows = [...this.#root.children] as HTMLElement[];
    for (const [index, window] of windows.entries()) {
      const number = index < this.#windows ? leafIn(index, this.#first, this.#windows) : -1;
      const leaf = this.#leaves[number];
      const clip = window.firstElementChild as HTMLElement;
      const strip = clip.firstElementChild as HTMLElement;
      window.dataset['leaf'] = leaf === undefined ? '' : String(number);
      // Its music comes after that of the other window, although it stands before it.
      window.toggleAttribute('data-next', index === 0 && number > this.#first);
      clip.style.height = leaf === undefined ? '0' : `${(leaf.bottom - leaf.top) * leaf.scale}px`;
      strip.style.transform = leaf === undefined ? '' : `translateY(${-leaf.top * leaf.scale}px) scale(${leaf.scale})`;
    }
  }
}
