import type { Redis } from '../../src/adapters/redis/redis.ts';
import { rememberReads } from '../../src/adapters/sql/recent-reads.ts';
import type { AppDeps } from '../../src/composition/app-context.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { createRealtime } from '../../src/realtime/realtime.ts';
import { partsOfProcess } from './process-parts.ts';
import { redisOptions } from './services.ts';
import { settling } from './settling.ts';

/**
 * The parts of two applications in one process that are one service over Redis. They share the test's clock and what depends on it:
 * Redis has the time of the machine.
 */
export async function shareByRedis(
  deps: AppDeps,
  storage: Storage,
): Promise<{
  readonly parts: readonly [AppDeps, AppDeps];
  /** Resolves when what was published so far has arrived. Over a network it would be there before the next request. */
  readonly settle: () => Promise<void>;
}> {
  const { prefix } = redisOptions();
  const buses: Redis[] = [];
  const one = async (): Promise<AppDeps> => {
    const { redis, sharing, roomBus } = await partsOfProcess(prefix);
    buses.push(redis);
    // A double of the storage is the test's own business.
    const reads = deps.recent === deps.storage ? {} : rememberReads(storage, deps.clock, redis);
    if (deps.createRealtime !== createRealtime) return { ...deps, ...reads };
    return { ...deps, ...reads, sharing, roomBus };
  };
  const parts = [await one(), await one()] as const;
  return { parts, settle: await settling(buses) };
}
