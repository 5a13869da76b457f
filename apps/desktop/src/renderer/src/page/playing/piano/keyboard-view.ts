/** The visible part of the keyboard, in parts of the whole width. */
export interface KeyboardView {
  readonly left: number;
  readonly width: number;
}

/** All 88 keys. */
export const wholeKeyboard: KeyboardView = { left: 0, width: 1 };

const whiteKeys = 52;
/** The possible numbers of visible white keys, widest first: 88, 61, 49, 37 and 25 keys, and an octave. */
const spans = [52, 36, 29, 22, 15, 8] as const;
const octave = 7;
/** A finger hits keys of this width safely, CSS px. */
const fingerPx = 44;
/** The leftmost white key of each span when it is first shown: a C, so that middle C is in view. */
const homes: Readonly<Record<number, number>> = { 52: 0, 36: 9, 29: 9, 22: 16, 15: 16, 8: 23 };

/** @param direction 1 shows fewer keys, -1 more. `around` is the position that stays in place. */
export function zoomed(view: KeyboardView, direction: 1 | -1, around = view.left + view.width / 2): KeyboardView {
  const now = spanOf(view);
  const next = direction > 0 ? spans.find((span) => span < now) : spans.findLast((span) => span > now);
  if (next === undefined) return view;
  const width = next / whiteKeys;
  return placed(around - ((around - view.left) / view.width) * width, width);
}

/** Moves by octaves; stops at the ends. */
export function panned(view: KeyboardView, octaves: number): KeyboardView {
  return placed(view.left + (octaves * octave) / whiteKeys, view.width);
}

/** Moves just far enough to show a key. */
export function revealing(view: KeyboardView, key: { readonly left: number; readonly width: number }): KeyboardView {
  // A black key starts within a white one; the sum absorbs the rounding of parts of the width.
  if (key.left < view.left) return placed(Math.floor(key.left * whiteKeys + 1e-6) / whiteKeys, view.width);
  const right = key.left + key.width;
  return right > view.left + view.width
    ? placed(Math.ceil(right * whiteKeys) / whiteKeys - view.width, view.width)
    : view;
}

/** Moves just far enough to show several keys; if they do not all fit, the lowest ones. */
export function revealingAll(
  view: KeyboardView,
  keys: readonly { readonly left: number; readonly width: number }[],
): KeyboardView {
  const fromTheTop = keys.toSorted((a, b) => b.left - a.left);
  return fromTheTop.reduce(revealing, view);
}

/** Moves so that a point of the keyboard, 0 to 1, is in the middle. */
export function centred(view: KeyboardView, at: number): KeyboardView {
  return placed(at - view.width / 2, view.width);
}

/** As many keys as fit into this width with room for a finger on each, near the keys that were shown before. */
export function fittedToFingers(before: KeyboardView, widthPx: number): KeyboardView {
  const span = spans.find((each) => widthPx / each >= fingerPx) ?? spans[spans.length - 1] ?? whiteKeys;
  if (span === spanOf(before)) return before;
  const width = span / whiteKeys;
  if (spanOf(before) === whiteKeys) return placed((homes[span] ?? 0) / whiteKeys, width);
  return placed(before.left + (before.width - width) / 2, width);
}

/** Restores a stored view, corrected; anything invalid becomes the whole keyboard. */
export function viewFrom(value: unknown): KeyboardView {
  const { left, width } = (value ?? {}) as Partial<Record<keyof KeyboardView, unknown>>;
  const span = typeof width === 'number' ? spans.find((each) => Math.abs(each / whiteKeys - width) < 1e-9) : undefined;
  if (span === undefined || typeof left !== 'number' || !Number.isFinite(left)) return wholeKeyboard;
  return placed(left, span / whiteKeys);
}

/** The number of visible white keys. */
export function spanOf(view: KeyboardView): number {
  return Math.round(view.width * whiteKeys);
}

/** A view that starts at a white key and stays within the keyboard. */
function placed(left: number, width: number): KeyboardView {
  const first = Math.round(left * whiteKeys);
  return { left: Math.min(whiteKeys - Math.round(width * whiteKeys), Math.max(0, first)) / whiteKeys, width };
}
