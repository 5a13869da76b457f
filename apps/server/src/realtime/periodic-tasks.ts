import { limits } from '@roomtone/protocol';
import type { RealtimeCounters } from '../application/realtime-counters.ts';
import type { ChatFlood } from '../domain/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Clients } from './connections/clients.ts';
import type { RoomDirectory } from './rooms/room-directory.ts';
import { tellQuality } from './rooms/room-quality.ts';
import type { Scheduler } from './scheduler.ts';
import type { Lobby } from './social/lobby.ts';
import { presenceRenewalMs } from './social/shared-presence.ts';
import type { WhoIsOnline } from './social/who-is-online.ts';
import type { Codec } from './sockets/codec.ts';

export interface RoundsDeps {
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly counters: RealtimeCounters;
  readonly clients: Clients;
  readonly online: WhoIsOnline;
  readonly rooms: RoomDirectory;
  readonly lobby: Lobby;
  readonly flood: ChatFlood;
  /** Tells other processes who is online, once more. */
  renewPresence(): void;
  /** Tells storage what has happened. */
  store(): void;
}

/** How often those are looked at for whom something is to come soon, and how often everybody is, for timeouts. */
const restlessIntervalMs = 250;
const sweepIntervalMs = 1_000;
/** How often what users did is looked at for who is away. */
const presenceIntervalMs = 1_000;
/** How often storage is told of rooms' activity. */
const activityIntervalMs = 5_000;

/** All that realtime/ does again and again, whatever happens; returns what ends it. */
export function startRounds(deps: RoundsDeps): () => void {
  const { scheduler, clock, codec, counters, clients, online, rooms, lobby, flood } = deps;
  let sweptUs = clock.serviceUs();
  const stops = [
    scheduler.every(restlessIntervalMs, () => {
      const nowUs = clock.serviceUs();
      counters.eventLoopDelay.add(Math.max(0, nowUs - sweptUs - restlessIntervalMs * 1_000));
      sweptUs = nowUs;
      for (const client of clients.restless) if (!client.sweep(nowUs)) clients.restless.delete(client);
    }),
    scheduler.each(
      sweepIntervalMs,
      () => clients[Symbol.iterator](),
      (client) => client.sweep(clock.serviceUs()),
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
    scheduler.every(limits.lobby.intervalMs, () => lobby.tell()),
    scheduler.each(
      limits.quality.intervalMs,
      () => rooms.hosts(),
      (host) => tellQuality(host, codec),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
