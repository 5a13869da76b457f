// Loops as storage has them: without when they play, and without the name of their maker.
import type { Loop } from '@roomtone/protocol';
import { decodeLoop, encodeLoop } from '@roomtone/protocol/loops';
import type { RoomLoops } from '../../domain/loops.ts';
import { deletedName } from '../../ports/account-storage.ts';
import type { LoopRecord } from '../../ports/room-storage.ts';

/** @param loop undefined for a slot that is empty. */
export function loopRecord(roomId: string, slot: number, revision: number, loop: Loop | undefined): LoopRecord {
  const common = { roomId, slot, revision, userId: loop?.userId ?? '' };
  if (loop === undefined) return { ...common, loop: undefined };
  const bytes = encodeLoop({ ...loop, userId: '', username: '', plan: [] });
  return { ...common, username: loop.username, loop: Buffer.from(bytes).toString('base64') };
}

/** @param plans when loops play, as the process remembers it of a room that nobody was in; by slot. */
export function loopsFrom(records: readonly LoopRecord[], plans: ReadonlyMap<number, Loop['plan']>): RoomLoops {
  const bySlot = new Map<number, Loop>();
  let revision = 0;
  for (const record of records) {
    revision = Math.max(revision, record.revision);
    if (record.loop === undefined) continue;
    const loop = decodeLoop(Buffer.from(record.loop, 'base64'));
    const { slot, userId, username = deletedName } = record;
    bySlot.set(slot, { ...loop, slot, userId, username, plan: plans.get(slot) ?? [] });
  }
  return { revision, bySlot };
}

/** The plans of the loops that have one. */
export function plansOf({ bySlot }: RoomLoops): ReadonlyMap<number, Loop['plan']> {
  return new Map([...bySlot].filter(([, { plan }]) => plan.length > 0).map(([slot, { plan }]) => [slot, plan]));
}
