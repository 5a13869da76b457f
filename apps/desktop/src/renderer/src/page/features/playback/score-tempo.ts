import { limits } from '@roomtone/protocol';
import type { TempoStep } from '@roomtone/smf';

const usPerMinute = 60_000_000;
const { min, max } = limits.metronome.tempo;
/** A change of the tempo lies on a bar line, but its time is rounded; in bars. */
const same = 1e-3;

/** The metronome's setting for a position, in beats of the metre; undefined for a piece without tempos. The bounds are the metronome's. */
export function bpmAt(
  tempos: readonly TempoStep[],
  positionUs: number,
  speed: number,
): { bpm: number; beatsPerBar: number } | undefined {
  const step = tempos.findLast(({ timeUs }) => timeUs <= positionUs) ?? tempos[0];
  if (step === undefined) return undefined;
  const bpm = Math.round((usPerMinute / usPerBeat(step)) * speed * 100) / 100;
  const beats = limits.metronome.beatsPerBar;
  return {
    bpm: Math.min(max / 1000, Math.max(min / 1000, bpm)),
    beatsPerBar: Math.min(beats.max, Math.max(beats.min, step.beatsPerBar)),
  };
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

function usPerBeat({ usPerQuarter, quartersPerBeat = 1 }: TempoStep): number {
  return usPerQuarter * quartersPerBeat;
}
