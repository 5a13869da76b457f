import { limits } from '@roomtone/protocol';
import type { RealtimeCounters } from '../application/realtime-counters.ts';
import type { ChatFlood } from '../domain/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connections } from './connections/connections.ts';
import type { RoomDirectory } from './rooms/room-directory.ts';
import { sendQuality } from './rooms/room-quality.ts';
import type { Scheduler } from './scheduler.ts';
import type { Lobby } from './social/lobby.ts';
import type { OnlineUsers } from './social/online-users.ts';
import { presenceRenewalMs } from './social/shared-presence.ts';
import type { Codec } from './sockets/codec.ts';

export interface PeriodicTasksDeps {
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly counters: RealtimeCounters;
  readonly connections: Connections;
  readonly online: OnlineUsers;
  readonly rooms: RoomDirectory;
  readonly lobby: Lobby;
  readonly flood: ChatFlood;
  /** Tells other processes who is online, once more. */
  renewPresence(): void;
  /** Tells storage what has happened. */
  store(): void;
}

/** How often those are looked at for whom something is to come soon, and how often everybody is, for timeouts. */
const pendingIntervalMs = 250;
const sweepIntervalMs = 1_000;
/** How often what users did is looked at for who is away. */
const presenceIntervalMs = 1_000;
/** How often storage is told of rooms' activity. */
const activityIntervalMs = 5_000;

/** All that realtime/ does again and again, whatever happens; returns what ends it. */
export function startPeriodicTasks(deps: PeriodicTasksDeps): () => void {
  const { scheduler, clock, codec, counters, connections, online, rooms, lobby, flood } = deps;
  let sweptUs = clock.serviceUs();
  const stops = [
    scheduler.every(pendingIntervalMs, () => {
      const nowUs = clock.serviceUs();
      counters.eventLoopDelay.add(Math.max(0, nowUs - sweptUs - pendingIntervalMs * 1_000));
      sweptUs = nowUs;
      for (const connection of connections.pending)
        if (!connection.sweep(nowUs)) connections.pending.delete(connection);
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
    scheduler.every(presenceRenewalMs, deps.renewPresence),
    scheduler.every(activityIntervalMs, () => {
      flood.forgetIdle(clock.serviceUs() / 1000);
      deps.store();
    }),
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
