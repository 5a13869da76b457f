import { type KeyboardView, wholeKeyboard } from '../piano/keyboard-view.ts';
import { keyOf } from '../piano/piano-keys.ts';

/** A note of a piece that is being played. Times are µs in the piece. */
export interface PieceNote {
  readonly track: number;
  readonly key: number;
  readonly startUs: number;
  readonly endUs: number;
}

/** A piece whose notes are shown before they are due. */
export interface ShownPiece {
  /** Sorted by their start. */
  readonly notes: readonly PieceNote[];
  positionUs(): number;
  /** A factor of the piece's own tempo. */
  speed(): number;
  isMoving(): boolean;
  /** True for a note that the user plays, and for all if they only listen. */
  isOwn(note: PieceNote): boolean;
  /** False for a note that is switched off. */
  isShown(note: PieceNote): boolean;
}

/** A note takes this long from the top of the stage to its key. */
const fallUs = 3_500_000;
const barWidth = 0.74;
const shortestPx = 6;
const radiusPx = 4;
/** A note that somebody else plays. */
const otherAlpha = 0.38;

/** Draws the notes of a piece that fall towards the keys and reach them when they are due. */
export class FallingNotes {
  readonly #context: CanvasRenderingContext2D | null;
  #piece: ShownPiece | undefined;
  #view = wholeKeyboard;
  #width = 0;
  #height = 0;
  /** The length of the longest note, so that a note that began earlier is found, µs. */
  #longestUs = 0;

  /** @param canvas one that is cleared before each draw(). */
  constructor(canvas: HTMLCanvasElement) {
    this.#context = canvas.getContext('2d');
  }

  get isMoving(): boolean {
    return this.#piece?.isMoving() ?? false;
  }

  setPiece(piece: ShownPiece | undefined): void {
    this.#piece = piece;
    this.#longestUs = (piece?.notes ?? []).reduce((most, { startUs, endUs }) => Math.max(most, endUs - startUs), 0);
  }

  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
  }

  setView(view: KeyboardView): void {
    this.#view = view;
  }

  draw(color: string): void {
    const [context, piece] = [this.#context, this.#piece];
    if (context === null || piece === undefined) return;
    const positionUs = piece.positionUs();
    const aheadUs = fallUs * piece.speed();
    context.fillStyle = color;
    context.strokeStyle = color;
    const { notes } = piece;
    for (let index = firstFrom(notes, positionUs - this.#longestUs); ; index++) {
      const note = notes[index];
      if (note === undefined || note.startUs > positionUs + aheadUs) break;
      if (note.endUs < positionUs || !piece.isShown(note)) continue;
      this.#drawNote(
        context,
        note,
        (timeUs) => this.#height * (1 - (timeUs - positionUs) / aheadUs),
        piece.isOwn(note),
      );
    }
    context.globalAlpha = 1;
  }

  #drawNote(context: CanvasRenderingContext2D, note: PieceNote, yOf: (timeUs: number) => number, isOwn: boolean): void {
    const key = keyOf(note.key);
    if (key === undefined) return;
    const pxPerKeyboard = this.#width / this.#view.width;
    const width = key.width * pxPerKeyboard * (key.black ? 1.1 : barWidth);
    const x = (key.left + key.width / 2 - this.#view.left) * pxPerKeyboard - width / 2;
    if (x > this.#width || x + width < 0) return;
    const bottom = Math.min(this.#height, yOf(note.startUs));
    const top = Math.min(bottom - shortestPx, yOf(note.endUs) + 2);
    context.globalAlpha = isOwn ? 0.95 : otherAlpha;
    context.beginPath();
    context.roundRect(x, top, width, bottom - top, Math.min(radiusPx, width / 2));
    context.fill();
    if (!isOwn) return;
    // Own notes have an outline, too, so that they differ by more than brightness.
    context.globalAlpha = 1;
    context.lineWidth = 2;
    context.stroke();
  }
}

/** The index of the first note that starts at or after a time. */
export function firstFrom(notes: readonly PieceNote[], startUs: number): number {
  let [low, high] = [0, notes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((notes[middle]?.startUs ?? 0) < startUs) low = middle + 1;
    else high = middle;
  }
  return low;
}
