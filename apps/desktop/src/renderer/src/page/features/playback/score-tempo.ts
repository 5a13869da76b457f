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
