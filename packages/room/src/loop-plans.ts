// When loops play (room rules R21). Times are µs on the service clock.
import {
  barLineFrom,
  type Loop,
  type LoopSegment,
  limits,
  loopLimits,
  loopTicks,
  type Transport,
  tickAt,
  ticksPerBeat,
} from '@roomtone/protocol';

type Plan = readonly LoopSegment[];
/** The fields of a loop on which its plan depends. */
export type PlannedLoop = Pick<Loop, 'plan' | 'recorded' | 'patterns'>;

/** The bar line at which something asked for now takes effect. */
function nextBarLine(transport: Readonly<Transport>, nowUs: number): number {
  return barLineFrom(transport, nowUs + loopLimits.leadUs);
}

/** When a metronome that stands still starts together with a loop. */
export function metronomeStart(transport: Readonly<Transport>, nowUs: number): number {
  return Math.max(nowUs + limits.metronome.leadUs, transport.startTime);
}

/** @param originUs the bar line that its first bar counts from; 0 for the one at which it starts. */
export function started(loop: PlannedLoop, transport: Readonly<Transport>, originUs: number, nowUs: number): Plan {
  const startTime = nextBarLine(transport, nowUs);
  const pattern = patternOf(loop);
  const isSoundOrigin = originUs >= transport.startTime && originUs <= startTime;
  const beats = isSoundOrigin ? Math.round(((startTime - originUs) * transport.tempo) / usPerMilliBeat) : 0;
  const tick = (beats * ticksPerBeat) % loopTicks(loop, pattern);
  return then(loop, { startTime, playing: true, tick, tempo: transport.tempo, pattern }, nowUs);
}

export function stopped(loop: PlannedLoop, transport: Readonly<Transport>, nowUs: number): Plan {
  if (!isPlaying(loop)) return loop.plan;
  return then(loop, still(nextBarLine(transport, nowUs), transport, patternOf(loop)), nowUs);
}

export function patternChosen(loop: PlannedLoop, transport: Readonly<Transport>, pattern: number, nowUs: number): Plan {
  const segment = still(nextBarLine(transport, nowUs), transport, pattern);
  if (isPlaying(loop)) return then(loop, { ...segment, playing: true }, nowUs);
  const last = loop.plan.at(-1) ?? { ...segment, startTime: nowUs };
  return pruned([...loop.plan.slice(0, -1), { ...last, pattern }], nowUs);
}

/** A loop has another content: a pattern that no longer exists is not chosen. */
export function withContent(plan: Plan, content: Pick<Loop, 'recorded' | 'patterns'>): Plan {
  const count = content.patterns?.patterns.length ?? 1;
  return plan.map((segment) => (segment.pattern < count ? segment : { ...segment, pattern: 0 }));
}

/**
 * The metronome was set: a loop goes on in the beat of the new setting, from the bar line at which that takes effect. It stops
 * with the metronome, and whenever that starts anew.
 */
export function retimed(
  loop: PlannedLoop,
  before: Readonly<Transport>,
  after: Readonly<Transport>,
  nowUs: number,
): Plan {
  const { startTime, tempo } = after;
  const pattern = patternOf(loop);
  if (!before.running || !after.running) {
    return isPlayingAt(loop.plan, startTime) ? then(loop, still(startTime, after, pattern), nowUs) : loop.plan;
  }
  const earlier = loop.plan.filter((segment) => segment.startTime < startTime);
  const current = earlier.at(-1);
  const plan = [...earlier];
  if (current?.playing === true) {
    const tick = Math.round(tickAt(current, startTime)) % loopTicks(loop, current.pattern);
    plan.push({ ...current, startTime, tick, tempo });
  }
  const last = loop.plan.at(-1);
  if (last === undefined || last.startTime < startTime) return pruned(plan, nowUs);
  // Changes due at a bar line of the old setting happen at one of the new setting.
  return then({ ...loop, plan }, { ...last, startTime: barLineFrom(after, last.startTime), tempo }, nowUs);
}

/** True if a loop plays, or is to. */
export function isPlaying({ plan }: Pick<Loop, 'plan'>): boolean {
  return plan.at(-1)?.playing === true;
}

/** The pattern that plays, or would. */
function patternOf({ plan }: Pick<Loop, 'plan'>): number {
  return plan.at(-1)?.pattern ?? 0;
}

function isPlayingAt(plan: Plan, timeUs: number): boolean {
  return plan.some(({ playing, startTime }, index) => playing && (startTime >= timeUs || !endsBy(plan, index, timeUs)));
}

function endsBy(plan: Plan, index: number, timeUs: number): boolean {
  return (plan[index + 1]?.startTime ?? Number.POSITIVE_INFINITY) <= timeUs;
}

function still(startTime: number, { tempo }: Readonly<Transport>, pattern: number): LoopSegment {
  return { startTime, playing: false, tick: 0, tempo, pattern };
}

/** A segment takes the place of whatever was to happen from its time on. */
function then({ plan }: Pick<Loop, 'plan'>, segment: LoopSegment, nowUs: number): Plan {
  return pruned([...plan.filter(({ startTime }) => startTime < segment.startTime), segment], nowUs);
}

/** Without what is over; nothing for a loop that stands still as it did at first. */
function pruned(plan: Plan, nowUs: number): Plan {
  const current = Math.max(
    0,
    plan.findLastIndex(({ startTime }) => startTime <= nowUs),
  );
  const kept = plan.slice(current);
  const isStill = kept.every(({ playing, pattern }) => !playing && pattern === 0);
  return isStill ? [] : kept;
}

const usPerMilliBeat = 60e9;
