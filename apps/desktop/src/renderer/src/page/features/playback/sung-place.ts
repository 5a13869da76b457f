import type { LyricLine } from '@roomtone/smf';

/** Where in a song it is: indexes of the line, and of the syllable in it that is being sung. */
export interface SungPlace {
  /** -1 before the first line. */
  readonly line: number;
  /** -1 before the first syllable of a line that is about to begin. */
  readonly syllable: number;
}

/** So long before it begins, a line is shown as the current one: singers read ahead. */
const readAheadUs = 1_000_000;

/** The place at a position, µs at the song's own tempo. A line stays the current one until the next is about to begin. */
export function sungPlace(lyrics: readonly LyricLine[], positionUs: number): SungPlace {
  let line = lastIndex(lyrics, ({ syllables }) => (syllables[0]?.timeUs ?? 0) <= positionUs);
  const next = lyrics[line + 1]?.syllables[0]?.timeUs ?? Number.POSITIVE_INFINITY;
  const ends = lyrics[line]?.syllables.at(-1)?.timeUs ?? Number.NEGATIVE_INFINITY;
  // Not while the last syllable of this line has only just begun.
  if (next - positionUs < readAheadUs && positionUs - ends > Math.min(readAheadUs, (next - ends) / 2)) line++;
  const syllables = lyrics[line]?.syllables ?? [];
  return { line, syllable: lastIndex(syllables, ({ timeUs }) => timeUs <= positionUs) };
}

/** The last item for which it holds, of items for which it holds up to some place; -1 for none. */
function lastIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [-1, items.length - 1];
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle;
    else high = middle - 1;
  }
  return low;
}
