import {
  type ChangePatterns,
  type Issue,
  issues,
  type Loop,
  type LoopCommand,
  type LoopNews,
  limits,
  loopLimits,
  type RefusalReason,
  RoomRight,
  RoomtoneError,
  type SetSteps,
  type StepPatterns,
  type Transport,
  textIssue,
  validationError,
} from '@roomtone/protocol';
import type { FakeConnection } from './fake-connection.ts';
import { isPlaying, patternChosen, retimed, started, stopped } from './fake-loop-plans.ts';
import type { FakeRoom } from './fake-room.ts';
import { accountRequired, mayPlay } from './fake-turns.ts';

interface FakeLoops {
  revision: number;
  readonly bySlot: Map<number, Loop>;
}

const all = new WeakMap<FakeRoom, FakeLoops>();

/**
 * Carries out a loop command. Names, numbers and who may do it are checked, the notes of layers and the sizes of loops are not.
 * @throws {RoomtoneError} the refusal, as a server's.
 */
export function useLoops(
  room: FakeRoom,
  connection: FakeConnection,
  command: LoopCommand,
  { requestId, nowUs }: { readonly requestId: number; readonly nowUs: number },
): void {
  const loops = loopsOf(room);
  if (command.list !== undefined) {
    list(loops, connection, requestId);
    return;
  }
  checkMayLoop(room, connection);
  const { news, transport } = decide(room, loops, connection, command, nowUs);
  if (transport !== undefined) {
    room.transport = transport;
    room.broadcast({ kind: 'transport', body: transport });
  }
  apply(loops, news);
  room.broadcast(messageOf(loops, news), { connection, requestId });
}

/** The metronome was set: loops go on in its beat, and stop with it. */
export function retimeLoops(room: FakeRoom, before: Transport, nowUs: number): void {
  const loops = loopsOf(room);
  const plans = [...loops.bySlot.values()]
    .map((loop) => ({ slot: loop.slot, plan: retimed(loop, before, room.transport, nowUs) }))
    .filter(({ slot, plan }) => plan !== loops.bySlot.get(slot)?.plan);
  if (plans.length === 0) return;
  apply(loops, { plans: { plans } });
  room.broadcast(messageOf(loops, { plans: { plans } }));
}

type News = Omit<LoopNews, 'revision'>;

