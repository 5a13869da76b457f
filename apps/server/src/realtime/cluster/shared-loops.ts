// The loops of a shared room in its fields. Every change of them, and of the metronome that they follow, counts up one field
// and requires the count that it was decided with, so that none is lost.
import type { Loop, LoopNews } from '@roomtone/protocol';
import { decodeLoop, decodeLoopNews, encodeLoop, encodeLoopNews, loopLimits } from '@roomtone/protocol';
import { headOf, type RoomLoops, withNews } from '@roomtone/room';
import type { Commit } from '../../ports/room-bus.ts';
import type { RoomChange } from '../rooms/room-change.ts';
import { changedFields, fieldOf } from './shared-fields.ts';

/** A change of the loops, or of the metronome. */
export type LoopsChange = Extract<RoomChange, { readonly kind: 'loops' | 'transport' }>;

/**
 * The commit of a change.
 * @param known the shared count as this process knows it; "" if nobody has shared the loops yet.
 */
export function loopsCommit(change: LoopsChange, before: RoomLoops, known: string): Omit<Commit, 'news'> {
  const news = decodeLoopNews(Buffer.from(change.news, 'base64'));
  const after = withNews(before, news);
  const fields = known === '' ? fieldsOf(after) : fieldsOfNews(after, news);
  const put = new Map([...fields.put, ...(changedFields(change, 0).put ?? [])]);
  return { requires: { field: fieldOf.loops, text: known }, put, remove: fields.remove };
}

/** Shares again what this process has of loops and metronome, if nobody has done so yet. */
export function shareAgain(loops: RoomLoops, transport: LoopsChange['transport']): [LoopsChange, Omit<Commit, 'news'>] {
  const change = { kind: 'loops', ...sameLoops(loops.revision), sender: 0, transport } as const;
  return [change, loopsCommit(change, loops, '')];
}

/** News without a change. */
export function sameLoops(revision: number) {
  return { revision, news: textOf({ revision, plans: { plans: [] } }) };
}

/** Turns one process's loops into shared ones. */
export function missedNews(own: RoomLoops, { revision, bySlot }: RoomLoops): { revision: number; news: string }[] {
  const missed: LoopNews[] = [];
  for (let slot = 0; slot < loopLimits.slots; slot++) {
    const [before, loop] = [own.bySlot.get(slot), bySlot.get(slot)];
    if (loop === undefined && before !== undefined) missed.push({ revision, removed: { slot } });
    else if (loop !== undefined && (before === undefined || base64(before) !== base64(loop))) {
      missed.push({ revision, loop });
    }
  }
  return [...missed.map((news) => ({ revision, news: textOf(news) })), sameLoops(revision)];
}

/** Undefined as long as nobody has shared them: each process has them from storage. */
export function readLoops(fields: ReadonlyMap<string, string>): RoomLoops | undefined {
  const revision = fields.get(fieldOf.loops);
  if (revision === undefined) return undefined;
  const bySlot = new Map<number, Loop>();
  for (let slot = 0; slot < loopLimits.slots; slot++) {
    const head = loopIn(fields.get(fieldOf.loop(slot)));
    const content = loopIn(fields.get(fieldOf.loopContent(slot)));
    if (head === undefined || content === undefined) continue;
    bySlot.set(slot, { ...head, recorded: content.recorded, patterns: content.patterns });
  }
  return { revision: Number(revision), bySlot };
}

interface Fields {
  readonly put: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
}

/** Those of all slots. */
function fieldsOf({ revision, bySlot }: RoomLoops): Fields {
  const put = new Map<string, string>([[fieldOf.loops, String(revision)]]);
  const remove: string[] = [];
  for (let slot = 0; slot < loopLimits.slots; slot++) {
    const loop = bySlot.get(slot);
    if (loop === undefined) remove.push(fieldOf.loop(slot), fieldOf.loopContent(slot));
    else put.set(fieldOf.loop(slot), base64(headOf(loop))).set(fieldOf.loopContent(slot), base64(contentOf(loop)));
  }
  return { put, remove };
}

/** Those that news change. */
function fieldsOfNews({ revision, bySlot }: RoomLoops, { loop, changed, steps, removed, plans }: LoopNews): Fields {
  const put = new Map<string, string>([[fieldOf.loops, String(revision)]]);
  const heads = [loop?.slot, changed?.slot, ...(plans?.plans ?? []).map(({ slot }) => slot)];
  for (const slot of heads) {
    const head = bySlot.get(slot ?? -1);
    if (head !== undefined) put.set(fieldOf.loop(head.slot), base64(headOf(head)));
  }
  const content = bySlot.get(loop?.slot ?? steps?.slot ?? -1);
  if (content !== undefined) put.set(fieldOf.loopContent(content.slot), base64(contentOf(content)));
  const remove = removed === undefined ? [] : [fieldOf.loop(removed.slot), fieldOf.loopContent(removed.slot)];
  return { put, remove };
}

function contentOf({ recorded, patterns }: Loop): Loop {
  return {
    slot: 0,
    userId: '',
    username: '',
    displayName: '',
    name: '',
    volume: 0,
    muted: false,
    plan: [],
    recorded,
    patterns,
  };
}

function loopIn(text: string | undefined): Loop | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeLoop(Buffer.from(text, 'base64'));
  } catch {
    return undefined;
  }
}

function base64(loop: Loop): string {
  return Buffer.from(encodeLoop(loop)).toString('base64');
}

function textOf(news: LoopNews): string {
  return Buffer.from(encodeLoopNews(news)).toString('base64');
}
