import type { TempoStep } from '@roomtone/smf';
import type { TakeTempo } from './take.ts';

/** The bars of a take, as the metronome had them. */
export interface TakeGrid {
  /** The bar line at or before the first note, on the take's clock. */
  readonly startUs: number;
  /** The bar line at or after the last event. */
  readonly endUs: number;
  /** On the take's clock; the first one is at the start, and each begins a bar. */
  readonly tempos: readonly TempoStep[];
}

/** A bar line from which the metronome ran. */
interface Anchor {
  readonly beatUs: number;
  readonly usPerQuarter: number;
  readonly beatsPerBar: number;
}

/** A note this near to a bar line, in bars, is on it; also what the clocks of two changes may differ by. */
const same = 1e-3;

/**
 * Finds the bars of what was played to the metronome. Where it started again within a bar, the bar before lasts until then. Without a
 * metronome the first bar begins with the first note.
 * @param firstUs the first note. @param lastUs the last event.
 */
export function takeGrid(tempos: readonly TakeTempo[], firstUs: number, lastUs: number): TakeGrid {
  const anchors = tempos
    .flatMap(({ beatUs, usPerQuarter, beatsPerBar }) =>
      beatUs === undefined || beatUs > lastUs ? [] : [{ beatUs, usPerQuarter, beatsPerBar }],
    )
    .toSorted((a, b) => a.beatUs - b.beatUs);
  const standing = tempos.findLast(({ timeUs }) => timeUs <= firstUs) ?? { usPerQuarter: 500_000, beatsPerBar: 4 };
  const base = anchors.findLast(({ beatUs }) => beatUs <= firstUs) ?? anchors[0] ?? { ...standing, beatUs: firstUs };
  const startUs = base.beatUs + Math.floor((firstUs - base.beatUs) / barUs(base) + same) * barUs(base);
  const steps: TempoStep[] = [stepAt(startUs, base)];
  let line = { ...base, beatUs: startUs };
  for (const anchor of anchors.filter(({ beatUs }) => beatUs > base.beatUs && beatUs > startUs)) {
    const bars = (anchor.beatUs - line.beatUs) / barUs(line);
    const whole = Math.round(bars);
    if (whole < 1 || Math.abs(bars - whole) > same) {
      // The last bar before the change is longer or shorter than the others.
      const before = Math.max(0, bars % 1 < 0.5 ? Math.floor(bars) - 1 : Math.floor(bars));
      const oddUs = line.beatUs + before * barUs(line);
      if (before === 0) steps.pop();
      const usPerQuarter = (anchor.beatUs - oddUs) / line.beatsPerBar;
      steps.push(stepAt(oddUs, { ...line, usPerQuarter }));
    }
    steps.push(stepAt(anchor.beatUs, anchor));
    line = anchor;
  }
  const endUs = line.beatUs + Math.max(1, Math.ceil((lastUs - line.beatUs) / barUs(line) - same)) * barUs(line);
  return { startUs, endUs, tempos: steps };
}

/** The first bar line at or after a time; the first one of all for earlier times. */
export function barLineAfter({ tempos, startUs }: Pick<TakeGrid, 'tempos' | 'startUs'>, timeUs: number): number {
  const index = tempos.findLastIndex((step) => step.timeUs <= timeUs);
  const step = tempos[index];
  if (step === undefined) return startUs;
  const line = step.timeUs + Math.ceil((timeUs - step.timeUs) / barUs(step) - same) * barUs(step);
  return Math.min(line, tempos[index + 1]?.timeUs ?? line);
}

function barUs({ usPerQuarter, beatsPerBar }: Pick<Anchor, 'usPerQuarter' | 'beatsPerBar'>): number {
  return usPerQuarter * beatsPerBar;
}

function stepAt(timeUs: number, { usPerQuarter, beatsPerBar }: Anchor): TempoStep {
  return { timeUs, usPerQuarter, beatsPerBar };
}
