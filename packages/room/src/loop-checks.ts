// Checks of the loops and patterns that a client sends (room rules R21, R22). Each check returns the cleaned value.
import {
  eventLength,
  HeldNotes,
  type Issue,
  isNoteOff,
  issues,
  type LoopLayer,
  loopLimits,
  loopTicks,
  midiController,
  midiStatus,
  type RecordedLoop,
  type RecordLoop,
  RoomtoneError,
  type StepPattern,
  type StepPatterns,
  shownText,
  textIssue,
  validationError,
} from '@roomtone/protocol';

const top = 127;

/** @throws {RoomtoneError} VALIDATION_ERROR on `field`. */
export function checkBetween(field: string, value: number, { min = 0, max }: { min?: number; max: number }): number {
  if (value < min || value > max) throw refused(field, issues.between(min, max));
  return value;
}

/** A name, trimmed. @throws {RoomtoneError} VALIDATION_ERROR on `name`. */
export function checkName(given: string): string {
  const name = given.trim();
  const { min, max } = loopLimits.name;
  const issue = textIssue(name, { min, max }) ?? (shownText(name, 1) === '' ? issues.empty : undefined);
  if (issue !== undefined) throw refused('name', issue);
  return name;
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `bars`, `beatsPerBar`, `layers` or a field of a layer. */
export function checkRecording({ bars, beatsPerBar, layers }: RecordLoop): RecordedLoop {
  checkBetween('bars', bars, loopLimits.bars);
  checkBetween('beatsPerBar', beatsPerBar, loopLimits.beatsPerBar);
  checkBetween('layers', layers.length, loopLimits.layers);
  const empty = { bars, beatsPerBar, layers: [] };
  const length = loopTicks({ recorded: empty });
  return { ...empty, layers: layers.map((layer, index) => within(`layers.${index}`, () => checkLayer(layer, length))) };
}

/**
 * A layer of a loop of this many ticks. Whatever it holds at the end is released there.
 * @throws {RoomtoneError} VALIDATION_ERROR on a field of the layer.
 */
export function checkLayer({ ticks, data, ...instrument }: LoopLayer, length: number): LoopLayer {
  checkInstrument(instrument);
  checkBetween('ticks', ticks.length, loopLimits.eventsPerLayer);
  const held = new HeldNotes();
  const kept: { readonly tick: number; readonly bytes: Uint8Array }[] = [];
  let at = 0;
  let before = 0;
  for (const tick of ticks) {
    if (tick < before || tick > length) throw refused('ticks', issues.invalid('must not decrease or exceed the loop'));
    before = tick;
    const status = data[at] ?? 0;
    const size = eventLength(status);
    const bytes = data.slice(at, at + size);
    at += size;
    checkEvent(bytes, size, instrument.channel);
    const [, first = 0, second = 0] = bytes;
    if (tick === length && !isNoteOff(status, second)) continue;
    held.take(status, first, second);
    kept.push({ tick, bytes });
  }
  if (at !== data.length) throw refused('data', issues.invalid('must hold one event for each position'));
  const release = held.release();
  for (let end = 0; end < release.length; end += 3) kept.push({ tick: length, bytes: release.slice(end, end + 3) });
  return { ...instrument, ticks: kept.map(({ tick }) => tick), data: joined(kept.map(({ bytes }) => bytes)) };
}

/** @throws {RoomtoneError} VALIDATION_ERROR on a field of the patterns. */
export function checkPatterns(patterns: StepPatterns): StepPatterns {
  checkInstrument(patterns);
  checkStepsPerBeat(patterns.stepsPerBeat);
  checkBetween('swing', patterns.swing, loopLimits.swing);
  checkKeys(patterns.keys);
  checkBetween('patterns', patterns.patterns.length, loopLimits.patterns);
  const checked = patterns.patterns.map((pattern, index) =>
    within(`patterns.${index}`, () => checkPattern(pattern, patterns.keys.length)),
  );
  return { ...patterns, patterns: checked };
}

export function checkStepsPerBeat(stepsPerBeat: number): void {
  const allowed: readonly number[] = loopLimits.stepsPerBeat;
  if (!allowed.includes(stepsPerBeat)) {
    throw refused('stepsPerBeat', issues.invalid(`must be one of ${allowed.join(', ')}`));
  }
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `keys`. */
export function checkKeys(keys: readonly number[]): void {
  if (keys.length > loopLimits.lanes.max) throw refused('keys', tooMany(loopLimits.lanes.max));
  for (const key of keys) checkBetween('keys', key, { max: top });
  if (new Set(keys).size < keys.length) throw refused('keys', issues.invalid('must hold each key once'));
}

/** @throws {RoomtoneError} VALIDATION_ERROR on a field of the instrument. */
export function checkInstrument(given: Partial<Omit<LoopLayer, 'ticks' | 'data'>>): void {
  const { channel = 0, bankMsb = 0, bankLsb = 0, program = 0 } = given;
  checkBetween('channel', channel, { max: 15 });
  checkBetween('bankMsb', bankMsb, { max: top });
  checkBetween('bankLsb', bankLsb, { max: top });
  checkBetween('program', program, { max: top });
}

/** Runs a check of a part of a loop. @throws {RoomtoneError} its VALIDATION_ERROR, with the part before each field: `layers.2.ticks`. */
export function within<T>(part: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    const problems = error instanceof RoomtoneError ? error.details.errors : undefined;
    if (problems === undefined) throw error;
    throw validationError(problems.map((problem) => ({ ...problem, field: `${part}.${problem.field}` })));
  }
}

export function refused(field: string, issue: Issue): RoomtoneError {
  return validationError([{ field, ...issue }]);
}

export function tooMany(max: number): Issue {
  return { code: 'too_much', issue: `must be at most ${max}`, max };
}

function checkPattern({ steps, lanes }: StepPattern, laneCount: number): StepPattern {
  checkBetween('steps', steps, loopLimits.steps);
  const isWhole = lanes.length === laneCount && lanes.every((lane) => lane.length === steps);
  if (!isWhole) throw refused('lanes', issues.invalid('must hold one velocity for each step of each lane'));
  if (lanes.some((lane) => lane.some((velocity) => velocity > top))) throw refused('lanes', issues.between(0, top));
  return { steps, lanes: lanes.map((lane) => Uint8Array.from(lane)) };
}

function checkEvent(bytes: Uint8Array, size: number, channel: number): void {
  const [status = 0, first = 0, second = 0] = bytes;
  const isWhole = size > 0 && bytes.length === size && first <= top && second <= top;
  if (!isWhole) throw refused('data', issues.invalid('must hold whole channel voice messages'));
  if ((status & 0x0f) !== channel) throw refused('data', issues.invalid('must be on the channel of the layer'));
  const kind = status & 0xf0;
  const isBank = kind === midiStatus.controlChange && (first === bankMsb || first === bankLsb);
  if (kind === midiStatus.programChange || isBank) {
    throw refused('data', issues.invalid('must not change the program or the bank'));
  }
}

function joined(events: readonly Uint8Array[]): Uint8Array {
  const data = new Uint8Array(events.reduce((sum, bytes) => sum + bytes.length, 0));
  let at = 0;
  for (const bytes of events) {
    data.set(bytes, at);
    at += bytes.length;
  }
  return data;
}

const { bankMsb, bankLsb } = midiController;
