import { type Loop, loopLimits, patternsFrom, type StepPatterns, tracksOfLoops } from '@roomtone/sdk/extras';
import type { MidiTrack, TempoStep } from '@roomtone/smf';

/** 960 ticks are two of a loop's for each of a file's, so every event has its exact place. */
const ticksPerQuarter = 960;

/** Loops as a Standard MIDI File, at the tempo of the room: one track for each layer, and for each pattern. */
export async function midiFileOf(loops: readonly Loop[], bpm: number, beatsPerBar: number): Promise<Uint8Array> {
  const { writeMidiFile } = await import('@roomtone/smf');
  const usPerQuarter = Math.round(60e6 / bpm);
  // At the whole microseconds per quarter that a file has, so that no event moves by a tick.
  const tracks = tracksOfLoops(loops, 60e6 / usPerQuarter);
  return writeMidiFile(tracks, 0, { usPerQuarter, ticksPerQuarter }, [{ timeUs: 0, usPerQuarter, beatsPerBar }]);
}

/** A file's tracks as step patterns; undefined if it has no notes. @param stepsPerBeat 4 for sixteenths. */
export function patternsOfFile(
  tracks: readonly MidiTrack[],
  tempos: readonly TempoStep[],
  stepsPerBeat = 4,
): StepPatterns | undefined {
  const { usPerQuarter = 500_000, beatsPerBar = 4 } = tempos[0] ?? {};
  const found = patternsFrom(tracks, {
    usPerQuarter,
    beatsPerBar,
    stepsPerBeat,
    maxSteps: loopLimits.steps.max,
    maxLanes: loopLimits.lanes.max,
    maxPatterns: loopLimits.patterns.max,
  });
  return found && { kind: 'patterns', bankMsb: 0, bankLsb: 0, program: 0, stepsPerBeat, ...found };
}
