/** Lines of a sheet that are never cut: a system, or a line of words. In px from the top of the drawing. */
export interface Block {
  readonly top: number;
  readonly bottom: number;
  /** A heading, which stays with the block below it. */
  readonly isHeading?: boolean;
}

/** The part of a drawing that one window shows: whole blocks. */
export interface Leaf {
  readonly top: number;
  readonly bottom: number;
  /** Below 1 if a block is higher than the window. */
  readonly scale: number;
}

/** Divides a drawing into leaves, each as full as a window of this height allows. @param blocks from top to bottom. */
export function leavesOf(blocks: readonly Block[], height: number): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let from = 0;
  while (from < blocks.length) {
    const top = blocks[from]?.top ?? 0;
    let to = from + 1;
    while (to < blocks.length && (blocks[to]?.bottom ?? 0) - top <= height) to++;
    while (to < blocks.length && to > from + 1 && blocks[to - 1]?.isHeading === true) to--;
    const bottom = blocks[to - 1]?.bottom ?? top;
    leaves.push({ top, bottom, scale: Math.min(1, height / Math.max(1, bottom - top)) });
    from = to;
  }
  return leaves;
}

/** The leaves of a drawing and the windows that show them: two beside or above each other, or one. */
export interface Book {
  readonly leaves: number;
  readonly windows: 1 | 2;
  /** One window turns at a time, so that the next leaf is in sight before it is played. */
  readonly byHalf: boolean;
}

/** The first leaf in sight after a turn; undefined if the drawing has none there. */
export function turned(first: number, by: 1 | -1, { leaves, windows, byHalf }: Book): number | undefined {
  if (by > 0 ? first + windows >= leaves : first <= 0) return undefined;
  return Math.max(0, first + by * (byHalf ? 1 : windows));
}

/** The first leaf in sight once the music is on a leaf. @param isMoving it goes on, so that what follows is wanted as well. */
export function following(first: number, leaf: number, isMoving: boolean, { leaves, windows, byHalf }: Book): number {
  const isSeen = leaf >= first && leaf < first + windows;
  const isReadAhead = byHalf && isMoving && leaf > first && first + windows < leaves;
  return isSeen && !isReadAhead ? first : openedAt(leaf, { leaves, windows, byHalf });
}

/** The first leaf in sight where a drawing opens at a leaf, or is divided again while that one is the first. */
export function openedAt(leaf: number, { leaves, windows, byHalf }: Book): number {
  return byHalf ? Math.min(leaf, Math.max(0, leaves - windows)) : leaf - (leaf % windows);
}

/** The leaf in a window. Those that stay in sight stay where they are, as paper does. */
export function leafIn(window: number, first: number, windows: number): number {
  return first + ((((window - first) % windows) + windows) % windows);
}
