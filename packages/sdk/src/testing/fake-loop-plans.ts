import {
  barLineFrom,
  type Loop,
  type LoopSegment,
  loopLimits,
  loopTicks,
  type Transport,
  tickAt,
  ticksPerBeat,
} from '@roomtone/protocol';

/** True if a loop plays, or is to. */
export function isPlaying({ plan }: Loop): boolean {
  return plan.at(-1)?.playing === true;
}

/** @param originUs the bar line that its first bar counts from; 0 for the one at which it starts. */
export function started(loop: Loop, transport: Transport, originUs: number, nowUs: number): LoopSegment[] {
  const segment = still(transport, patternOf(loop), nowUs);
  const { startTime, tempo, pattern } = segment;
  const isSound = originUs >= transport.startTime && originUs <= startTime;
  const beats = isSound ? Math.round(((startTime - originUs) * tempo) / 60e9) : 0;
  return then(loop, { ...segment, playing: true, tick: (beats * ticksPerBeat) % loopTicks(loop, pattern) }, nowUs);
}

export function stopped(loop: Loop, transport: Transport, nowUs: number): LoopSegment[] {
  return isPlaying(loop) ? then(loop, still(transport, patternOf(loop), nowUs), nowUs) : loop.plan;
}

export function patternChosen(loop: Loop, transport: Transport, pattern: number, nowUs: number): LoopSegment[] {
  const segment = still(transport, pattern, nowUs);
  if (isPlaying(loop)) return then(loop, { ...segment, playing: true }, nowUs);
  return [{ ...(loop.plan.at(-1) ?? { ...segment, startTime: nowUs }), pattern }];
}

/** The metronome was set: a loop that plays goes on at the same position, in the new tempo, or stops with the metronome. */
export function retimed(loop: Loop, before: Transport, after: Transport, nowUs: number): LoopSegment[] {
  if (!isPlaying(loop)) return loop.plan;
  const { startTime, tempo } = after;
  const current = loop.plan.findLast((segment) => segment.startTime < startTime);
  if (!before.running || !after.running) {
    return then(loop, { startTime, playing: false, tick: 0, tempo, pattern: patternOf(loop) }, nowUs);
  }
  // One that is still to begin does so at a bar line of the new setting.
  if (current?.playing !== true) {
    const [last] = loop.plan.slice(-1);
    return last === undefined ? [] : [{ ...last, startTime: barLineFrom(after, last.startTime), tempo }];
  }
  const tick = Math.round(tickAt(current, startTime)) % loopTicks(loop, current.pattern);
  return then(loop, { ...current, startTime, tick, tempo }, nowUs);
}

function patternOf({ plan }: Loop): number {
  return plan.at(-1)?.pattern ?? 0;
}

/** Silence from the next bar line on. */
function still(transport: Transport, pattern: number, nowUs: number): LoopSegment {
  const startTime = barLineFrom(transport, nowUs + loopLimits.leadUs);
  return { startTime, playing: false, tick: 0, tempo: transport.tempo, pattern };
}

/** A segment takes the place of whatever was to happen from its time on. What is over is left out. */
function then({ plan }: Loop, segment: LoopSegment, nowUs: number): LoopSegment[] {
  const all = [...plan.filter(({ startTime }) => startTime < segment.startTime), segment];
  const kept = all.slice(
    Math.max(
      0,
      all.findLastIndex(({ startTime }) => startTime <= nowUs),
    ),
  );
  return kept.every(({ playing, pattern }) => !playing && pattern === 0) ? [] : kept;
}
