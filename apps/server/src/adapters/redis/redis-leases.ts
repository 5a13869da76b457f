import type { Leases } from '../../ports/leases.ts';
import type { Redis } from './redis.ts';

/** A lease is a key that ends by itself. It stays after the job, so that one process does it in each interval. */
export function createRedisLeases(redis: Redis, processId: string): Leases {
  return {
    async runAlone(name, ms, job) {
      let taken: string | null;
      try {
        taken = await redis.command<string | null>('SET', redis.key('lease', name), processId, 'NX', 'PX', ms);
      } catch {
        return false;
      }
      if (taken === null) return false;
      await job();
      return true;
    },
  };
}
