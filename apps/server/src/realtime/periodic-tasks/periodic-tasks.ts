import { limits, type QualityReport } from '@roomtone/protocol';
import type { ChatFlood } from '@roomtone/room';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { CommandLimits } from '../../domain/command-limits.ts';
import type { ListenerBytes } from '../../domain/listener-bytes.ts';
import { noFigures } from '../../domain/quality.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connections } from '../connections/connections.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Lobby } from '../social/lobby.ts';
import type { OnlineUsers } from '../social/online-users.ts';
import { presenceRenewalMs } from '../social/shared-presence.ts';
import type { Codec } from '../sockets/codec.ts';
import { nonOverlapping } from './non-overlapping-job.ts';
import { type StoreActivityDeps, storeActivity, storeLoops } from './store-activity.ts';

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
  readonly listenerBytes: ListenerBytes;
  readonly datagramBytes: ListenerBytes;
}

/** Connections with pending work are swept at this interval. */
const pendingIntervalMs = 250;
/** All connections are swept at this interval, for timeouts. */
const sweepIntervalMs = 1_000;
/** Users are checked at this interval for having become away. */
const presenceIntervalMs = 1_000;
const activityIntervalMs = 5_000;
/** Loops are music that somebody has made: at most so much of it is lost with the process (room rules R21.8). */
const loopsIntervalMs = 500;

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
    scheduler.every(loopsIntervalMs, nonOverlapping(deps.log, () => storeLoops(deps)).run),
    scheduler.every(activityIntervalMs, () => {
      flood.forgetIdle(clock.serviceUs() / 1000);
      commandLimits.forgetIdle(clock.serviceUs());
      deps.listenerBytes.forgetIdle(clock.serviceUs());
      deps.datagramBytes.forgetIdle(clock.serviceUs());
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

/**
 * Sends everybody inside the figures that the others have reported since the last time, outside the reliable stream.
 * Participants without a report of their own share one frame; readers that are too far behind get none.
 */
export function sendQuality(room: LiveRoom, codec: Codec): void {
  const reports = room.quality.take();
  if (reports.length === 0) return;
  const shared = frameOf(codec, reports);
  for (const [number, recipient] of room.recipients) {
    if (recipient.reception !== 'notes') continue;
    const others = reports.filter(({ participant }) => participant !== number);
    if (others.length === reports.length) recipient.deliverUnnumbered(shared, 0);
    else if (others.length > 0) recipient.deliverUnnumbered(frameOf(codec, others), 0);
  }
}

function frameOf(codec: Codec, reports: QualityReport[]): Uint8Array {
  return codec.encode({ kind: 'quality', body: { ...noFigures, reports } });
}
