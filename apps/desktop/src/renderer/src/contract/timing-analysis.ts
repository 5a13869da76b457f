// How close somebody plays to the click: pure arithmetic on the times of their notes. Times are µs on one clock.

/** From when to when the metronome ran, with one of its beats. */
export interface ClickStretch {
  readonly fromUs: number;
  readonly toUs: number;
  readonly beatUs: number;
  readonly usPerBeat: number;
}

/** Into how many parts the player divides a beat: quarters, eighths, triplets or sixteenths. */
export type Subdivision = 1 | 2 | 3 | 4;

/** Distances are µs; a negative one is early. */
export interface Timing {
  /** The notes that count; a chord is one. */
  readonly count: number;
  /** Notes too far from any part of a beat. */
  readonly leftOut: number;
  readonly medianUs: number;
  /** Half of the notes are within this distance of the median. */
  readonly spreadUs: number;
  /** The median of the last third minus that of the first. */
  readonly driftUs: number;
  readonly subdivision: Subdivision;
  readonly distancesUs: readonly number[];
  /** Medians of equal parts of the time played, in order; undefined where nothing counts. */
  readonly trendUs: readonly (number | undefined)[];
}

/** Fewer notes than this say nothing. */
export const leastNotes = 12;
/** Notes this close together are one chord. */
const chordUs = 35_000;
/** The grid is found anew for each so many notes. */
const windowNotes = 16;
/** The part of a grid's step within which a note belongs to it; beyond the half it belongs to the next. */
const nearestPart = 0.35;
/** Distances compared with those of notes at random: from here on, a window follows no grid. */
const randomFrom = 0.7;
const trendParts = 24;
const subdivisions: readonly Subdivision[] = [1, 2, 3, 4];

/**
 * Compares notes with the click.
 * @param onsetsUs when notes began, in any order; those outside the stretches do not count at all.
 * @returns undefined if too few notes count.
 */
export function timingOf(onsetsUs: readonly number[], stretches: readonly ClickStretch[]): Timing | undefined {
  const found: { readonly atUs: number; readonly distanceUs: number }[] = [];
  const used = new Map<Subdivision, number>();
  let leftOut = 0;
  const onsets = chordsOf(onsetsUs);
  for (const stretch of stretches) {
    const inside = onsets.filter((atUs) => atUs >= stretch.fromUs && atUs < stretch.toUs);
    for (const window of windowsOf(inside)) {
      const grid = gridOf(window, stretch);
      if (grid === undefined) {
        leftOut += window.length;
        continue;
      }
      const stepUs = stretch.usPerBeat / grid;
      for (const atUs of window) {
        const distanceUs = distanceTo(atUs - stretch.beatUs, stepUs);
        if (Math.abs(distanceUs) > nearestPart * stepUs) leftOut++;
        else {
          found.push({ atUs, distanceUs });
          used.set(grid, (used.get(grid) ?? 0) + 1);
        }
      }
    }
  }
  if (found.length < leastNotes) return undefined;
  const distancesUs = found.map(({ distanceUs }) => distanceUs);
  const medianUs = median(distancesUs);
  const third = Math.max(1, Math.floor(found.length / 3));
  const [subdivision = 1] = [...used].sort(([, one], [, other]) => other - one)[0] ?? [];
  return {
    count: found.length,
    leftOut,
    medianUs,
    spreadUs: median(distancesUs.map((distanceUs) => Math.abs(distanceUs - medianUs))),
    driftUs: median(distancesUs.slice(-third)) - median(distancesUs.slice(0, third)),
    subdivision,
    distancesUs,
    trendUs: trendOf(found),
  };
}

/** The counts of distances in `bins` equal steps from -limitUs to limitUs; those beyond are in the outermost. */
export function histogramOf(distancesUs: readonly number[], bins: number, limitUs: number): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const distanceUs of distancesUs) {
    const at = Math.floor(((distanceUs + limitUs) / (2 * limitUs)) * bins);
    const bin = Math.min(bins - 1, Math.max(0, at));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** One time for each chord: the mean of its notes. */
function chordsOf(onsetsUs: readonly number[]): number[] {
  const chords: number[][] = [];
  for (const atUs of onsetsUs.toSorted((one, other) => one - other)) {
    const last = chords.at(-1);
    if (last?.[0] !== undefined && atUs - last[0] <= chordUs) last.push(atUs);
    else chords.push([atUs]);
  }
  return chords.map((notes) => notes.reduce((sum, atUs) => sum + atUs, 0) / notes.length);
}

/** A rest that is shorter than half a window belongs to the one before. */
function windowsOf(onsets: readonly number[]): (readonly number[])[] {
  const count = Math.max(1, Math.round(onsets.length / windowNotes));
  const size = Math.ceil(onsets.length / count);
  return Array.from({ length: count }, (_, index) => onsets.slice(index * size, (index + 1) * size));
}

/**
 * The grid that notes are closest to, measured against notes at random: a finer grid is always closer, but not in proportion to its
 * step. A straight grid wins over triplets that are hardly closer.
 */
function gridOf(window: readonly number[], { beatUs, usPerBeat }: ClickStretch): Subdivision | undefined {
  let best: { readonly grid: Subdivision; readonly ratio: number } | undefined;
  for (const grid of subdivisions) {
    const stepUs = usPerBeat / grid;
    const sum = window.reduce((total, atUs) => total + Math.abs(distanceTo(atUs - beatUs, stepUs)), 0);
    const ratio = sum / window.length / (stepUs / 4);
    if (best === undefined || ratio < best.ratio * 0.95) best = { grid, ratio };
  }
  return best !== undefined && best.ratio < randomFrom ? best.grid : undefined;
}

function distanceTo(timeUs: number, stepUs: number): number {
  return timeUs - Math.round(timeUs / stepUs) * stepUs;
}

function trendOf(found: readonly { readonly atUs: number; readonly distanceUs: number }[]): (number | undefined)[] {
  const fromUs = Math.min(...found.map(({ atUs }) => atUs));
  const toUs = Math.max(...found.map(({ atUs }) => atUs)) + 1;
  const parts: number[][] = Array.from({ length: trendParts }, () => []);
  for (const { atUs, distanceUs } of found) {
    parts[Math.floor(((atUs - fromUs) / (toUs - fromUs)) * trendParts)]?.push(distanceUs);
  }
  return parts.map((part) => (part.length === 0 ? undefined : median(part)));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
