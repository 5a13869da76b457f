import type { TempoStep } from '@roomtone/smf';
import { metronomeSetting, usPerBeat } from '../../playing/metronome/metronome-setting.ts';

/** A change of the tempo lies on a bar line, but its time is rounded; in bars. */
const same = 1e-3;

/** The metronome's setting for a position, in beats of the metre; undefined for a piece without tempos. The bounds are the metronome's. */
export function bpmAt(
  tempos: readonly TempoStep[],
  positionUs: number,
  speed: number,
): { bpm: number; beatsPerBar: number } | undefined {
  const step = tempos.findLast(({ timeUs }) => timeUs <= positionUs) ?? tempos[0];
  return step && metronomeSetting(step, speed);
}

/** The bar at a position, from 1. The bars of a recording without tempos are those of 120 beats a minute. */
export function barAt(tempos: readonly TempoStep[], positionUs: number): number {
  const span = spansOf(tempos).findLast(({ timeUs }) => timeUs <= positionUs);
  return span === undefined ? 1 : Math.floor(span.bars + (positionUs - span.timeUs) / span.barUs + same) + 1;
}

/** Where a bar begins; before the start of the piece if that is within its first bar. */
export function barStartUs(tempos: readonly TempoStep[], bar: number): number {
  const spans = spansOf(tempos);
  const span = spans.findLast(({ bars }) => bars <= bar - 1 + same) ?? spans[0];
  return span === undefined ? 0 : Math.round(span.timeUs + (bar - 1 - span.bars) * span.barUs);
}

/** From here on, bars are of one length. */
interface Span {
  readonly timeUs: number;
  /** How many bars there have been. */
  readonly bars: number;
  readonly barUs: number;
}

/** A change of the metre begins a bar; one of the tempo may lie within one. */
function spansOf(tempos: readonly TempoStep[]): Span[] {
  const spans: Span[] = [];
  let before: TempoStep = {
    timeUs: Math.min(0, tempos[0]?.timeUs ?? 0),
    usPerQuarter: 500_000,
    beatsPerBar: 4,
  };
  let bars = 0;
  for (const step of [before, ...tempos]) {
    bars += (step.timeUs - before.timeUs) / (usPerBeat(before) * before.beatsPerBar);
    const isOtherMetre =
      step.beatsPerBar !== before.beatsPerBar || (step.quartersPerBeat ?? 1) !== (before.quartersPerBeat ?? 1);
    if (isOtherMetre) bars = Math.ceil(bars - same);
    spans.push({ timeUs: step.timeUs, bars, barUs: usPerBeat(step) * step.beatsPerBar });
    before = step;
  }
  return spans;
}
