import { limits } from '@roomtone/protocol';
import type { TempoStep } from '@roomtone/smf';

const usPerMinute = 60_000_000;
const { min, max } = limits.metronome.tempo;

/** The metronome's setting for a position; undefined for a piece without tempos. The bounds are the metronome's. */
export function bpmAt(
  tempos: readonly TempoStep[],
  positionUs: number,
  speed: number,
): { bpm: number; beatsPerBar: number } | undefined {
  const step = tempos.findLast(({ timeUs }) => timeUs <= positionUs) ?? tempos[0];
  if (step === undefined) return undefined;
  const bpm = Math.round((usPerMinute / step.usPerQuarter) * speed * 100) / 100;
  const beats = limits.metronome.beatsPerBar;
  return {
    bpm: Math.min(max / 1000, Math.max(min / 1000, bpm)),
    beatsPerBar: Math.min(beats.max, Math.max(beats.min, step.beatsPerBar)),
  };
}

/** The bar at a position, from 1. The bars of a recording without tempos are those of 120 beats a minute. */
export function barAt(tempos: readonly TempoStep[], positionUs: number): number {
  let bars = 0;
  let from: Pick<TempoStep, 'timeUs' | 'usPerQuarter' | 'beatsPerBar'> = {
    timeUs: 0,
    usPerQuarter: 500_000,
    beatsPerBar: 4,
  };
  const barsUntil = (us: number) => (us - from.timeUs) / (from.usPerQuarter * from.beatsPerBar);
  for (const step of tempos) {
    if (step.timeUs > positionUs) break;
    bars += step.timeUs > from.timeUs ? barsUntil(step.timeUs) : 0;
    from = { ...step, timeUs: Math.max(from.timeUs, step.timeUs) };
  }
  // A change of the tempo lies on a bar line, but its time is rounded.
  return Math.floor(bars + barsUntil(positionUs) + 1e-3) + 1;
}
