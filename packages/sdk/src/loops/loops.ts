import type { LoopCommand, LoopNews, Message } from '@roomtone/protocol';
import type { CallOptions } from '../call-options.ts';
import { deferred } from '../deferred.ts';
import { Emits, Emitter } from '../emitter.ts';
import { checkKeys } from '../known-keys.ts';
import type { Room } from '../room/room.ts';
import type { RoomParts } from '../room/room-types.ts';
import type {
  Loop,
  LoopEvents,
  LoopLayer,
  LoopSettings,
  LoopStart,
  NewPatterns,
  NewRecording,
  PatternChanges,
  StepEdit,
} from './loop-types.ts';
import { loopOf, segmentOf, wireLayerOf, wirePatternsOf, withSteps } from './loop-wire.ts';

const known = new WeakMap<Room, Loops>();

/** The loops of a room: what is in its 16 slots, and everything that can be done with them. One object for each room. */
export function loopsOf(room: Room): Loops {
  const loops = known.get(room) ?? new Loops(room);
  known.set(room, loops);
  return loops;
}

/**
 * The loops of a room, kept up to date. Nothing here sounds: what a loop plays and when is computed from its plan and its
 * content.
 *
 * Calls resolve when everybody has the change, and reject as those of the room do. What is refused and why:
 * AUTHORIZATION_ERROR for guests, for muted players (reason muted), where only moderators may loop, and for another user's
 * loop; RESOURCE_NOT_FOUND for an empty slot; VALIDATION_ERROR on the field that is wrong.
 */
export class Loops extends Emits<LoopEvents> {
  readonly #loops = new Map<number, Loop>();
  readonly #emitter: Emitter<LoopEvents>;
  readonly #requests: RoomParts['requests'];
  readonly #ready = deferred<void>();
  /** Resolves when the loops are known for the first time; rejects as a call does if they cannot be read. */
  readonly ready: Promise<void> = this.#ready.promise;

  /** Use loopsOf(). */
  constructor(room: Room) {
    const onMessage = (message: Message) => this.#take(message);
    const { timers, logger, requests } = room.extend(onMessage);
    const emitter = new Emitter<LoopEvents>(timers, logger);
    super(emitter, { synced: 0, changed: 0, steps: 0 });
    this.#emitter = emitter;
    this.#requests = requests;
    this.ready.catch(() => {});
    if (room.state.status === 'joined') this.#list();
  }

  /** By slot. */
  get all(): ReadonlyMap<number, Loop> {
    return this.#loops;
  }

  /** Puts a recorded loop into a slot. Only its maker and moderators may replace a loop. */
  record(slot: number, recording: NewRecording, options?: CallOptions): Promise<void> {
    checkKeys(recording, 'name bars beatsPerBar layers replace start', 'record()');
    const { name, bars, beatsPerBar, layers, replace = false, start } = recording;
    const record = { name, bars, beatsPerBar, layers: layers.map(wireLayerOf), replace };
    return this.#tell({ slot, record: { ...record, ...(start && { start: startOf(start) }) } }, options);
  }

  /** Adds a layer to a recorded loop. */
  overdub(slot: number, layer: LoopLayer, options?: CallOptions): Promise<void> {
    return this.#tell({ slot, overdub: wireLayerOf(layer) }, options);
  }

  /** Removes the last layer; the loop with its only one. */
  undo(slot: number, options?: CallOptions): Promise<void> {
    return this.#tell({ slot, undo: {} }, options);
  }

  remove(slot: number, options?: CallOptions): Promise<void> {
    return this.#tell({ slot, remove: {} }, options);
  }

  /** Only the loop's maker and moderators may change its name and volume; everybody who may loop may mute it. */
  set(slot: number, settings: LoopSettings, options?: CallOptions): Promise<void> {
    checkKeys(settings, 'name volume muted', 'set()');
    return this.#tell({ slot, set: { ...settings } }, options);
  }

  /** Plays a loop from the next bar line on. The metronome starts if it stands still. */
  start(slot: number, start: LoopStart = {}, options?: CallOptions): Promise<void> {
    checkKeys(start, 'originTimeUs', 'start()');
    return this.#tell({ slot, start: startOf(start) }, options);
  }

