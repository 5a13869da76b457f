// Shared by the processes of a service through Redis. Loaded only where it is used.

import { Redis } from '../adapters/redis/redis.ts';
import { createRedisEphemeral } from '../adapters/redis/redis-ephemeral.ts';
import { RedisHealth } from '../adapters/redis/redis-health.ts';
import { RedisKeptConnections } from '../adapters/redis/redis-kept-connections.ts';
import { createRedisLeases } from '../adapters/redis/redis-leases.ts';
import type { RedisOptions } from '../adapters/redis/redis-options.ts';
import { RedisPresence } from '../adapters/redis/redis-presence.ts';
import { RedisProcesses } from '../adapters/redis/redis-processes.ts';
import { RedisRoomBus } from '../adapters/redis/redis-room-bus.ts';
import { startSharedClock } from '../adapters/redis/shared-clock.ts';
import { addressBlock } from '../application/address-block.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ephemeral } from '../ports/ephemeral.ts';
import type { Log } from '../ports/log.ts';
import type { RoomBus } from '../ports/room-bus.ts';
import type { Sharing } from '../realtime/sharing/sharing.ts';

export interface SharedState {
  readonly redis: Redis;
  readonly health: RedisHealth;
  /** Led to the time that all processes share. */
  readonly clock: Clock;
  /** The reference's lead over this process's service clock, µs. */
  readonly clockOffsetUs: () => number;
  readonly ephemeral: Ephemeral;
  readonly sharing: Sharing;
  readonly roomBus: RoomBus;
  /** Says goodbye to the other processes. */
  close(): Promise<void>;
}

/** @throws {Error} whose message is for the host, if Redis cannot be used. */
export async function openSharedState(options: RedisOptions, log: Pick<Log, 'info' | 'warn'>): Promise<SharedState> {
  const redis = await Redis.open(options, log);
  try {
    const { clock, stop } = await startSharedClock(redis);
    const processes = new RedisProcesses(redis, log);
    await processes.start();
    const roomBus = new RedisRoomBus(redis, processes);
    const health = new RedisHealth(redis, { clock, log });
    await redis.subscriptionsInForce();
    await health.look();
    return {
      roomBus,
      redis,
      health,
      clock,
      clockOffsetUs: () => clock.offsetUs,
      ephemeral: createRedisEphemeral(redis, clock),
      sharing: {
        bus: redis,
        processes,
        leases: createRedisLeases(redis, processes.id),
        kept: new RedisKeptConnections(redis, processes, addressBlock),
        presence: new RedisPresence(redis, processes.id),
      },
      async close() {
        stop();
        health.close();
        await roomBus.close();
        await processes.stop();
        redis.close();
      },
    };
  } catch (error) {
    redis.close();
    throw error;
  }
}
