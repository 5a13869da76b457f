import type { Caller } from '../bots.ts';
import type { CallOptions } from '../call-options.ts';
import { inPath } from '../calls/send.ts';
import { checkKeys } from '../known-keys.ts';
import type { ChangedLoopView, LoopEntryView, LoopFileView, LoopListView, LoopView } from '../views.ts';
import type {
  Loop,
  LoopLayer,
  LoopSegment,
  LoopSettings,
  LoopStart,
  NewPatterns,
  NewRecording,
  PatternChanges,
  StepEdit,
} from './loop-types.ts';
import { loopOf, segmentOf, wireLayerOf, wirePatternsOf } from './loop-wire.ts';

/** A loop without its music. */
export interface LoopSummary extends Omit<LoopEntryView, 'plan'> {
  readonly plan: readonly LoopSegment[];
}

export interface LoopList {
  readonly revision: number;
  /** Service clock, µs: the time of the answer. */
  readonly serverTimeUs: number;
  /** By slot. */
  readonly loops: readonly LoopSummary[];
}

/** A slot after a change. */
export interface ChangedLoop {
  readonly slot: number;
  readonly revision: number;
  /** Undefined if the slot is empty. */
  readonly loop: LoopSummary | undefined;
}

/**
 * The loops of a room over REST: for those who are inside or moderate it. They do what the calls of `loopsOf(room)` do, with the same
 * rights and errors, also in a room that nobody is in; changes resolve with the loop afterwards.
 * @param client a RoomtoneClient.
 */
export function loopCalls({ call }: Caller, roomId: string) {
  const loops = `/api/rooms/${inPath(roomId)}/loops`;
  const change = async (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    slot: number,
    { below = '', body }: { readonly below?: string; readonly body?: object },
    options?: CallOptions,
  ): Promise<ChangedLoop> => {
    const request = { method, path: `${loops}/${slot}${below}`, ...(body === undefined ? {} : { body }) };
    const { loop, ...changed } = await call<ChangedLoopView>(request, options);
    return { ...changed, loop: loop && summaryOf(loop) };
  };
  return {
    list: async (options?: CallOptions): Promise<LoopList> =>
      listOf(await call<LoopListView>({ method: 'GET', path: loops }, options)),
    /** With its music. An empty slot is RESOURCE_NOT_FOUND. */
    get: async (slot: number, options?: CallOptions): Promise<Loop> =>
      wholeLoop(await call<LoopView>({ method: 'GET', path: `${loops}/${slot}` }, options)),
    /** A Standard MIDI File in base64: a track for each layer, and each pattern with notes. @param slot undefined for all loops. */
    midiFile: (slot?: number, options?: CallOptions): Promise<LoopFileView> =>
      call({ method: 'GET', path: `${loops}/midi`, query: { slot } }, options),
    record: async (slot: number, recording: NewRecording, options?: CallOptions): Promise<ChangedLoop> => {
      checkKeys(recording, 'name bars beatsPerBar layers replace start', 'record()');
      const { name, bars, beatsPerBar, layers, replace = false, start } = recording;
      const recorded = { bars, beatsPerBar, layers: layers.map(layerBody) };
      return change('PUT', slot, { body: { name, replace, recorded, ...(start && startBody(start)) } }, options);
    },
    makePatterns: (slot: number, patterns: NewPatterns, options?: CallOptions): Promise<ChangedLoop> => {
      const { name, replace = false } = patterns;
      const wire = wirePatternsOf(patterns);
      const grids = wire.patterns.map(({ steps, lanes }) => ({ steps, lanes: lanes.map((lane) => [...lane]) }));
      return change('PUT', slot, { body: { name, replace, patterns: { ...wire, patterns: grids } } }, options);
    },
    overdub: (slot: number, layer: LoopLayer, options?: CallOptions): Promise<ChangedLoop> =>
      change('POST', slot, { below: '/layers', body: layerBody(layer) }, options),
    undo: (slot: number, options?: CallOptions): Promise<ChangedLoop> =>
      change('DELETE', slot, { below: '/layers/last' }, options),
    remove: (slot: number, options?: CallOptions): Promise<ChangedLoop> => change('DELETE', slot, {}, options),
    /** Renames a loop, sets its volume, or mutes it. */
    set: async (slot: number, settings: LoopSettings, options?: CallOptions): Promise<ChangedLoop> => {
      checkKeys(settings, 'name volume muted', 'set()');
      return change('PATCH', slot, { body: settings }, options);
    },
    start: async (slot: number, start: LoopStart = {}, options?: CallOptions): Promise<ChangedLoop> => {
      checkKeys(start, 'originTimeUs', 'start()');
      return change('PATCH', slot, { body: startBody(start) }, options);
    },
    stop: (slot: number, options?: CallOptions): Promise<ChangedLoop> =>
      change('PATCH', slot, { body: { playing: false } }, options),
    stopAll: async (options?: CallOptions): Promise<LoopList> =>
      listOf(await call<LoopListView>({ method: 'POST', path: `${loops}/stop` }, options)),
    setSteps: (
      slot: number,
      pattern: number,
      edits: readonly StepEdit[],
      options?: CallOptions,
    ): Promise<ChangedLoop> => change('PUT', slot, { below: '/steps', body: { pattern, edits } }, options),
    changePatterns: async (slot: number, changes: PatternChanges, options?: CallOptions): Promise<ChangedLoop> => {
      const fields = 'channel bankMsb bankLsb program stepsPerBeat swing addKeys removeKeys lengths';
      checkKeys(changes, fields, 'changePatterns()');
      return change('PATCH', slot, { below: '/patterns', body: changes }, options);
    },
    choosePattern: (slot: number, pattern: number, options?: CallOptions): Promise<ChangedLoop> =>
      change('PATCH', slot, { body: { pattern } }, options),
  };
}

