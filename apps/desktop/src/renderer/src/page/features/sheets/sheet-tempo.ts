import { limits } from '@roomtone/protocol';
import type { PlayedSheet } from './reading/played-sheet.ts';

const usPerMinute = 60_000_000;
const { tempo, beatsPerBar: beats } = limits.metronome;

/** The setting of the metronome for a sheet, after a pickup if it has one; undefined for one that is not played. */
export function sheetTempo(played: Pick<PlayedSheet, 'tempos' | 'startsUs'> | undefined) {
  const secondUs = played?.startsUs[1] ?? 0;
  const step = played?.tempos.findLast(({ timeUs }) => timeUs <= secondUs) ?? played?.tempos[0];
  if (step === undefined) return undefined;
  const bpm = Math.round((usPerMinute / (step.usPerQuarter * (step.quartersPerBeat ?? 1))) * 100) / 100;
  return {
    bpm: Math.min(tempo.max / 1000, Math.max(tempo.min / 1000, bpm)),
    beatsPerBar: Math.min(beats.max, Math.max(beats.min, step.beatsPerBar)),
  };
}
