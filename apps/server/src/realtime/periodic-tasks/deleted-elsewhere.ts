import { RoomCloseReason } from '@roomtone/protocol';
import type { Clock } from '../../ports/clock.ts';
import type { KnownIds, Storage } from '../../ports/storage.ts';
import type { Log } from '../log.ts';
import type { Scheduler } from '../scheduler.ts';
import { nonOverlapping } from './non-overlapping-job.ts';

export interface DeletedElsewhereDeps {
  readonly storage: Pick<Storage, 'deleteUser' | 'missing'>;
  readonly clock: Pick<Clock, 'nowMs' | 'serviceUs'>;
  readonly scheduler: Pick<Scheduler, 'every'>;
  readonly log: Log;
  readonly idsInMemory: () => Promise<KnownIds>;
  readonly endSession: (sessionId: string) => void;
  readonly forgetUser: (userId: string) => void;
  readonly closeRooms: (roomIds: readonly string[], reason: RoomCloseReason) => void;
}

/** A deletion has to take effect within 10 s (S4.9). */
const checkIntervalMs = 5_000;

/**
 * Checks every few seconds if storage still has the sessions, users and rooms that are in use here. A command of the
 * host runs in another process and may have deleted them, and sessions expire; then their connections and rooms are closed
 * here as well.
 * @returns stops the checks; resolves when none is running.
 */
export function startDeletionChecks(deps: DeletedElsewhereDeps): () => Promise<void> {
  const check = nonOverlapping(deps.log, () => endDeleted(deps));
  const stop = deps.scheduler.every(checkIntervalMs, check.run);
  return async () => {
    stop();
    await check.done();
  };
}

async function endDeleted(deps: DeletedElsewhereDeps): Promise<void> {
  const { storage, clock, idsInMemory, endSession, forgetUser, closeRooms } = deps;
  // By both clocks: setting the wall clock forward must not close everybody's connections.
  const now = Math.min(clock.nowMs(), clock.serviceUs() / 1000);
  const gone = await storage.missing(await idsInMemory(), now);
  for (const sessionId of gone.sessionIds) endSession(sessionId);
  for (const userId of gone.userIds) forgetUser(userId);
  closeRooms(gone.roomIds, RoomCloseReason.DELETED);
  // Chat that was stored here after the deletion would keep their names.
  for (const userId of gone.userIds) await storage.deleteUser(userId);
}
