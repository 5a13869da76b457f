// Loops as storage has them: without when they play, and without the name of their maker.

import type { Loop } from '@roomtone/protocol';
import { decodeLoop, encodeLoop, namesOf } from '@roomtone/protocol';
import type { RoomLoops } from '@roomtone/room';
import { deletedName } from '../../ports/account-storage.ts';
import type { LoopRecord } from '../../ports/room-storage.ts';

/** @param loop undefined for a slot that is empty. */
export function loopRecord(roomId: string, slot: number, revision: number, loop: Loop | undefined): LoopRecord {
  const common = { roomId, slot, revision, userId: loop?.userId ?? '' };
  if (loop === undefined) return { ...common, loop: undefined };
  const bytes = encodeLoop({ ...loop, userId: '', username: '', displayName: '', plan: [] });
  return { ...common, ...namesOf(loop), loop: Buffer.from(bytes).toString('base64') };
}

/** The process's memory of the loops of a room that nobody was in. */
export interface RememberedLoops {
  readonly revision: number;
  /** When they play, by slot. */
  readonly plans: ReadonlyMap<number, Loop['plan']>;
}

/** @param records of one slot the one with the highest revision counts, of equal ones the last. */
export function loopsFrom(records: readonly LoopRecord[], remembered: RememberedLoops | undefined): RoomLoops {
  const latest = new Map<number, LoopRecord>();
  let revision = remembered?.revision ?? 0;
  for (const record of records) {
    revision = Math.max(revision, record.revision);
    if (record.revision >= (latest.get(record.slot)?.revision ?? 0)) latest.set(record.slot, record);
  }
  const bySlot = new Map<number, Loop>();
  for (const { slot, userId, username = deletedName, displayName, loop } of latest.values()) {
    if (loop === undefined) continue;
    const plan = remembered?.plans.get(slot) ?? [];
    const names = namesOf({ username, displayName });
    bySlot.set(slot, { ...decodeLoop(Buffer.from(loop, 'base64')), slot, userId, ...names, plan });
  }
  return { revision, bySlot };
}

/** Remembers what storage does not have: the count of the changes, and the plans of the loops that have one. */
export function remembered({ revision, bySlot }: RoomLoops): RememberedLoops {
  const plans = [...bySlot].filter(([, { plan }]) => plan.length > 0).map(([slot, { plan }]) => [slot, plan] as const);
  return { revision, plans: new Map(plans) };
}
