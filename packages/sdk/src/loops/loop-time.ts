// When the notes of loops sound, for programs that play them.
// By name: bundlers keep all of a namespace that is taken apart, with the codec in it.
import {
  patternTicks,
  ticksPerBeat as perBeat,
  stepTick as startOfStep,
  tickAt as tickIn,
  tickTimeUs as timeIn,
} from '@roomtone/protocol';
import type { LoopContent, LoopSegment, StepPatterns } from './loop-types.ts';
import { wireSegmentOf } from './loop-wire.ts';

/** A beat has this many ticks. */
export const ticksPerBeat = perBeat;

/** The length of a loop's content in ticks. @param pattern which of its patterns, if it has some. */
export function loopTicks(content: LoopContent, pattern = 0): number {
  if (content.kind === 'recorded') return content.bars * content.beatsPerBar * ticksPerBeat;
  return patternTicks(content, content.patterns[pattern]);
}

/** Where a step begins, in ticks. Swing delays the second of each two steps. */
export function stepTick(patterns: Pick<StepPatterns, 'stepsPerBeat' | 'swing'>, step: number): number {
  return startOfStep(patterns, step);
}

/**
 * When a position is reached that lies this many ticks after the start of a segment, which has the position `tick`; service
 * clock, µs. It is the same on every machine.
 */
export function tickTimeUs(segment: LoopSegment, ticksLater: number): number {
  return timeIn(wireSegmentOf(segment), ticksLater);
}

/** The position at a time, in ticks and parts of them, without beginning again at the loop's end. @param timeUs service clock. */
export function tickAt(segment: LoopSegment, timeUs: number): number {
  return tickIn(wireSegmentOf(segment), timeUs);
}

/** The segment of a plan that is in force at a time, service clock µs; undefined before the first one. */
export function segmentAt(plan: readonly LoopSegment[], timeUs: number): LoopSegment | undefined {
  return plan.findLast(({ startTimeUs }) => startTimeUs <= timeUs);
}
