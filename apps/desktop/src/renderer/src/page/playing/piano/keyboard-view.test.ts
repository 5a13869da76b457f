import { describe, expect, it } from 'vitest';
import {
  centred,
  fittedToFingers,
  panned,
  revealing,
  revealingAll,
  spanOf,
  viewFrom,
  wholeKeyboard,
  zoomed,
} from './keyboard-view.ts';
import { keyOf } from './piano-keys.ts';

const at = (first: number, span: number) => ({ left: first / 52, width: span / 52 });

describe('the visible part of the keyboard', () => {
  it('zooms in to the sizes that keyboards have, and out again', () => {
    let view = wholeKeyboard;
    for (const span of [36, 29, 22, 15, 8, 8]) {
      view = zoomed(view, 1);
      expect(spanOf(view)).toBe(span);
    }
    for (const span of [15, 22, 29, 36, 52, 52]) {
      view = zoomed(view, -1);
      expect(spanOf(view)).toBe(span);
    }
    expect(view).toEqual(wholeKeyboard);
  });

  it('keeps the point under the pointer in place', () => {
    const view = zoomed(at(10, 36), 1, 10 / 52);
    expect(view).toEqual(at(10, 29));
    expect(zoomed(at(10, 36), 1, 46 / 52)).toEqual(at(17, 29));
  });

  it('moves by octaves as far as there are keys', () => {
    expect(panned(at(10, 15), 1)).toEqual(at(17, 15));
    expect(panned(at(3, 15), -1)).toEqual(at(0, 15));
    expect(panned(at(35, 15), 9)).toEqual(at(37, 15));
  });

  it('moves to where the map is touched', () => {
    expect(centred(at(10, 8), 30 / 52)).toEqual(at(26, 8));
    expect(centred(at(10, 8), 0)).toEqual(at(0, 8));
  });

  it('opens with keys that fingers can hit: an octave on a phone, two when it is turned, all on a wide screen', () => {
    const portrait = fittedToFingers(wholeKeyboard, 360);
    // C4 to C5, and C3 to C5.
    expect(portrait).toEqual(at(23, 8));
    expect(fittedToFingers(wholeKeyboard, 844)).toEqual(at(16, 15));
    expect(fittedToFingers(wholeKeyboard, 320)).toEqual(at(23, 8));
    expect(fittedToFingers(wholeKeyboard, 2400)).toEqual(wholeKeyboard);
    // Turning the phone keeps the keys that were shown.
    expect(fittedToFingers(at(30, 8), 844)).toEqual(at(27, 15));
    expect(fittedToFingers(at(30, 8), 390)).toEqual(at(30, 8));
  });

  it('moves just far enough to show a key', () => {
    const [a0, c8, c4] = [21, 108, 60].map((note) => keyOf(note) ?? { left: 0, width: 0 });
    const view = at(20, 15);
    expect(revealing(view, c4 ?? view)).toBe(view);
    expect(revealing(view, a0 ?? view)).toEqual(at(0, 15));
    expect(revealing(view, c8 ?? view)).toEqual(at(37, 15));
  });

  it('shows the whole of each key that is wanted, or the lowest of those that do not fit', () => {
    const keys = (...notes: number[]) => notes.map((note) => keyOf(note) ?? { left: 0, width: 0 });
    const octave = at(23, 8);
    expect(revealingAll(octave, keys(60, 64, 67))).toBe(octave);
    // C sharp 4 lies between the first two white keys, F sharp 3 between the third and the fourth below them.
    expect(revealingAll(octave, keys(54))).toEqual(at(19, 8));
    expect(revealingAll(octave, keys(79, 72, 76))).toEqual(at(27, 8));
    expect(revealingAll(octave, keys(36, 84))).toEqual(at(9, 8));
    expect(revealingAll(octave, [])).toBe(octave);
  });

  it.each([
    null,
    undefined,
    'x',
    {},
    { left: 0.5 },
    { left: 'a', width: 1 },
    { left: 0, width: 0.31 },
    { left: Number.NaN, width: 15 / 52 },
  ])('is the whole keyboard if the stored value is not a view: %j', (value) =>
    expect(viewFrom(value)).toEqual(wholeKeyboard),
  );

  it('is corrected if it reached past the end', () => {
    expect(viewFrom(at(45, 15))).toEqual(at(37, 15));
    expect(viewFrom(at(20, 15))).toEqual(at(20, 15));
  });
});