function startBody({ originTimeUs = 0 }: LoopStart) {
  return { playing: true, originTime: Math.round(originTimeUs) };
}

function layerBody(layer: LoopLayer) {
  const { data, ...rest } = wireLayerOf(layer);
  return { ...rest, data: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join('')) };
}

function listOf({ revision, serverTime, loops }: LoopListView): LoopList {
  return { revision, serverTimeUs: serverTime, loops: loops.map(summaryOf) };
}

function summaryOf({ plan, ...rest }: LoopEntryView): LoopSummary {
  return { ...rest, plan: plan.map(segmentOf) };
}

function wholeLoop({ recorded, patterns, ...view }: LoopView): Loop {
  const { slot, userId, username, displayName, name, volume, muted, plan, revision } = view;
  const head = {
    slot,
    userId,
    username,
    displayName,
    name,
    volume,
    muted,
    plan: plan.map((segment) => ({ ...segment })),
  };
  if (recorded !== undefined) {
    const layers = recorded.layers.map(({ data, ticks, ...layer }) => ({
      ...{ ...instrumentOf(layer), ticks: [...ticks] },
      data: Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
    }));
    return loopOf({ ...head, recorded: { ...recorded, layers } }, revision);
  }
  if (patterns === undefined) return loopOf(head, revision);
  const { stepsPerBeat, swing = 50, keys } = patterns;
  const grid = { ...instrumentOf(patterns), stepsPerBeat, swing, keys };
  return loopOf({ ...head, patterns: wirePatternsOf({ ...grid, patterns: patterns.patterns }) }, revision);
}

/** Answers have all of these. */
function instrumentOf({
  channel,
  bankMsb = 0,
  bankLsb = 0,
  program = 0,
}: {
  readonly channel: number;
  readonly bankMsb?: number | undefined;
  readonly bankLsb?: number | undefined;
  readonly program?: number | undefined;
}) {
  return { channel, bankMsb, bankLsb, program };
}
