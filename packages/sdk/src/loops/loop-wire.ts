import {
  splitMidi,
  type LoopLayer as WireLayer,
  type Loop as WireLoop,
  type StepPatterns as WirePatterns,
  type LoopSegment as WireSegment,
} from '@roomtone/protocol';
import type { Loop, LoopContent, LoopLayer, LoopSegment, StepEdit, StepPattern, StepPatterns } from './loop-types.ts';

export function loopOf(wire: WireLoop, revision: number): Loop {
  const { slot, userId, username, displayName, name, volume, muted, plan, recorded, patterns } = wire;
  const content: LoopContent | undefined =
    recorded === undefined
      ? patterns && patternsOf(patterns)
      : { kind: 'recorded', ...recorded, layers: recorded.layers.map(layerOf) };
  // A later version may have loops of another kind.
  const nothing: LoopContent = { kind: 'recorded', bars: 1, beatsPerBar: 1, layers: [] };
  return {
    ...{ slot, revision, userId, username, displayName, name, volume, muted },
    plan: plan.map(segmentOf),
    content: content ?? nothing,
  };
}

export function segmentOf({ startTime, playing, tick, tempo, pattern }: WireSegment): LoopSegment {
  return { startTimeUs: startTime, playing, tick, bpm: tempo / 1000, pattern };
}

export function wireSegmentOf({ startTimeUs, playing, tick, bpm, pattern }: LoopSegment): WireSegment {
  return { startTime: startTimeUs, playing, tick, tempo: Math.round(bpm * 1000), pattern };
}

function layerOf({ ticks, data, ...rest }: WireLayer): LoopLayer {
  // Its events are those of a message of notes, with ticks in place of times.
  const events = splitMidi({ startTime: 0, offsets: ticks, data }, 0);
  return { ...rest, events: events.map(({ timeUs, data: bytes }) => ({ tick: timeUs, data: bytes })) };
}

export function wireLayerOf({ channel, bankMsb, bankLsb, program, events }: LoopLayer): WireLayer {
  const instrument = { channel, bankMsb, bankLsb, program };
  const ordered = events.map(({ tick, data }, index) => ({ tick, data, index }));
  ordered.sort((one, other) => one.tick - other.tick || one.index - other.index);
  const data = new Uint8Array(ordered.reduce((sum, event) => sum + event.data.length, 0));
  let position = 0;
  for (const event of ordered) {
    data.set(event.data, position);
    position += event.data.length;
  }
  return { ...instrument, ticks: ordered.map(({ tick }) => tick), data };
}

function patternsOf({ patterns, ...rest }: WirePatterns): StepPatterns {
  return { kind: 'patterns', ...rest, patterns: patterns.map(patternOf) };
}

function patternOf({ steps, lanes }: WirePatterns['patterns'][number]): StepPattern {
  return { steps, lanes: lanes.map((lane) => [...lane]) };
}

export function wirePatternsOf(patterns: Omit<StepPatterns, 'kind'>): WirePatterns {
  const { channel, bankMsb, bankLsb, program, stepsPerBeat, swing, keys } = patterns;
  return {
    ...{ channel, bankMsb, bankLsb, program, stepsPerBeat, swing },
    keys: [...keys],
    patterns: patterns.patterns.map(({ steps, lanes }) => ({
      steps,
      lanes: lanes.map((lane) => Uint8Array.from(lane)),
    })),
  };
}

/** The loop with single steps set; a key without a lane gets one. */
export function withSteps(loop: Loop, pattern: number, edits: readonly StepEdit[], revision: number): Loop {
  const { content } = loop;
  if (content.kind !== 'patterns') return loop;
  const keys = [...content.keys];
  const patterns = content.patterns.map(({ steps, lanes }) => ({ steps, lanes: lanes.map((lane) => [...lane]) }));
  for (const { key, step, velocity } of edits) {
    let lane = keys.indexOf(key);
    if (lane < 0) {
      lane = keys.push(key) - 1;
      for (const each of patterns) each.lanes.push(Array.from({ length: each.steps }, () => 0));
    }
    const steps = patterns[pattern]?.lanes[lane];
    if (steps !== undefined && step < steps.length) steps[step] = velocity;
  }
  return { ...loop, revision, content: { ...content, keys, patterns } };
}
