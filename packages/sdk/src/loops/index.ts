// The subpath ./loops: recorded loops and step patterns of a room.
export { loopLimits } from '@roomtone/protocol/loops';
export { loopTicks, segmentAt, stepTick, tickAt, ticksPerBeat, tickTimeUs } from './loop-time.ts';
export type {
  Loop,
  LoopContent,
  LoopEvent,
  LoopEvents,
  LoopInstrument,
  LoopLayer,
  LoopSegment,
  LoopSettings,
  LoopStart,
  NewPatterns,
  NewRecording,
  PatternChanges,
  RecordedLoop,
  StepEdit,
  StepPattern,
  StepPatterns,
} from './loop-types.ts';
export { type Loops, loopsOf } from './loops.ts';