function decide(
  room: FakeRoom,
  { bySlot }: FakeLoops,
  connection: FakeConnection,
  command: LoopCommand,
  nowUs: number,
): { readonly news: News; readonly transport?: Transport } {
  const { slot, record, makePatterns, start, set, setSteps, changePatterns, choosePattern } = command;
  checkBetween('slot', slot, { max: loopLimits.slots - 1 });
  const planned = (of: Loop, plan: Loop['plan']): News => ({ plans: { plans: [{ slot: of.slot, plan }] } });
  if (record !== undefined) {
    const { bars, beatsPerBar, layers } = record;
    checkBetween('bars', bars, loopLimits.bars);
    checkBetween('beatsPerBar', beatsPerBar, loopLimits.beatsPerBar);
    checkBetween('layers', layers.length, loopLimits.layers);
    const loop = { ...newLoop(room, bySlot, connection, { slot, ...record }), recorded: { bars, beatsPerBar, layers } };
    if (record.start === undefined) return { news: { loop } };
    const { plan, transport } = begin(room, loop, record.start.originTime, nowUs);
    return { news: { loop: { ...loop, plan } }, ...transport };
  }
  if (makePatterns !== undefined) {
    const { patterns } = makePatterns;
    if (patterns === undefined) throw refused('patterns', issues.required);
    return { news: { loop: { ...newLoop(room, bySlot, connection, { slot, ...makePatterns }), patterns } } };
  }
  if (command.stopAll !== undefined) {
    const playing = [...bySlot.values()].filter(isPlaying);
    const plans = playing.map((each) => ({ slot: each.slot, plan: stopped(each, room.transport, nowUs) }));
    return { news: { plans: { plans } } };
  }
  const loop = bySlot.get(slot);
  if (loop === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no loop in this slot.');
  if (start !== undefined) {
    const { plan, transport } = begin(room, loop, start.originTime, nowUs);
    return { news: planned(loop, plan), ...transport };
  }
  if (command.stop !== undefined) return { news: planned(loop, stopped(loop, room.transport, nowUs)) };
  if (set !== undefined) {
    if (set.name !== undefined || set.volume !== undefined) checkMade(room, loop, connection);
    const { recorded: _, patterns: __, ...head } = loop;
    const name = set.name === undefined ? head.name : checkName(set.name);
    const volume = checkBetween('volume', set.volume ?? head.volume, loopLimits.volume);
    return { news: { changed: { ...head, name, volume, muted: set.muted ?? head.muted } } };
  }
  if (setSteps !== undefined) {
    checkPattern(loop, setSteps.pattern);
    return { news: { steps: { slot, steps: setSteps } } };
  }
  if (changePatterns !== undefined) {
    return { news: { loop: { ...loop, patterns: withChanges(patternsOf(loop), changePatterns) } } };
  }
  if (choosePattern !== undefined) {
    checkPattern(loop, choosePattern.pattern);
    return { news: planned(loop, patternChosen(loop, room.transport, choosePattern.pattern, nowUs)) };
  }
  checkMade(room, loop, connection);
  return { news: contentChange(loop, command) };
}

function contentChange(loop: Loop, { overdub, undo, remove }: LoopCommand): News {
  const { slot, recorded } = loop;
  if (remove !== undefined) return { removed: { slot } };
  if (recorded === undefined) throw refused('slot', issues.invalid('must hold a recorded loop'));
  const layers = undo === undefined ? [...recorded.layers] : recorded.layers.slice(0, -1);
  if (overdub !== undefined) layers.push(overdub);
  if (layers.length === 0) return { removed: { slot } };
  checkBetween('layers', layers.length, loopLimits.layers);
  return { loop: { ...loop, recorded: { ...recorded, layers } } };
}

function newLoop(
  room: FakeRoom,
  bySlot: ReadonlyMap<number, Loop>,
  connection: FakeConnection,
  { slot, name, replace }: { readonly slot: number; readonly name: string; readonly replace: boolean },
): Loop {
  const before = bySlot.get(slot);
  if (before !== undefined && !replace) throw refused('slot', issues.taken);
  if (before !== undefined) checkMade(room, before, connection);
  const { userId, username, displayName } = room.participantOf(connection);
  const { volume = loopLimits.volume.default, muted = false, plan = [] } = before ?? {};
  return { slot, userId, username, displayName, name: checkName(name), volume, muted, plan };
}

/** Starts a loop, and the metronome if it stands still. */
function begin({ transport }: FakeRoom, loop: Loop, originUs: number, nowUs: number) {
  if (transport.running) return { plan: started(loop, transport, originUs, nowUs), transport: {} };
  const startTime = Math.max(nowUs + limits.metronome.leadUs, transport.startTime);
  const running = { ...transport, running: true, startTime };
  return { plan: started(loop, running, 0, nowUs), transport: { transport: running } };
}

function apply(loops: FakeLoops, { loop, changed, steps, removed, plans }: News): void {
  const { bySlot } = loops;
  loops.revision++;
  if (loop !== undefined) bySlot.set(loop.slot, loop);
  if (removed !== undefined) bySlot.delete(removed.slot);
  const before = bySlot.get(changed?.slot ?? steps?.slot ?? -1);
  if (changed !== undefined) bySlot.set(changed.slot, { ...before, ...changed });
  if (steps?.steps !== undefined && before?.patterns !== undefined) {
    bySlot.set(steps.slot, { ...before, patterns: withSteps(before.patterns, steps.steps) });
  }
  for (const { slot, plan } of plans?.plans ?? []) {
    const planned = bySlot.get(slot);
    if (planned !== undefined) bySlot.set(slot, { ...planned, plan });
  }
}

function list(loops: FakeLoops, connection: FakeConnection, requestId: number): void {
  for (const loop of loops.bySlot.values()) connection.send(messageOf(loops, { loop }));
  connection.send({ ...messageOf(loops, { listed: { slots: [...loops.bySlot.keys()] } }), requestId });
}

function messageOf({ revision }: FakeLoops, news: News) {
  return { kind: 'loopNews', body: { revision, ...news } } as const;
}

/** A key without a lane gets one. */
function withSteps(patterns: StepPatterns, { pattern, edits }: SetSteps): StepPatterns {
  const keys = [...new Set([...patterns.keys, ...edits.map(({ key }) => key)])];
  const all = patterns.patterns.map(({ steps, lanes }, index) => {
    const own = keys.map((_, lane) => Uint8Array.from(lanes[lane] ?? new Uint8Array(steps)));
    if (index === pattern)
      for (const { key, step, velocity } of edits) own[keys.indexOf(key)]?.fill(velocity, step, step + 1);
    return { steps, lanes: own };
  });
  return { ...patterns, keys, patterns: all };
}

function withChanges(patterns: StepPatterns, changes: ChangePatterns): StepPatterns {
  const { addKeys, removeKeys, lengths, ...instrument } = changes;
  const given = Object.entries(instrument).filter(([, value]) => value !== undefined);
  const edits = addKeys.filter((key) => !patterns.keys.includes(key)).map((key) => ({ key, step: 0, velocity: 0 }));
  const added = withSteps(patterns, { pattern: 0, edits });
  const kept = added.keys.map((key, lane) => ({ key, lane })).filter(({ key }) => !removeKeys.includes(key));
  const all = added.patterns.map(({ steps, lanes }) => ({
    steps,
    lanes: kept.map(({ lane }) => lanes[lane] ?? new Uint8Array(steps)),
  }));
  for (const { pattern, steps } of lengths) {
    checkBetween('pattern', pattern, { max: Math.min(all.length, loopLimits.patterns.max - 1) });
    checkBetween('steps', steps, loopLimits.steps);
    const lanes = all[pattern]?.lanes ?? kept.map(() => new Uint8Array());
    all[pattern] = { steps, lanes: lanes.map((lane) => Uint8Array.from({ length: steps }, (_, at) => lane[at] ?? 0)) };
  }
  return { ...added, ...Object.fromEntries(given), keys: kept.map(({ key }) => key), patterns: all };
}

function patternsOf({ patterns }: Loop): StepPatterns {
  if (patterns === undefined) throw refused('slot', issues.invalid('must hold patterns'));
  return patterns;
}

function checkPattern(loop: Loop, pattern: number): void {
  checkBetween('pattern', pattern, { max: patternsOf(loop).patterns.length - 1 });
}

function checkBetween(field: string, value: number, { min = 0, max }: { min?: number; max: number }): number {
  if (value < min || value > max) throw refused(field, issues.between(min, max));
  return value;
}

function checkName(given: string): string {
  const name = given.trim();
  const issue = textIssue(name, loopLimits.name);
  if (issue !== undefined) throw refused('name', issue);
  return name;
}

function refused(field: string, issue: Issue): RoomtoneError {
  return validationError([{ field, ...issue }]);
}

function moderates(room: FakeRoom, { session }: FakeConnection): boolean {
  const { account } = session ?? {};
  return (
    account === room.owner || room.moderators.has(account?.userId ?? '') || account?.roles.includes('admin') === true
  );
}

function checkMayLoop(room: FakeRoom, connection: FakeConnection): void {
  const { session } = connection;
  if (session === undefined) throw accountRequired();
  if (room.mutes.get(session.account.userId)?.notes === true) throw notAllowed('muted');
  if (moderates(room, connection)) return;
  if (!mayPlay(room, connection)) throw notAllowed('may_play');
  if (room.settings.mayLoop !== RoomRight.EVERYBODY) throw notAllowed('may_loop');
}

function checkMade(room: FakeRoom, { userId }: Loop, connection: FakeConnection): void {
  if (connection.session?.account.userId !== userId && !moderates(room, connection)) throw notAllowed('loop_owner');
}

function notAllowed(reason: RefusalReason): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', `Not allowed: ${reason}.`, { reason });
}

function loopsOf(room: FakeRoom): FakeLoops {
  const loops = all.get(room) ?? { revision: 0, bySlot: new Map<number, Loop>() };
  all.set(room, loops);
  return loops;
}
