import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeCodes, limits, type Welcome } from '@roomtone/protocol';
import type { CreateRoomBody } from '@roomtone/protocol/rest';
import { ChatFlood } from '../domain/chat.ts';
import type { Clock, Ephemeral, Identity, LiveRooms, PasswordHasher, RoomRecord, Storage, Tickets } from '../ports.ts';
import { userBody } from './bodies.ts';
import { Client } from './client.ts';
import { type Codec, protobufCodec } from './codec.ts';
import { createCommands } from './commands.ts';
import { Gateway } from './gateway.ts';
import { PasswordGate } from './password-gate.ts';
import { RoomDirectory } from './room-directory.ts';
import { type Scheduler, timers } from './scheduler.ts';

/** Where realtime/ writes what an operator may want to know. It never gets a token, a password or a payload. */
export interface Log {
  info(o: object, msg: string): void;
  warn(o: object, msg: string): void;
  error(o: object, msg: string): void;
}

export interface RealtimeDeps {
  readonly storage: Storage;
  readonly ephemeral: Ephemeral;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly tickets: Tickets;
  /** What POST /api/rooms does, its checks included; throws the RoomtoneError that is the answer. */
  createRoom(
    owner: { readonly userId: string; readonly username: string; readonly roles: readonly string[] },
    body: CreateRoomBody,
  ): Promise<RoomRecord>;
  /** Whether a page of this origin may connect to the server at this Host; programs send no Origin. */
  allowedOrigin(origin: string | undefined, host: string | undefined): boolean;
  readonly log: Log;
}

/** What tests put in place of the real things. */
export interface RealtimeSeams {
  readonly codec?: Codec;
  readonly scheduler?: Scheduler;
}

/** Everything that happens over WebSocket. */
export interface Realtime {
  readonly rooms: LiveRooms;
  /** Takes the HTTP server's upgrade requests, all of them. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** A login session is over, and storage knows: its connections close with 4401. */
  sessionEnded(sessionId: string): void;
  /** Lets nobody in any more, closes every connection with 1001; resolves when sockets are closed and writes are done. */
  shutdown(): Promise<void>;
}

/** How often what waits for time is looked at: timeouts, dropped notes to report, values the quota held back. */
const sweepIntervalMs = 250;
/** How often storage is told of rooms' activity. */
const activityIntervalMs = 5_000;

export function createRealtime(deps: RealtimeDeps, seams: RealtimeSeams = {}): Realtime {
  const { storage, ephemeral, hasher, clock, tickets, log } = deps;
  const { codec = protobufCodec, scheduler = timers } = seams;
  const flood = new ChatFlood();
  const clients = new Set<Client>();
  const rooms = new RoomDirectory({ storage, clock, codec, flood });
  const passwords = new PasswordGate({ ephemeral, hasher, clock });
  const act = createCommands({ storage, rooms, passwords, createRoom: deps.createRoom });
  const gateway = new Gateway({
    tickets,
    storage,
    allowedOrigin: deps.allowedOrigin,
    log,
    onOpen: (socket, identity) => {
      const id = randomUUID();
      const client = new Client(socket, { id, identity }, { clock, codec, log, rooms, act, onGone });
      clients.add(client);
      log.info({ connectionId: id, guest: identity.kind === 'guest' }, 'connected');
      client.tell({ kind: 'welcome', body: welcome(id, identity, clock) }, 0);
    },
  });

  const sweep = scheduler.every(sweepIntervalMs, () => {
    const nowUs = clock.serviceUs();
    for (const client of clients) client.sweep(nowUs);
  });
  const flushing = scheduler.every(activityIntervalMs, () => {
    flood.forgetIdle(clock.serviceUs() / 1000);
    flush();
  });

  function onGone(client: Client): void {
    clients.delete(client);
    log.info({ connectionId: client.connection.id }, 'disconnected');
  }

  function flush(): Promise<void> {
    return rooms.flushActivity().catch((error: unknown) => {
      log.warn({ err: error }, 'activity of rooms could not be stored');
    });
  }

  return {
    rooms,
    handleUpgrade: (request, socket, head) => gateway.handleUpgrade(request, socket, head),
    sessionEnded(sessionId) {
      gateway.sessionEnded(sessionId);
      for (const client of clients) {
        const { identity, connection } = client;
        if (identity.kind === 'user' && identity.sessionId === sessionId) connection.close(closeCodes.sessionEnded);
      }
    },
    async shutdown() {
      gateway.drain();
      sweep();
      flushing();
      const closed = gateway.closed();
      for (const client of clients) client.connection.close(closeCodes.shutdown);
      await closed;
      await rooms.settled();
      await flush();
    },
  };
}

function welcome(connectionId: string, identity: Identity, clock: Clock): Welcome {
  const { eventsPerMessage, eventsPerSecond, eventBurst } = limits.midi;
  return {
    connectionId,
    user: userBody(identity),
    guest: identity.kind === 'guest',
    serverTime: clock.serviceUs(),
    heartbeatIntervalMs: limits.heartbeat.intervalMs,
    resumeToken: randomBytes(32).toString('base64url'),
    resumed: false,
    limits: {
      chatLength: limits.chatMessage.max,
      frameBytes: limits.clientFrameBytes,
      eventsPerMessage,
      eventsPerSecond,
      eventBurst,
    },
  };
}
