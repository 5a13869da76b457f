import { RoomCloseReason, serviceLimits } from '@roomtone/protocol';
import { ClockTrust, type ClockVerdict } from '../../domain/clock-trust.ts';
import type { Clock } from '../../ports/clock.ts';
import { alone, type Leases } from '../../ports/leases.ts';
import type { KnownIds, Storage } from '../../ports/storage.ts';
import type { Log } from '../log.ts';
import type { Scheduler } from '../scheduler.ts';
import { nonOverlapping } from './non-overlapping-job.ts';

export interface InactiveRoomsDeps {
  readonly storage: Pick<Storage, 'newestActivity' | 'markInactiveRooms' | 'unmarkInactiveRooms' | 'deleteMarkedRooms'>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly scheduler: Pick<Scheduler, 'every'>;
  readonly log: Log;
  /** The rooms in use now. Once it resolves, storage knows the activity of all others. */
  readonly idsInMemory: () => Promise<Pick<KnownIds, 'roomIds'>>;
  readonly closeRooms: (roomIds: readonly string[], reason: RoomCloseReason) => void;
  /** One process of the service at a time removes rooms; this one is alone unless given. */
  readonly leases?: Leases;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A little less than the interval, so that the next run finds the lease free. */
const turnMs = hourMs - 60_000;
/** A room without activity for this long is removed. */
const inactiveMs = serviceLimits.roomIdleDays * dayMs;
/** A room is marked for this long before it is removed. */
const noticeMs = serviceLimits.roomRemoval.noticeDays * dayMs;
/** Rooms removed in one storage operation: other operations wait for it. */
const removedTogether = 50;

/**
 * Removes rooms that have been inactive for long: checks at the start and every hour, marks such rooms, and removes
 * them days later if they are still inactive.
 * @returns stops the checks; resolves when none is running.
 */
export function startInactiveRoomRemoval(deps: InactiveRoomsDeps): () => Promise<void> {
  const { clock } = deps;
  const trust = new ClockTrust({ nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() });
  const { leases = alone } = deps;
  const removal = nonOverlapping(deps.log, async () => {
    await leases.runAlone('inactive-rooms', turnMs, () => removeInactive(deps, trust));
  });
  const stop = deps.scheduler.every(hourMs, removal.run);
  removal.run();
  return async () => {
    stop();
    await removal.done();
  };
}

async function removeInactive(deps: InactiveRoomsDeps, trust: ClockTrust): Promise<void> {
  const { storage, clock, log, idsInMemory, closeRooms } = deps;
  switch (await judgeClock(deps, trust)) {
    case 'implausible':
      return storage.unmarkInactiveRooms();
    case 'unproven':
      return;
    case 'trusted':
      break;
  }
  const now = clock.nowMs();
  const { roomIds } = await idsInMemory();
  const marked = await storage.markInactiveRooms({
    idleSince: now - inactiveMs + noticeMs,
    exceptRoomIds: roomIds,
    now,
  });
  if (marked > 0) log.info({ rooms: marked }, 'rooms without activity will be removed in 7 days unless they are used');
  for (;;) {
    // Read again each time: a room that is in use or being joined must never be removed.
    const { roomIds: exceptRoomIds } = await idsInMemory();
    const removed = await storage.deleteMarkedRooms({
      markedBy: now - noticeMs,
      idleSince: now - inactiveMs,
      exceptRoomIds,
      limit: removedTogether,
    });
    if (removed.length === 0) return;
    log.info({ rooms: removed.length }, 'rooms without activity were removed');
    closeRooms(removed, RoomCloseReason.INACTIVE);
  }
}

async function judgeClock({ storage, clock, log }: InactiveRoomsDeps, trust: ClockTrust): Promise<ClockVerdict> {
  const nowMs = clock.nowMs();
  const newestMs = await storage.newestActivity(nowMs);
  const verdict = trust.judge({ nowMs, monotonicMs: clock.monotonicMs() }, newestMs);
  if (verdict === 'implausible') {
    const newest = newestMs === undefined ? null : new Date(newestMs).toISOString();
    log.warn({ newest }, 'no room is removed for now: nothing has happened for long, or the clock is wrong');
  }
  return verdict;
}
