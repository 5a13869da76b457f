import { limits } from '@roomtone/protocol';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { ChatFlood } from '../../domain/chat.ts';
import type { CommandLimits } from '../../domain/command-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connections } from '../connections/connections.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import { sendQuality } from '../rooms/room-quality.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Lobby } from '../social/lobby.ts';
import type { OnlineUsers } from '../social/online-users.ts';
import { presenceRenewalMs } from '../social/shared-presence.ts';
import type { Codec } from '../sockets/codec.ts';
import { type StoreActivityDeps, storeActivity } from './store-activity.ts';

export interface PeriodicTasksDeps extends StoreActivityDeps {
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly counters: RealtimeCounters;
  readonly connections: Connections;
  readonly online: OnlineUsers;
  /** Shows again what everybody's connections show. */
  readonly renewPresence: () => void;
  readonly rooms: RoomDirectory;
  readonly lobby: Lobby;
  readonly flood: ChatFlood;
  readonly commandLimits: CommandLimits;
}

/** Connections with pending work are swept at this interval. */
const pendingIntervalMs = 250;
/** All connections are swept at this interval, for timeouts. */
const sweepIntervalMs = 1_000;
/** Users are checked at this interval for having become away. */
const presenceIntervalMs = 1_000;
const activityIntervalMs = 5_000;

/**
 * Starts the tasks that run all the time: sweeping connections, presence, activity, lobby updates and quality reports.
 * @returns stops them.
 */
export function startPeriodicTasks(deps: PeriodicTasksDeps): () => void {
  const { scheduler, clock, codec, counters, connections, online, renewPresence, rooms, lobby, flood, commandLimits } =
    deps;
  let sweptUs = clock.serviceUs();
  const stops = [
    scheduler.every(pendingIntervalMs, () => {
      const nowUs = clock.serviceUs();
      counters.eventLoopDelay.add(Math.max(0, nowUs - sweptUs - pendingIntervalMs * 1_000));
      sweptUs = nowUs;
      for (const connection of connections.pending) {
        if (!connection.sweep(nowUs)) connections.pending.delete(connection);
      }
    }),
    scheduler.each(
      sweepIntervalMs,
      () => connections[Symbol.iterator](),
      (connection) => connection.sweep(clock.serviceUs()),
    ),
    scheduler.each(
      presenceIntervalMs,
      () => online.userIds(),
      (userId) => online.refresh(userId, clock.serviceUs()),
    ),
    scheduler.every(presenceRenewalMs, renewPresence),
    scheduler.every(activityIntervalMs, () => {
      flood.forgetIdle(clock.serviceUs() / 1000);
      commandLimits.forgetIdle(clock.serviceUs());
      void storeActivity(deps);
    }),
    scheduler.each(
      limits.lobby.pulseMs,
      () => (lobby.isWatched ? rooms.liveRooms() : [].values()),
      (room) => room.life.takePulse(limits.lobby.pulseMs),
    ),
    scheduler.every(limits.lobby.intervalMs, () => lobby.sendUpdates()),
    scheduler.each(
      limits.quality.intervalMs,
      () => rooms.liveRooms(),
      (room) => sendQuality(room, codec),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
