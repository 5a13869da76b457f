import { limits } from '@roomtone/protocol';
import type { TempoStep } from '@roomtone/smf';

const usPerMinute = 60_000_000;
const { tempo, beatsPerBar: beats } = limits.metronome;

/** The metronome's setting for a step of a tempo map, in beats of the metre and within the metronome's bounds. @param speed a factor */
export function metronomeSetting(step: TempoStep, speed = 1): { readonly bpm: number; readonly beatsPerBar: number } {
  const bpm = Math.round((usPerMinute / usPerBeat(step)) * speed * 100) / 100;
  return {
    bpm: Math.min(tempo.max / 1000, Math.max(tempo.min / 1000, bpm)),
    beatsPerBar: Math.min(beats.max, Math.max(beats.min, step.beatsPerBar)),
  };
}

export function usPerBeat({ usPerQuarter, quartersPerBeat = 1 }: TempoStep): number {
  return usPerQuarter * quartersPerBeat;
}
