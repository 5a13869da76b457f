// The subpath ./loops: what only programs with loops need.
export { loopLimits } from '../limits.ts';
export {
  decodeLoop,
  decodeLoopCommand,
  decodeLoopNews,
  encodeLoop,
  encodeLoopCommand,
  encodeLoopNews,
} from './loop-codec.ts';
export { loopTicks, patternTicks, segmentAt, stepTick, tickAt, ticksPerBeat, tickTimeUs } from './loop-time.ts';
