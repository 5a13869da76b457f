// Changes of step patterns (room rules R22).
import { type ChangePatterns, issues, loopLimits, type SetSteps, type StepPatterns } from '@roomtone/protocol';
import {
  checkBetween,
  checkInstrument,
  checkKeys,
  checkStepsPerBeat,
  refused,
  tooMany,
  within,
} from './loop-checks.ts';

/** @throws {RoomtoneError} VALIDATION_ERROR on `pattern`, `edits`, a part of one such as `edits.2.step`, or `keys`. */
export function checkSteps(patterns: StepPatterns, { pattern, edits }: SetSteps): void {
  const { steps } = patterns.patterns[checkPatternNumber(patterns, pattern)] ?? { steps: 0 };
  checkBetween('edits', edits.length, loopLimits.stepEdits);
  for (const [index, { key, step, velocity }] of edits.entries()) {
    within(`edits.${index}`, () => {
      checkBetween('key', key, { max: 127 });
      checkBetween('step', step, { max: steps - 1 });
      checkBetween('velocity', velocity, { max: 127 });
    });
  }
  if (keysWith(patterns, edits).length > loopLimits.lanes.max) throw refused('keys', tooMany(loopLimits.lanes.max));
}

/** The patterns with single steps set; a key without a lane gets one. */
export function withSteps(patterns: StepPatterns, { pattern, edits }: SetSteps): StepPatterns {
  const keys = keysWith(patterns, edits);
  const laneOf = new Map(keys.map((key, lane) => [key, lane]));
  const changed = patterns.patterns.map(({ steps, lanes }, index) => {
    const all = keys.map((_, lane) => {
      const velocities = lanes[lane];
      if (velocities === undefined) return new Uint8Array(steps);
      return index === pattern ? Uint8Array.from(velocities) : velocities;
    });
    return { steps, lanes: all };
  });
  for (const { key, step, velocity } of edits) {
    const lane = changed[pattern]?.lanes[laneOf.get(key) ?? -1];
    if (lane !== undefined && step < lane.length) lane[step] = velocity;
  }
  return { ...patterns, keys, patterns: changed };
}

/** @throws {RoomtoneError} VALIDATION_ERROR on the field that is wrong. */
export function withChanges(patterns: StepPatterns, changes: ChangePatterns): StepPatterns {
  const { addKeys, removeKeys, lengths, stepsPerBeat = patterns.stepsPerBeat, swing = patterns.swing } = changes;
  const instrument = {
    channel: changes.channel ?? patterns.channel,
    bankMsb: changes.bankMsb ?? patterns.bankMsb,
    bankLsb: changes.bankLsb ?? patterns.bankLsb,
    program: changes.program ?? patterns.program,
  };
  checkInstrument(instrument);
  checkStepsPerBeat(stepsPerBeat);
  checkBetween('swing', swing, loopLimits.swing);
  const added = withSteps(patterns, {
    pattern: 0,
    edits: [...new Set(addKeys)]
      .filter((key) => !patterns.keys.includes(key))
      .map((key) => ({ key, step: 0, velocity: 0 })),
  });
  const kept = added.keys.map((key, lane) => ({ key, lane })).filter(({ key }) => !removeKeys.includes(key));
  const keys = kept.map(({ key }) => key);
  checkKeys(keys);
  const all = added.patterns.map(({ steps, lanes }) => ({
    steps,
    lanes: kept.map(({ lane }) => lanes[lane] ?? new Uint8Array(steps)),
  }));
  for (const [index, { pattern, steps }] of lengths.entries()) {
    within(`lengths.${index}`, () => {
      checkBetween('pattern', pattern, { max: Math.min(all.length, loopLimits.patterns.max - 1) });
      checkBetween('steps', steps, loopLimits.steps);
    });
    const before = all[pattern]?.lanes ?? keys.map(() => new Uint8Array(0));
    all[pattern] = { steps, lanes: before.map((lane) => resized(lane, steps)) };
  }
  return { ...instrument, stepsPerBeat, swing, keys, patterns: all };
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `pattern` for one that does not exist. */
export function checkPatternNumber({ patterns }: StepPatterns, pattern: number): number {
  if (pattern >= patterns.length) throw refused('pattern', issues.between(0, patterns.length - 1));
  return pattern;
}

function keysWith({ keys }: StepPatterns, edits: readonly { readonly key: number }[]): number[] {
  return [...new Set([...keys, ...edits.map(({ key }) => key)])];
}

function resized(lane: Uint8Array, steps: number): Uint8Array {
  const longer = new Uint8Array(steps);
  longer.set(lane.subarray(0, steps));
  return longer;
}
