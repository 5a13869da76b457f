/** The piano's range, A0 to C8, as MIDI note numbers. */
export const lowestNote = 21;
export const highestNote = 108;
const whiteKeys = 52;
/** The length of a black key, as a part of the keyboard's height. */
export const blackKeyDepth = 0.63;
/** A black key's width in white keys. */
const blackKeyWidth = 0.58;

const pitchNames = ['C', 'C sharp', 'D', 'D sharp', 'E', 'F', 'F sharp', 'G', 'G sharp', 'A', 'A sharp', 'B'] as const;
/** The position of each pitch class in its octave, in white keys: left edges of white keys, centres of black ones. */
const places = [0, 0.93, 1, 2.07, 2, 3, 3.9, 4, 5, 5, 6.1, 6] as const;
const blackPitches: ReadonlySet<number> = new Set([1, 3, 6, 8, 10]);

/** A key and its position; lengths are parts of the keyboard's width. */
export interface PianoKey {
  readonly note: number;
  readonly black: boolean;
  readonly left: number;
  readonly width: number;
  /** A readable name for screen readers, such as "C sharp 4". */
  readonly name: string;
}

/** All 88 keys, lowest first. */
export const pianoKeys: readonly PianoKey[] = Array.from({ length: highestNote - lowestNote + 1 }, (_, index) =>
  pianoKey(lowestNote + index),
);

/** Undefined outside the piano. */
export function keyOf(note: number): PianoKey | undefined {
  return pianoKeys[note - lowestNote];
}

/** The note at a point of the keyboard; both coordinates are 0 to 1, from the top left corner. */
export function noteAt(x: number, y: number): number | undefined {
  if (x < 0 || x >= 1 || y < 0 || y > 1) return undefined;
  if (y <= blackKeyDepth) {
    const black = pianoKeys.find((key) => key.black && x >= key.left && x < key.left + key.width);
    if (black !== undefined) return black.note;
  }
  // The last one that begins before it: rounding leaves a gap between some.
  return pianoKeys.findLast((key) => !key.black && x >= key.left)?.note;
}

/** A place on the keyboard; both coordinates are 0 to 1, from the top left corner. */
export interface KeyboardPoint {
  readonly x: number;
  readonly y: number;
}

/** A key that a finger reaches. */
export interface PassedKey {
  readonly note: number | undefined;
  /** 0 where the way begins, to 1. */
  readonly at: number;
  /** From the top of the keyboard. */
  readonly y: number;
}

/** Every change of the key under a finger on its way, also of keys that lie between two reports of where it is. */
export function keysPassed(from: KeyboardPoint, to: KeyboardPoint): readonly PassedKey[] {
  // Half of the narrowest gap between two black keys.
  const steps = Math.max(1, Math.ceil(Math.abs(to.x - from.x) * whiteKeys * 4));
  const passed: PassedKey[] = [];
  let before = noteAt(from.x, from.y);
  for (let step = 1; step <= steps; step++) {
    const at = step / steps;
    const y = from.y + (to.y - from.y) * at;
    const note = noteAt(from.x + (to.x - from.x) * at, y);
    if (note !== before) passed.push({ note, at, y });
    before = note;
  }
  return passed;
}

function pianoKey(note: number): PianoKey {
  const pitch = note % 12;
  const octave = Math.floor(note / 12) - 1;
  const black = blackPitches.has(pitch);
  // A0 is the sixth white key of its octave.
  const place = octave * 7 + (places[pitch] ?? 0) - 5;
  const width = black ? blackKeyWidth : 1;
  return {
    note,
    black,
    left: (black ? place - width / 2 : place) / whiteKeys,
    width: width / whiteKeys,
    name: `${pitchNames[pitch]} ${octave}`,
  };
}
