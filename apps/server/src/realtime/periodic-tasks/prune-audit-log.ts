import { serviceLimits } from '@roomtone/protocol';
import { idAt } from '../../application/ascending-ids.ts';
import { ClockTrust } from '../../domain/clock-trust.ts';
import type { Clock } from '../../ports/clock.ts';
import { alone, type Leases } from '../../ports/leases.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Log } from '../log.ts';
import type { Scheduler } from '../scheduler.ts';
import { nonOverlapping } from './non-overlapping-job.ts';

export interface PruneAuditLogDeps {
  readonly storage: Pick<Storage, 'newestActivity' | 'pruneAuditEntries'>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly scheduler: Pick<Scheduler, 'every'>;
  readonly log: Log;
  /** One process of the service at a time does it; this one is alone unless given. */
  readonly leases?: Leases;
}

const hourMs = 3_600_000;
const keptMs = serviceLimits.auditLog.keptDays * 24 * hourMs;

/**
 * Keeps the audit log within its limits (S25.4): checks at the start and every hour. Nothing goes because of its age while the
 * clock may be wrong.
 * @returns stops the checks; resolves when none is running.
 */
export function startAuditPruning({
  storage,
  clock,
  scheduler,
  log,
  leases = alone,
}: PruneAuditLogDeps): () => Promise<void> {
  const trust = new ClockTrust({ nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() });
  const prune = async () => {
    const nowMs = clock.nowMs();
    const verdict = trust.judge({ nowMs, monotonicMs: clock.monotonicMs() }, await storage.newestActivity(nowMs));
    const beforeId = verdict === 'trusted' ? idAt(nowMs - keptMs) : undefined;
    await storage.pruneAuditEntries(serviceLimits.auditLog.entries, beforeId);
  };
  const pruning = nonOverlapping(log, async () => {
    await leases.runAlone('audit-log', hourMs - 60_000, prune);
  });
  const stop = scheduler.every(hourMs, pruning.run);
  pruning.run();
  return async () => {
    stop();
    await pruning.done();
  };
}
