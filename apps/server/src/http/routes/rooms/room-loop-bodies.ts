// The loop commands that REST's bodies stand for, and the answers (S35).
import {
  issues,
  type Loop,
  type LoopCommand,
  loopLimits,
  loopTicks,
  RoomtoneError,
  restNamesOf,
  validationError,
} from '@roomtone/protocol';
import type {
  ChangedLoopView,
  LoopBody,
  LoopChangeBody,
  LoopEntry,
  LoopLayer,
  LoopListView,
  LoopView,
  PatternsChangeBody,
  StepPatterns,
} from '@roomtone/protocol/rest';
import { within } from '@roomtone/room';
import type { LoopsNow } from '../../../application/rooms/rooms-from-outside.ts';

/** The number in a path. @throws {RoomtoneError} VALIDATION_ERROR on `slot`. */
export function slotIn(text: string): number {
  const slot = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (slot < loopLimits.slots) return slot;
  throw validationError([{ field: 'slot', ...issues.wholeBetween(0, loopLimits.slots - 1) }]);
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `recorded` unless it or `patterns` is there, or on `data`. */
export function commandsToPut(slot: number, body: LoopBody): LoopCommand[] {
  const { name, replace = false, recorded, patterns, playing = false, origin_time: originTime = 0 } = body;
  const start = { originTime };
  if (recorded !== undefined && patterns === undefined) {
    const { bars, beats_per_bar: beatsPerBar } = recorded;
    const layers = recorded.layers.map((layer, index) => within(`recorded.layers.${index}`, () => layerIn(layer)));
    const record = { name, bars, beatsPerBar, layers, replace };
    return [{ slot, record: playing ? { ...record, start } : record }];
  }
  if (patterns === undefined || recorded !== undefined) {
    const issue = patterns === undefined ? issues.required : issues.invalid('must not come with patterns');
    throw validationError([{ field: 'recorded', ...issue }]);
  }
  const make = { slot, makePatterns: { name, replace, patterns: patternsIn(patterns) } };
  return playing ? [make, { slot, start }] : [make];
}

/** The settings are applied first, then the pattern, then whether it plays. A body without any of it is a command without an action. */
export function commandsToChange(slot: number, body: LoopChangeBody): LoopCommand[] {
  const { name, volume, muted, pattern, playing, origin_time: originTime = 0 } = body;
  const commands: LoopCommand[] = [];
  if (name !== undefined || volume !== undefined || muted !== undefined) {
    commands.push({ slot, set: { name, volume, muted } });
  }
  if (pattern !== undefined) commands.push({ slot, choosePattern: { pattern } });
  if (playing === true) commands.push({ slot, start: { originTime } });
  if (playing === false) commands.push({ slot, stop: {} });
  return commands.length === 0 ? [{ slot }] : commands;
}

export function changePatternsIn(body: PatternsChangeBody): NonNullable<LoopCommand['changePatterns']> {
  const { channel, program, swing, add_keys: addKeys = [], remove_keys: removeKeys = [], lengths = [] } = body;
  const { bank_msb: bankMsb, bank_lsb: bankLsb, steps_per_beat: stepsPerBeat } = body;
  return { channel, bankMsb, bankLsb, program, stepsPerBeat, swing, addKeys, removeKeys, lengths };
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `data` if it is not base64. */
export function layerIn({ channel, ticks, data, ...instrument }: LoopLayer): NonNullable<LoopCommand['overdub']> {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.toString('base64') !== data) {
    throw validationError([{ field: 'data', ...issues.invalid('must be base64') }]);
  }
  return { channel, ...instrumentIn(instrument), ticks: [...ticks], data: Uint8Array.from(bytes) };
}

function patternsIn(body: StepPatterns): NonNullable<NonNullable<LoopCommand['makePatterns']>['patterns']> {
  const { channel, steps_per_beat: stepsPerBeat, swing = loopLimits.swing.min, keys, patterns } = body;
  return {
    channel,
    ...instrumentIn(body),
    stepsPerBeat,
    swing,
    keys: [...keys],
    patterns: patterns.map(({ steps, lanes }) => ({ steps, lanes: lanes.map((lane) => Uint8Array.from(lane)) })),
  };
}

function instrumentIn({
  bank_msb: bankMsb = 0,
  bank_lsb: bankLsb = 0,
  program = 0,
}: Omit<LoopLayer, 'channel' | 'ticks' | 'data'>) {
  return { bankMsb, bankLsb, program };
}

export function loopList({ revision, bySlot, serverTime }: LoopsNow): LoopListView {
  const loops = [...bySlot.values()].sort((one, other) => one.slot - other.slot);
  return { revision, server_time: serverTime, loops: loops.map(loopEntry) };
}

export function changedLoop({ revision, bySlot }: LoopsNow, slot: number): ChangedLoopView {
  const loop = bySlot.get(slot);
  return { slot, revision, ...(loop === undefined ? {} : { loop: loopEntry(loop) }) };
}

/** @throws {RoomtoneError} RESOURCE_NOT_FOUND for an empty slot. */
export function loopIn({ bySlot }: LoopsNow, slot: number): Loop {
  const loop = bySlot.get(slot);
  if (loop === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no loop in this slot.');
  return loop;
}

/** @throws {RoomtoneError} RESOURCE_NOT_FOUND for an empty slot. */
export function loopView(now: LoopsNow, slot: number): LoopView {
  const loop = loopIn(now, slot);
  const { recorded, patterns } = loop;
  return {
    ...loopEntry(loop),
    revision: now.revision,
    ...(recorded === undefined ? {} : { recorded: recordingView(recorded) }),
    ...(patterns === undefined ? {} : { patterns: patternsView(patterns) }),
  };
}

function loopEntry(loop: Loop): LoopEntry {
  const { slot, userId, name, volume, muted, plan, recorded, patterns } = loop;
  const last = plan.at(-1);
  const pattern = last?.pattern ?? 0;
  return {
    ...{ slot, user_id: userId, ...restNamesOf(loop), name, volume, muted },
    kind: recorded === undefined ? 'patterns' : 'recorded',
    playing: last?.playing === true,
    ticks: loopTicks(loop, pattern),
    plan: plan.map(({ startTime, ...segment }) => ({ start_time: startTime, ...segment })),
    ...(recorded === undefined
      ? { pattern, pattern_count: patterns?.patterns.length ?? 0 }
      : { bars: recorded.bars, beats_per_bar: recorded.beatsPerBar, layers: recorded.layers.length }),
  };
}

function recordingView({
  bars,
  beatsPerBar,
  layers,
}: NonNullable<Loop['recorded']>): NonNullable<LoopView['recorded']> {
  return {
    bars,
    beats_per_bar: beatsPerBar,
    layers: layers.map((layer) => ({
      ...instrumentView(layer),
      ticks: layer.ticks,
      data: Buffer.from(layer.data).toString('base64'),
    })),
  };
}

function patternsView(patterns: NonNullable<Loop['patterns']>): StepPatterns {
  const { stepsPerBeat, swing, keys } = patterns;
  return {
    ...instrumentView(patterns),
    // It has been checked when it was set.
    steps_per_beat: stepsPerBeat as StepPatterns['steps_per_beat'],
    swing,
    keys,
    patterns: patterns.patterns.map(({ steps, lanes }) => ({ steps, lanes: lanes.map((lane) => [...lane]) })),
  };
}

function instrumentView({
  channel,
  bankMsb,
  bankLsb,
  program,
}: {
  channel: number;
  bankMsb: number;
  bankLsb: number;
  program: number;
}) {
  return { channel, bank_msb: bankMsb, bank_lsb: bankLsb, program };
}
