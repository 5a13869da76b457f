// The subpath ./loops: recorded loops and step patterns of a room.
export { loopLimits } from '@roomtone/protocol/loops';
export { BarClock } from './bar-clock.ts';
export { type ChangedLoop, type LoopList, type LoopSummary, loopCalls } from './loop-calls.ts';
export { barsAt, type CaptureSettings, captured } from './loop-capture.ts';
export { endingOfSpans, eventsOfSpans, type LoopSpan, positionAt, settingsOfSpans } from './loop-events.ts';
export { type LoopPart, LoopParts, partKey, passOfLayer } from './loop-parts.ts';
export { endingOf, type LoopPass, passOf } from './loop-pass.ts';
export { LoopPlayer, type PartNews } from './loop-player.ts';
export { loopTicks, segmentAt, stepTick, tickAt, ticksPerBeat, tickTimeUs } from './loop-time.ts';
export { type LoopTrack, patternNames, tracksOfLoops } from './loop-tracks.ts';
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
export { type PatternGrid, patternsFrom, type TrackToImport } from './pattern-import.ts';
export { passOfPattern } from './pattern-pass.ts';
export { type MetronomeNow, roomTimeCalls } from './room-time-calls.ts';
