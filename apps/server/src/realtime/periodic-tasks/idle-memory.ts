import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { Scheduler } from '../scheduler.ts';

export interface IdleMemoryDeps {
  readonly scheduler: Pick<Scheduler, 'every'>;
  readonly counters: Pick<RealtimeCounters, 'notesIn'>;
  /** The number of connections, including those that may still be resumed. */
  readonly connections: () => number;
  /** The memory that the process has of the system. */
  readonly residentBytes: () => number;
  /** Runs a full garbage collection, which blocks this thread for about 50 ms. */
  readonly collectGarbage: () => void;
}

const checkIntervalMs = 5_000;
/** Nobody may have played at this number of checks in a row. */
const quietChecks = 2;
/** The number of closed connections from which a collection is worth it. */
const worthwhileConnections = 200;
/** The growth of memory since the last collection from which another one is worth it: a flood of requests leaves garbage, too. */
const worthwhileBytes = 16 * 1024 * 1024;
/** Collects once more after this number of checks: by then closing sockets and short-lived records are gone. */
const checksUntilAgain = 7;

/**
 * Returns memory to the system when many connections have closed, or memory has grown, and nobody plays. V8 collects only as memory is
 * allocated, so an idle server would keep what its busiest hour needed. Never collects while somebody plays.
 * @returns stops it.
 */
export function returnMemoryWhenIdle({
  scheduler,
  counters,
  connections,
  residentBytes,
  collectGarbage,
}: IdleMemoryDeps): () => void {
  let most = 0;
  let notesSeen = counters.notesIn;
  let quiet = 0;
  let checksLeft = Number.POSITIVE_INFINITY;
  /** The least since the last collection, whose memory the system gets a little later. */
  let least = Number.POSITIVE_INFINITY;
  return scheduler.every(checkIntervalMs, () => {
    const now = connections();
    most = Math.max(most, now);
    quiet = counters.notesIn === notesSeen ? quiet + 1 : 0;
    notesSeen = counters.notesIn;
    checksLeft--;
    const bytes = residentBytes();
    least = Math.min(least, bytes);
    if (quiet < quietChecks) return;
    const gone = most - now;
    const isMuchGone = gone >= worthwhileConnections && gone >= now;
    const hasGrown = bytes - least >= worthwhileBytes;
    if (!isMuchGone && !hasGrown && checksLeft > 0) return;
    checksLeft = isMuchGone ? checksUntilAgain : Number.POSITIVE_INFINITY;
    most = now;
    least = Number.POSITIVE_INFINITY;
    collectGarbage();
  });
}
