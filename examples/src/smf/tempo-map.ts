/** From this tick on a quarter note takes so long. */
export interface TempoChange {
  readonly tick: number;
  readonly usPerQuarter: number;
}

interface Stretch {
  readonly tick: number;
  readonly timeUs: number;
  readonly usPerTick: number;
}

/** 120 beats a minute, which a file has until it says otherwise. */
const defaultUsPerQuarter = 500_000;

/** Turns a Standard MIDI File's ticks into time. */
export class TempoMap {
  readonly #stretches: Stretch[] = [];

  /**
   * @param division the file header's third number: ticks a quarter note, or with the top bit set SMPTE frames a second
   *   and ticks a frame, which no tempo changes.
   * @param changes in any order; of several at one tick the last counts.
   * @throws {RangeError} when the division says nothing.
   */
  constructor(division: number, changes: readonly TempoChange[]) {
    const smpte = smpteUsPerTick(division);
    if (smpte !== undefined) {
      this.#stretches.push({ tick: 0, timeUs: 0, usPerTick: smpte });
      return;
    }
    if (division === 0) throw new RangeError('a file whose quarter note has no ticks');
    this.#stretches.push({ tick: 0, timeUs: 0, usPerTick: defaultUsPerQuarter / division });
    for (const { tick, usPerQuarter } of changes.toSorted((a, b) => a.tick - b.tick)) {
      const stretch = { tick, timeUs: this.timeUs(tick), usPerTick: usPerQuarter / division };
      if (this.#stretches.at(-1)?.tick === tick) this.#stretches.pop();
      this.#stretches.push(stretch);
    }
  }

  /** When a tick is, µs from the file's beginning; not rounded. */
  timeUs(tick: number): number {
    const found = this.#stretches.findLast((stretch) => stretch.tick <= tick);
    // The first stretch begins at tick 0, so one is always found.
    return found === undefined ? 0 : found.timeUs + (tick - found.tick) * found.usPerTick;
  }
}

/** Undefined when the division is in ticks a quarter note. */
function smpteUsPerTick(division: number): number | undefined {
  if ((division & 0x8000) === 0) return undefined;
  const frames = 256 - (division >> 8);
  const ticks = division & 0xff;
  if (ticks === 0) throw new RangeError('a file whose SMPTE frame has no ticks');
  // 29 stands for "30 drop": 29.97 frames a second.
  return 1e6 / ((frames === 29 ? 30_000 / 1_001 : frames) * ticks);
}
