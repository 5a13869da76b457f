import type { Click } from '@roomtone/sdk';
import { plainClick } from '@roomtone/sdk/extras';

/** Longer bars have too many ways to be divided to choose from. */
const longestBar = 12;

/** The ways to divide a bar into groups of two, three and four beats, such as 2+2+3; the even ones first. */
export function groupings(beatsPerBar: number): readonly (readonly number[])[] {
  if (beatsPerBar < 4 || beatsPerBar > longestBar) return [];
  const even = [3, 4, 2].filter((size) => beatsPerBar % size === 0 && beatsPerBar > size);
  const mixed = compositions(beatsPerBar).filter((groups) => new Set(groups).size > 1);
  return [...even.map((size) => Array<number>(beatsPerBar / size).fill(size)), ...mixed].slice(0, 12);
}

/** All orders of twos and threes. */
function compositions(beats: number): readonly (readonly number[])[] {
  if (beats === 0) return [[]];
  return [2, 3].flatMap((size) => (size > beats ? [] : compositions(beats - size).map((rest) => [size, ...rest])));
}

/** The accents of a bar in groups: the highest on its first beat, one on the first of each group. */
export function accentsOf(groups: readonly number[]): readonly number[] {
  return groups.flatMap((size, index) => [index === 0 ? 3 : 2, ...Array<number>(size - 1).fill(1)]);
}

/** Each beat of a bar, as a click accents it. */
export function accentsIn({ accents }: Pick<Click, 'accents'>, beatsPerBar: number): readonly number[] {
  return Array.from({ length: beatsPerBar }, (_, index) => accents[index] ?? (index === 0 ? 3 : 1));
}

/** The next accent when a beat is tapped: plain, group, bar, silent. */
export function nextAccent(accent: number): number {
  return (accent + 1) % 4;
}

/** Clicks on every second beat, as if the tempo were half. */
export function halfTime(beatsPerBar: number): Click {
  const accents = accentsIn(plainClick, beatsPerBar).map((accent, index) => (index % 2 === 0 ? accent : 0));
  return { ...plainClick, accents };
}

export function doubleTime(): Click {
  return { ...plainClick, subdivision: 2 };
}
