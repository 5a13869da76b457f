/** The length of a quarter note from this tick on. */
export interface TempoChange {
  readonly tick: number;
  readonly usPerQuarter: number;
}

/** A segment from `tick` on in which `ticks` ticks take `us` µs. */
interface Segment {
  readonly tick: number;
  readonly timeUs: number;
  readonly us: number;
  readonly ticks: number;
}

/** 120 beats per minute, the default of the format. */
const defaultUsPerQuarter = 500_000;

/** Converts a Standard MIDI File's ticks to time. */
export class TempoMap {
  readonly #segments: Segment[];

  /**
   * @param division the third number of the file's header: ticks per quarter note, or with the top bit set SMPTE
   *   frames per second and ticks per frame, which no tempo changes.
   * @param changes in any order; the last one at a tick counts.
   * @throws {RangeError} if the division is invalid.
   */
  constructor(division: number, changes: readonly TempoChange[]) {
    const usesFrames = division >= 0x8000;
    this.#segments = [{ tick: 0, timeUs: 0, ...(usesFrames ? frameTime(division) : quarterTime(division)) }];
    if (usesFrames) return;
    for (const { tick, usPerQuarter } of changes.toSorted((a, b) => a.tick - b.tick)) {
      const segment = { tick, timeUs: this.timeUs(tick), us: usPerQuarter, ticks: division };
      if (this.#segments.at(-1)?.tick === tick) this.#segments.pop();
      this.#segments.push(segment);
    }
  }

  /** The time of a tick, µs from the file's beginning; not rounded. */
  timeUs(tick: number): number {
    const found = this.#segments[this.#indexAt(tick)];
    // The first segment begins at tick 0, so one is always found.
    return found === undefined ? 0 : found.timeUs + ((tick - found.tick) * found.us) / found.ticks;
  }

  /** The last segment that begins at this tick or before. A file may have a hundred thousand: this halves what is left. */
  #indexAt(tick: number): number {
    let low = 0;
    let high = this.#segments.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#segments[middle]?.tick ?? Number.POSITIVE_INFINITY) <= tick) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function quarterTime(ticks: number): { us: number; ticks: number } {
  if (ticks === 0) throw new RangeError('a quarter note has no ticks');
  return { us: defaultUsPerQuarter, ticks };
}

function frameTime(division: number): { us: number; ticks: number } {
  const frames = 256 - (division >> 8);
  const ticksPerFrame = division & 0xff;
  if (ticksPerFrame === 0) throw new RangeError('an SMPTE frame has no ticks');
  // 29 stands for 29.97: 30,000 frames in 1,001 seconds.
  return frames === 29 ? { us: 1_001e6, ticks: 30_000 * ticksPerFrame } : { us: 1e6, ticks: frames * ticksPerFrame };
}
