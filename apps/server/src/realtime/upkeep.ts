import { limits, RoomCloseReason } from '@roomtone/protocol';
import { ClockTrust, type ClockVerdict } from '../domain/clock-trust.ts';
import type { Clock } from '../ports/clock.ts';
import type { KnownIds, Storage } from '../ports/storage.ts';
import type { Log } from './log.ts';
import type { Scheduler } from './scheduler.ts';

export interface UpkeepDeps {
  readonly storage: Pick<
    Storage,
    'newestActivity' | 'markInactiveRooms' | 'unmarkInactiveRooms' | 'deleteMarkedRooms' | 'deleteUser' | 'missing'
  >;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly scheduler: Scheduler;
  readonly log: Log;
  /** What is held on to here; storage knows the activity of all other rooms once this has resolved. */
  readonly known: () => Promise<KnownIds>;
  readonly sessionEnded: (sessionId: string) => void;
  readonly userGone: (userId: string) => void;
  readonly closeRooms: (roomIds: readonly string[], reason: RoomCloseReason) => void;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** After so long without activity a room is removed. */
const inactiveMs = limits.roomIdleDays * dayMs;
/** For so long it has been marked by then. */
const noticeMs = limits.roomRemoval.noticeDays * dayMs;
/** Rooms removed in one act: others wait for storage meanwhile. */
const removedAtOnce = 50;
/** How often is looked for what host commands have taken away; it has to show within 10 s (S4.9). */
const lookIntervalMs = 5_000;

/**
 * Keeps rooms and connections at one with storage where nobody here has changed it: every hour, rooms that have long been
 * without activity are marked, and removed days later; and what a host command of another process took away ends here, too.
 * @returns what stops it, and resolves when nothing is under way.
 */
export function startUpkeep(deps: UpkeepDeps): () => Promise<void> {
  const { clock } = deps;
  const trust = new ClockTrust({ nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() });
  const removing = inTurn(deps.log, () => removeInactive(deps, trust));
  const looking = inTurn(deps.log, () => endWhatIsGone(deps));
  const stops = [deps.scheduler.every(hourMs, removing.run), deps.scheduler.every(lookIntervalMs, looking.run)];
  removing.run();
  return async () => {
    for (const stop of stops) stop();
    await Promise.all([removing.done(), looking.done()]);
  };
}

async function removeInactive(deps: UpkeepDeps, trust: ClockTrust): Promise<void> {
  const { storage, clock, log, known, closeRooms } = deps;
  switch (await judged(deps, trust)) {
    case 'implausible':
      return storage.unmarkInactiveRooms();
    case 'unproven':
      return;
    case 'trusted':
      break;
  }
  const now = clock.nowMs();
  const { roomIds } = await known();
  const marked = await storage.markInactiveRooms({ idleSince: now - inactiveMs + noticeMs, kept: roomIds, now });
  if (marked > 0) log.info({ rooms: marked }, 'rooms without activity will be removed in 7 days unless they are used');
  for (;;) {
    // Never one that somebody is in, or coming into.
    const { roomIds: kept } = await known();
    const removed = await storage.deleteMarkedRooms({
      markedBy: now - noticeMs,
      idleSince: now - inactiveMs,
      kept,
      limit: removedAtOnce,
    });
    if (removed.length === 0) return;
    log.info({ rooms: removed.length }, 'rooms without activity were removed');
    closeRooms(removed, RoomCloseReason.INACTIVE);
  }
}

async function judged({ storage, clock, log }: UpkeepDeps, trust: ClockTrust): Promise<ClockVerdict> {
  const nowMs = clock.nowMs();
  const newestMs = await storage.newestActivity(nowMs);
  const verdict = trust.judge({ nowMs, monotonicMs: clock.monotonicMs() }, newestMs);
  if (verdict === 'implausible') {
    const newest = newestMs === undefined ? null : new Date(newestMs).toISOString();
    log.warn({ newest }, 'no room is removed for now: nothing has happened for long, or the clock is wrong');
  }
  return verdict;
}

async function endWhatIsGone({ storage, known, sessionEnded, userGone, closeRooms }: UpkeepDeps): Promise<void> {
  const gone = await storage.missing(await known());
  for (const sessionId of gone.sessionIds) sessionEnded(sessionId);
  for (const userId of gone.userIds) userGone(userId);
  closeRooms(gone.roomIds, RoomCloseReason.DELETED);
  // What they have said here since would keep their names.
  for (const userId of gone.userIds) await storage.deleteUser(userId);
}

/** Runs a job that is not begun again before it is done; what it throws is logged, and the next time may do better. */
function inTurn(log: Log, job: () => Promise<void>) {
  let running: Promise<void> | undefined;
  return {
    run() {
      running ??= job()
        .catch((error: unknown) => log.warn({ err: error }, 'rooms could not be compared with storage'))
        .finally(() => {
          running = undefined;
        });
    },
    async done() {
      await running;
    },
  };
}
