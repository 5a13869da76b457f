// When the notes of loops sound. Positions are in ticks, times in µs on the service clock.
import type { Loop, LoopSegment, StepPattern, StepPatterns } from './gen/messages.ts';
import { loopLimits } from './limits.ts';

export const { ticksPerBeat } = loopLimits;

/** The fields of a segment that say when its ticks fall. */
export type EvenTime = Pick<LoopSegment, 'startTime' | 'tick' | 'tempo'>;

/**
 * When a position is reached that lies this many ticks after the segment's own; negative for earlier ones. Each position is
 * rounded from the start of the segment, so that errors do not add up and every client gets the same time.
 */
export function tickTimeUs({ startTime, tempo }: EvenTime, ticksLater: number): number {
  return startTime + Math.round(((ticksLater / ticksPerBeat) * usPerMilliBeat) / tempo);
}

/** The position at a time, in ticks and parts of them, without beginning again at the end of the loop. */
export function tickAt({ startTime, tick, tempo }: EvenTime, timeUs: number): number {
  return tick + (((timeUs - startTime) * tempo) / usPerMilliBeat) * ticksPerBeat;
}

/** The segment of a plan that is in force at a time; undefined before the first one, when the loop stands still. */
export function segmentAt(plan: readonly LoopSegment[], timeUs: number): LoopSegment | undefined {
  return plan.findLast(({ startTime }) => startTime <= timeUs);
}

/** The length of a loop. @param pattern which of its patterns, if it has some. */
export function loopTicks({ recorded, patterns }: Pick<Loop, 'recorded' | 'patterns'>, pattern = 0): number {
  if (recorded !== undefined) return recorded.bars * recorded.beatsPerBar * ticksPerBeat;
  return patterns === undefined ? 0 : patternTicks(patterns, patterns.patterns[pattern]);
}

/** The length of a pattern; 0 for one that does not exist. */
export function patternTicks(
  { stepsPerBeat }: Pick<StepPatterns, 'stepsPerBeat'>,
  pattern: Pick<StepPattern, 'steps'> | undefined,
): number {
  return ((pattern?.steps ?? 0) * ticksPerBeat) / stepsPerBeat;
}

/** Where a step begins. Swing delays the second of each two steps. */
export function stepTick({ stepsPerBeat, swing }: Pick<StepPatterns, 'stepsPerBeat' | 'swing'>, step: number): number {
  const stepTicks = ticksPerBeat / stepsPerBeat;
  return step % 2 === 0 ? step * stepTicks : (step - 1) * stepTicks + Math.round((2 * stepTicks * swing) / 100);
}

/** 60 s in µs, times 1000: tempo is in thousandths of a beat per minute. */
const usPerMilliBeat = 60e9;
