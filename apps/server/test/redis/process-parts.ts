import { onTestFinished } from 'vitest';
import type { Redis } from '../../src/adapters/redis/redis.ts';
import { RedisKeptConnections } from '../../src/adapters/redis/redis-kept-connections.ts';
import { createRedisLeases } from '../../src/adapters/redis/redis-leases.ts';
import { RedisPresence } from '../../src/adapters/redis/redis-presence.ts';
import { RedisProcesses } from '../../src/adapters/redis/redis-processes.ts';
import { RedisRoomBus } from '../../src/adapters/redis/redis-room-bus.ts';
import { addressBlock } from '../../src/application/address-block.ts';
import type { RoomBus } from '../../src/ports/room-bus.ts';
import type { Sharing } from '../../src/realtime/sharing/sharing.ts';
import { openRedis, redisOptions } from './services.ts';

/** The parts that an application, or only its realtime part, needs to be one process of a service over Redis. */
export interface ProcessParts {
  readonly redis: Redis;
  readonly sharing: Sharing;
  readonly roomBus: RoomBus;
}

/** The parts of one more process of the service with this prefix. They end with the test. */
export async function partsOfProcess(prefix: string): Promise<ProcessParts> {
  const redis = await openRedis(redisOptions({ prefix }));
  const processes = new RedisProcesses(redis, { warn() {} }, { everyMs: 25, deadMs: 3_500 });
  await processes.start();
  onTestFinished(() => processes.stop());
  const sharing = {
    bus: redis,
    processes,
    leases: createRedisLeases(redis, processes.id),
    kept: new RedisKeptConnections(redis, processes, addressBlock),
    presence: new RedisPresence(redis, processes.id),
  };
  return { redis, sharing, roomBus: new RedisRoomBus(redis, processes) };
}

/** The parts of the two processes of a new service. */
export async function partsOfTwo(): Promise<readonly [ProcessParts, ProcessParts]> {
  const { prefix } = redisOptions();
  const [first, second] = [await partsOfProcess(prefix), await partsOfProcess(prefix)];
  // Time that a test lets pass is longer than a process that is heard of may be silent, or one that is not yet.
  await new Promise<void>((resolve) => {
    const { processes } = first.sharing;
    if (processes.isAlive(second.sharing.processes.id)) resolve();
    else processes.onArrival(resolve);
  });
  return [first, second];
}
