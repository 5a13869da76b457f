// The loops of a room (room rules R21).
import {
  encodeLoop,
  issues,
  type Loop,
  type LoopCommand,
  type LoopNews,
  type LoopPlan,
  loopLimits,
  loopTicks,
  type Named,
  namesOf,
  type RecordLoop,
  RoomtoneError,
  type Transport,
} from '@roomtone/protocol';
import { checkBetween, checkLayer, checkName, checkPatterns, checkRecording, refused } from './loop-checks.ts';
import { isPlaying, metronomeStart, patternChosen, retimed, started, stopped, withContent } from './loop-plans.ts';
import { checkPatternNumber, checkSteps, withChanges, withSteps } from './step-patterns.ts';
import { transportAfter } from './transport.ts';

/** The loops of a room. A change makes another one; nothing inside is ever modified. */
export interface RoomLoops {
  /** Counts the changes. */
  readonly revision: number;
  readonly bySlot: ReadonlyMap<number, Loop>;
}

/** The person who uses a loop. */
export interface LoopUser extends Named {
  readonly userId: string;
  /** They may moderate the room. */
  readonly moderates: boolean;
}

/** The effects of a command: the news for everybody, and the metronome if it starts with the loop. */
export interface LoopDecision {
  readonly news: LoopNews;
  readonly transport?: Transport;
}

export const noLoops: RoomLoops = { revision: 0, bySlot: new Map() };

/**
 * Decides what a command does, apart from `list`; nothing has changed yet.
 * @throws {RoomtoneError} VALIDATION_ERROR on the field that is wrong; RESOURCE_NOT_FOUND for an empty slot;
 *   AUTHORIZATION_ERROR with reason loop_owner for what only its maker and moderators may do.
 */
