import type { RealtimeCounters } from '../application/realtime-counters.ts';
import type { Scheduler } from './scheduler.ts';

export interface IdleMemoryDeps {
  readonly scheduler: Pick<Scheduler, 'every'>;
  readonly counters: Pick<RealtimeCounters, 'notesIn'>;
  /** Connections there are, those included that may still resume. */
  readonly connections: () => number;
  /** Collects everything; stops this thread for some 50 ms. */
  readonly collectGarbage: () => void;
}

const checkIntervalMs = 5_000;
/** Looks in a row that have to find nobody playing. */
const quietChecks = 2;
/** Connections that have to be gone: what fewer leave behind is not worth it. */
const worthwhileConnections = 200;
/** Looks until it is done once more: sockets that were closing, and what is remembered for a while, are gone by then. */
const checksUntilAgain = 7;

/**
 * Gives memory back once many connections have gone and nobody plays. V8 collects as others allocate: a server that has
 * nothing to do any more would keep what its busiest hour took. While somebody plays nothing is stopped for it.
 * @returns what ends it.
 */
export function returnMemoryWhenIdle({ scheduler, counters, connections, collectGarbage }: IdleMemoryDeps): () => void {
  let most = 0;
  let notesSeen = counters.notesIn;
  let quiet = 0;
  let checksLeft = Number.POSITIVE_INFINITY;
  return scheduler.every(checkIntervalMs, () => {
    const now = connections();
    most = Math.max(most, now);
    quiet = counters.notesIn === notesSeen ? quiet + 1 : 0;
    notesSeen = counters.notesIn;
    checksLeft--;
    if (quiet < quietChecks) return;
    const gone = most - now;
    const isMuchGone = gone >= worthwhileConnections && gone >= now;
    if (!isMuchGone && checksLeft > 0) return;
    checksLeft = isMuchGone ? checksUntilAgain : Number.POSITIVE_INFINITY;
    most = now;
    collectGarbage();
  });
}