  /** Stops a loop at the next bar line. */
  stop(slot: number, options?: CallOptions): Promise<void> {
    return this.#tell({ slot, stop: {} }, options);
  }

  /** Stops all loops at the next bar line. */
  stopAll(options?: CallOptions): Promise<void> {
    return this.#tell({ slot: 0, stopAll: {} }, options);
  }

  /** Puts a set of patterns into a slot. Only its maker and moderators may replace a loop. */
  makePatterns(slot: number, patterns: NewPatterns, options?: CallOptions): Promise<void> {
    const { name, replace = false } = patterns;
    return this.#tell({ slot, makePatterns: { name, patterns: wirePatternsOf(patterns), replace } }, options);
  }

  /** Sets single steps; a key without a lane gets one. Several people may do this at the same time. */
  setSteps(slot: number, pattern: number, edits: readonly StepEdit[], options?: CallOptions): Promise<void> {
    return this.#tell({ slot, setSteps: { pattern, edits: edits.map((edit) => ({ ...edit })) } }, options);
  }

  /** Changes instrument, swing, lanes and lengths. */
  changePatterns(slot: number, changes: PatternChanges, options?: CallOptions): Promise<void> {
    const fields = 'channel bankMsb bankLsb program stepsPerBeat swing addKeys removeKeys lengths';
    checkKeys(changes, fields, 'changePatterns()');
    const { addKeys = [], removeKeys = [], lengths = [], ...rest } = changes;
    const lists = { addKeys: [...addKeys], removeKeys: [...removeKeys], lengths: lengths.map((each) => ({ ...each })) };
    return this.#tell({ slot, changePatterns: { ...rest, ...lists } }, options);
  }

  /** Plays another pattern, from its first step, at the next bar line. */
  choosePattern(slot: number, pattern: number, options?: CallOptions): Promise<void> {
    return this.#tell({ slot, choosePattern: { pattern } }, options);
  }

  #tell(command: LoopCommand, options?: CallOptions): Promise<void> {
    return this.#requests.tell({ kind: 'loopCommand', body: command }, options);
  }

  /** Asks for all loops: in a room that was joined before loopsOf() was called, and after each join. */
  #list(): void {
    this.#tell({ slot: 0, list: {} }).then(this.#ready.resolve, this.#ready.reject);
  }

  #take(message: Message): void {
    // A snapshot without a place in the stream comes to a connection that has missed nothing but notes.
    if (message.kind === 'roomJoined' && message.sequence > 0) this.#list();
    else if (message.kind === 'loopNews') this.#apply(message.body);
  }

  #apply({ revision, loop, changed, steps, removed, plans, listed }: LoopNews): void {
    if (loop !== undefined) this.#put(loopOf(loop, revision));
    else if (changed !== undefined) {
      const before = this.#loops.get(changed.slot);
      if (before !== undefined) this.#put({ ...loopOf(changed, revision), content: before.content });
    } else if (steps !== undefined) {
      const { pattern, edits = [] } = steps.steps ?? { pattern: 0 };
      const before = this.#loops.get(steps.slot);
      if (before === undefined) return;
      this.#put(withSteps(before, pattern, edits, revision));
      this.#emitter.emit('steps', { slot: steps.slot, pattern, edits });
    } else if (removed !== undefined) this.#remove(removed.slot);
    for (const { slot, plan } of plans?.plans ?? []) {
      const before = this.#loops.get(slot);
      if (before !== undefined) this.#put({ ...before, revision, plan: plan.map(segmentOf) });
    }
    if (listed === undefined) return;
    for (const slot of [...this.#loops.keys()]) if (!listed.slots.includes(slot)) this.#remove(slot);
    this.#emitter.emit('synced', this.#loops);
  }

  #put(loop: Loop): void {
    const before = this.#loops.get(loop.slot);
    this.#loops.set(loop.slot, loop);
    this.#emitter.emit('changed', { slot: loop.slot, loop, before });
  }

  #remove(slot: number): void {
    const before = this.#loops.get(slot);
    this.#loops.delete(slot);
    if (before !== undefined) this.#emitter.emit('changed', { slot, loop: undefined, before });
  }
}

function startOf({ originTimeUs = 0 }: LoopStart) {
  return { originTime: Math.round(originTimeUs) };
}