export function decideLoop(
  loops: RoomLoops,
  command: LoopCommand,
  user: LoopUser,
  time: { readonly transport: Readonly<Transport>; readonly nowUs: number },
): LoopDecision {
  const { transport, nowUs } = time;
  const revision = loops.revision + 1;
  const slot = checkBetween('slot', command.slot, { max: loopLimits.slots - 1 });
  const planned = (loop: Loop, plan: readonly Loop['plan'][number][]) =>
    ({ revision, plans: { plans: [{ slot: loop.slot, plan: [...plan] }] } }) satisfies LoopNews;
  if (command.record !== undefined) {
    const { record } = command;
    const loop = checkedSize(loops, newLoop(loops, { slot, ...record }, { recorded: checkRecording(record) }, user));
    return { ...withStart(loop, record, time, (plan) => ({ revision, loop: { ...loop, plan } })) };
  }
  if (command.makePatterns !== undefined) {
    const { name, replace, patterns } = command.makePatterns;
    if (patterns === undefined) throw refused('patterns', issues.required);
    const loop = newLoop(loops, { slot, name, replace }, { patterns: checkPatterns(patterns) }, user);
    return { news: { revision, loop: checkedSize(loops, loop) } };
  }
  if (command.stopAll !== undefined) {
    const playing = [...loops.bySlot.values()].filter(isPlaying);
    const plans = playing.map((each) => ({ slot: each.slot, plan: [...stopped(each, transport, nowUs)] }));
    return { news: { revision, plans: { plans } } };
  }
  const loop = loops.bySlot.get(slot);
  if (loop === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no loop in this slot.');
  if (command.start !== undefined) {
    return withStart(loop, { start: command.start }, time, (plan) => planned(loop, plan));
  }
  if (command.stop !== undefined) return { news: planned(loop, stopped(loop, transport, nowUs)) };
  if (command.set !== undefined) return { news: { revision, changed: changedHead(loop, command.set, user) } };
  if (command.setSteps !== undefined) {
    checkSteps(patternsOf(loop), command.setSteps);
    return { news: { revision, steps: { slot, steps: command.setSteps } } };
  }
  if (command.changePatterns !== undefined) {
    const patterns = withChanges(patternsOf(loop), command.changePatterns);
    return { news: { revision, loop: checkedSize(loops, { ...loop, patterns }) } };
  }
  if (command.choosePattern !== undefined) {
    const pattern = checkPatternNumber(patternsOf(loop), command.choosePattern.pattern);
    return { news: planned(loop, patternChosen(loop, transport, pattern, nowUs)) };
  }
  return { news: { revision, ...contentChange(loops, loop, command, user) } };
}

/** The loops after news. */
export function withNews({ bySlot }: RoomLoops, news: LoopNews): RoomLoops {
  const after = new Map(bySlot);
  const { revision, loop, changed, steps, removed, plans } = news;
  if (loop !== undefined) after.set(loop.slot, loop);
  if (removed !== undefined) after.delete(removed.slot);
  const before = after.get(changed?.slot ?? steps?.slot ?? -1);
  if (changed !== undefined && before !== undefined) {
    const { recorded, patterns } = before;
    after.set(changed.slot, { ...changed, recorded, patterns });
  }
  if (steps?.steps !== undefined && before?.patterns !== undefined) {
    after.set(steps.slot, { ...before, patterns: withSteps(before.patterns, steps.steps) });
  }
  for (const { slot, plan } of plans?.plans ?? []) {
    const planned = after.get(slot);
    if (planned !== undefined) after.set(slot, { ...planned, plan });
  }
  return { revision, bySlot: after };
}

/** The plans that change when the metronome is set. */
export function plansAfter(
  { bySlot }: RoomLoops,
  before: Readonly<Transport>,
  after: Readonly<Transport>,
  nowUs: number,
): LoopPlan[] {
  const changed: LoopPlan[] = [];
  for (const loop of bySlot.values()) {
    const plan = retimed(loop, before, after, nowUs);
    if (JSON.stringify(plan) !== JSON.stringify(loop.plan)) changed.push({ slot: loop.slot, plan: [...plan] });
  }
  return changed;
}

/** Everything about a loop but its content. */
export function headOf({ recorded: _recorded, patterns: _patterns, ...head }: Loop): Loop {
  return head;
}

function newLoop(
  { bySlot }: RoomLoops,
  { slot, name, replace }: { readonly slot: number; readonly name: string; readonly replace: boolean },
  content: Pick<Loop, 'recorded' | 'patterns'>,
  user: LoopUser,
): Loop {
  const before = bySlot.get(slot);
  if (before !== undefined && !replace) throw refused('slot', issues.taken);
  if (before !== undefined) checkMade(before, user);
  const { userId } = user;
  const { volume = loopLimits.volume.default, muted = false, plan = [] } = before ?? {};
  return {
    slot,
    userId,
    ...namesOf(user),
    name: checkName(name),
    volume,
    muted,
    plan: [...withContent(plan, content)],
    ...content,
  };
}

/** Changes of the content that only the loop's maker and moderators may make. */
function contentChange(
  loops: RoomLoops,
  loop: Loop,
  { overdub, undo, remove }: LoopCommand,
  user: LoopUser,
): Pick<LoopNews, 'loop' | 'removed'> {
  if (overdub === undefined && undo === undefined && remove === undefined) throw refused('action', issues.required);
  checkMade(loop, user);
  const { slot, recorded } = loop;
  if (remove !== undefined) return { removed: { slot } };
  if (recorded === undefined) throw refused('slot', issues.invalid('must hold a recorded loop'));
  if (undo !== undefined) {
    const layers = recorded.layers.slice(0, -1);
    return layers.length === 0 ? { removed: { slot } } : { loop: { ...loop, recorded: { ...recorded, layers } } };
  }
  const layers = [...recorded.layers, ...(overdub === undefined ? [] : [checkLayer(overdub, loopTicks(loop))])];
  checkBetween('layers', layers.length, loopLimits.layers);
  return { loop: checkedSize(loops, { ...loop, recorded: { ...recorded, layers } }) };
}

function changedHead(loop: Loop, { name, volume, muted }: NonNullable<LoopCommand['set']>, user: LoopUser): Loop {
  if (name !== undefined || volume !== undefined) checkMade(loop, user);
  return {
    ...headOf(loop),
    ...(name === undefined ? {} : { name: checkName(name) }),
    ...(volume === undefined ? {} : { volume: checkBetween('volume', volume, loopLimits.volume) }),
    ...(muted === undefined ? {} : { muted }),
  };
}

/** Starts a loop if that is asked for, and the metronome if it stands still. */
function withStart(
  loop: Loop,
  { start }: Pick<RecordLoop, 'start'>,
  { transport, nowUs }: { readonly transport: Readonly<Transport>; readonly nowUs: number },
  newsWith: (plan: Loop['plan']) => LoopNews,
): LoopDecision {
  if (start === undefined) return { news: newsWith(loop.plan) };
  const { originTime } = start;
  if (transport.running) return { news: newsWith([...started(loop, transport, originTime, nowUs)]) };
  const startTime = metronomeStart(transport, nowUs);
  const running = transportAfter(transport, { ...transport, running: true, startTime }, nowUs);
  return { news: newsWith([...started(loop, running, 0, nowUs)]), transport: running };
}

function patternsOf({ patterns }: Loop): NonNullable<Loop['patterns']> {
  if (patterns === undefined) throw refused('slot', issues.invalid('must hold patterns'));
  return patterns;
}

/** @throws {RoomtoneError} AUTHORIZATION_ERROR unless they made the loop, or moderate the room. */
function checkMade({ userId }: Loop, user: LoopUser): void {
  if (user.moderates || user.userId === userId) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only the maker of this loop and moderators can do that.', {
    required: ['owner', 'moderator'],
    reason: 'loop_owner',
  });
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `slot` if the loop, or the room with it, would be too large. */
function checkedSize({ bySlot }: RoomLoops, loop: Loop): Loop {
  const bytes = contentBytes(loop);
  if (bytes > loopLimits.loopBytes) throw tooLarge('the loop', loopLimits.loopBytes);
  let all = bytes;
  for (const other of bySlot.values()) if (other.slot !== loop.slot) all += contentBytes(other);
  if (all > loopLimits.roomBytes) throw tooLarge('all loops of the room', loopLimits.roomBytes);
  return loop;
}

/** By content, which is never modified. */
const sizes = new WeakMap<object, number>();

function contentBytes({ recorded, patterns }: Loop): number {
  const content = recorded ?? patterns;
  if (content === undefined) return 0;
  const known = sizes.get(content);
  if (known !== undefined) return known;
  const head = { slot: 0, userId: '', username: '', displayName: '', name: '', volume: 0, muted: false, plan: [] };
  const bytes = encodeLoop({ ...head, recorded, patterns }).byteLength;
  sizes.set(content, bytes);
  return bytes;
}

function tooLarge(what: string, max: number): RoomtoneError {
  return refused('slot', { code: 'too_much', issue: `must leave ${what} at most ${max} bytes`, max });
}
