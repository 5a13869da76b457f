import { describe, expect, it } from 'vitest';
import { keyOf, keysPassed, noteAt, pianoKeys } from './piano-keys.ts';

describe('the piano', () => {
  it('has 88 keys from A0 to C8, 52 of them white', () => {
    expect(pianoKeys).toHaveLength(88);
    expect(pianoKeys.filter((key) => !key.black)).toHaveLength(52);
    expect(pianoKeys[0]?.name).toBe('A 0');
    expect(pianoKeys.at(-1)?.name).toBe('C 8');
  });

  it('fills its width with white keys, side by side', () => {
    let right = 0;
    for (const key of pianoKeys.filter((each) => !each.black)) {
      expect(key.left).toBeCloseTo(right, 10);
      right = key.left + key.width;
    }
    expect(right).toBeCloseTo(1, 10);
  });

  it('puts every black key over the gap between its neighbours', () => {
    for (const key of pianoKeys.filter((each) => each.black)) {
      const gap = keyOf(key.note + 1)?.left ?? 0;
      expect(key.left).toBeLessThan(gap);
      expect(key.left + key.width).toBeGreaterThan(gap);
    }
  });

  it('finds the key under a point: black above, white below', () => {
    const black = keyOf(61);
    const x = (black?.left ?? 0) + (black?.width ?? 0) / 2;
    expect(noteAt(x, 0.2)).toBe(61);
    expect([60, 62]).toContain(noteAt(x, 0.9));
  });

  it('finds every key by its own centre', () => {
    for (const key of pianoKeys) expect(noteAt(key.left + key.width / 2, key.black ? 0.1 : 0.95)).toBe(key.note);
  });

  it('a finger passes every key on its way, however far apart it is seen', () => {
    const place = (note: number, y: number) => ({ x: (keyOf(note)?.left ?? 0) + (keyOf(note)?.width ?? 0) / 2, y });
    const white = keysPassed(place(48, 0.9), place(72, 0.9)).map(({ note }) => note);
    expect(white).toEqual(
      pianoKeys.filter(({ note, black }) => !black && note > 48 && note <= 72).map(({ note }) => note),
    );
    // Along the black keys it plays all of them, and the white ones where it crosses them.
    const high = keysPassed(place(72, 0.3), place(48, 0.3)).map(({ note }) => note);
    const blacks = pianoKeys.filter(({ note, black }) => black && note < 72 && note > 48).map(({ note }) => note);
    expect(high.filter((note) => blacks.includes(note ?? 0))).toEqual(blacks.toReversed());
    expect(keysPassed(place(60, 0.9), place(60, 0.8))).toEqual([]);
    const whole = Array.from({ length: 88 }, (_, index) => keysPassed(place(21, 0.95), place(21 + index, 0.95)).length);
    expect(Math.max(...whole)).toBe(51);
  });

  it('finds nothing outside', () => {
    expect(noteAt(-0.01, 0.5)).toBeUndefined();
    expect(noteAt(1, 0.5)).toBeUndefined();
    expect(noteAt(0.5, 1.2)).toBeUndefined();
  });
});
