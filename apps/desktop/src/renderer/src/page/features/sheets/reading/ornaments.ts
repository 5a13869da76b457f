import type { SheetNote } from './sheet.ts';

/** A note or chord before it is played: what is written around it is not yet notes. */
export interface WrittenChord {
  readonly start: number;
  readonly length: number;
  readonly notes: WrittenPitch[];
  readonly graces: readonly Grace[];
  readonly ornament?: Ornament | undefined;
  /** Length of each of the notes into which a tremolo divides it. */
  readonly tremolo?: number | undefined;
  /** Its notes begin one after the other. */
  readonly spread?: 'up' | 'down' | undefined;
}

export type WrittenPitch = Pick<SheetNote, 'key' | 'staff' | 'isTiedOn' | 'isDrum'>;

export type Ornament = 'trill' | 'mordent' | 'inverted-mordent' | 'turn' | 'inverted-turn';

export interface Grace {
  readonly notes: readonly WrittenPitch[];
  /** As it is written. */
  readonly length: number;
  /** It is as short as can be (acciaccatura). */
  readonly isCrushed: boolean;
}

export type PlayedNote = Omit<SheetNote, 'measure' | 'velocity'>;

const crushed = 1 / 8;
const ornamental = 1 / 8;
/** Between two notes of a spread chord, unless it is short. */
const spreadStep = 1 / 8;
/** A trill or tremolo of a very long note does not become longer than this. */
const mostStrokes = 256;

/** The notes that sound. @param fifths of the key signature, by which trills have their upper note. */
export function playedNotes(chord: WrittenChord, fifths: number): PlayedNote[] {
  const before = gracesBefore(chord);
  const used =
    chord.graces.length === 0 ? 0 : before.reduce((end, { start, length }) => Math.max(end, start + length), 0);
  const start = chord.graces.length === 0 ? chord.start : used;
  const main = { ...chord, start, length: chord.start + chord.length - start };
  return [...before, ...played(main, fifths)];
}

/** Two chords that alternate. */
export function alternating(first: WrittenChord, second: WrittenChord, unit: number): PlayedNote[] {
  const end = second.start + second.length;
  const count = strokes(end - first.start, unit);
  const each = (end - first.start) / count;
  return Array.from({ length: count }, (_, index) =>
    (index % 2 === 0 ? first : second).notes.map((note) => ({
      ...note,
      start: first.start + index * each,
      length: each,
    })),
  ).flat();
}

/** They begin on the beat, and take their time from the note. */
function gracesBefore({ graces, start, length }: WrittenChord): PlayedNote[] {
  const wanted = graces.map((grace) => (grace.isCrushed ? Math.min(crushed, grace.length) : grace.length));
  const whole = wanted.reduce((sum, each) => sum + each, 0);
  const factor = Math.min(1, length / 2 / whole);
  let at = start;
  return graces.flatMap(({ notes }, index) => {
    const each = (wanted[index] ?? 0) * factor;
    const from = at;
    at += each;
    return notes.map((note) => ({ ...note, start: from, length: each }));
  });
}

function played({ start, length, notes, ornament, tremolo, spread }: WrittenChord, fifths: number): PlayedNote[] {
  const whole = (note: WrittenPitch) => ({ ...note, start, length });
  if (spread !== undefined) return spreadOut(notes, start, length, spread);
  if (notes.some(({ isTiedOn }) => isTiedOn)) return notes.map(whole);
  if (tremolo !== undefined) {
    const count = strokes(length, tremolo);
    const each = length / count;
    return Array.from({ length: count }, (_, index) =>
      notes.map((note) => ({ ...note, start: start + index * each, length: each })),
    ).flat();
  }
  if (ornament === undefined) return notes.map(whole);
  const top = notes.reduce((highest, note) => (note.key > highest.key ? note : highest));
  return [...notes.filter((note) => note !== top).map(whole), ...ornamented(top, start, length, ornament, fifths)];
}

/** Tied notes sound already. */
function spreadOut(notes: readonly WrittenPitch[], start: number, length: number, spread: 'up' | 'down'): PlayedNote[] {
  const step = Math.min(spreadStep, length / 2 / notes.length);
  const inOrder = notes.toSorted((a, b) => (spread === 'up' ? a.key - b.key : b.key - a.key));
  return inOrder.map((note, index) => {
    const delay = note.isTiedOn ? 0 : index * step;
    return { ...note, start: start + delay, length: length - delay };
  });
}

function ornamented(
  note: WrittenPitch,
  start: number,
  length: number,
  ornament: Ornament,
  fifths: number,
): PlayedNote[] {
  const { key } = note;
  const [upper, lower] = [neighbour(key, fifths, 1), neighbour(key, fifths, -1)];
  const patterns: Readonly<Record<Exclude<Ornament, 'trill'>, readonly number[]>> = {
    mordent: [key, lower],
    'inverted-mordent': [key, upper],
    turn: [upper, key, lower],
    'inverted-turn': [lower, key, upper],
  };
  if (ornament === 'trill') {
    const count = strokes(length, ornamental);
    const each = length / count;
    return Array.from({ length: count }, (_, index) => ({
      ...note,
      key: index % 2 === 0 ? key : upper,
      start: start + index * each,
      length: each,
    }));
  }
  const pattern = patterns[ornament];
  const each = Math.min(ornamental, length / (pattern.length + 1));
  const first = pattern.map((of, index) => ({ ...note, key: of, start: start + index * each, length: each }));
  const used = pattern.length * each;
  return [...first, { ...note, start: start + used, length: length - used }];
}

/** The next key of the scale. */
function neighbour(key: number, fifths: number, by: 1 | -1): number {
  const tonic = (((fifths * 7) % 12) + 12) % 12;
  const scale = [0, 2, 4, 5, 7, 9, 11].map((step) => (step + tonic) % 12);
  for (let next = key + by; Math.abs(next - key) < 3; next += by) {
    if (scale.includes(((next % 12) + 12) % 12)) return Math.min(127, Math.max(0, next));
  }
  return Math.min(127, Math.max(0, key + 2 * by));
}

function strokes(length: number, unit: number): number {
  return Math.min(mostStrokes, Math.max(1, Math.round(length / unit)));
}
