import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeCodes, LeaveReason, type Notification, type RoomCloseReason } from '@roomtone/protocol';
import type { CreateRoomBody, UpdateRoomBody } from '@roomtone/protocol/rest';
import { PacedWork } from '../application/paced-work.ts';
import { createRealtimeCounters, type RealtimeCounters } from '../application/realtime-counters.ts';
import { RestrictionEnds } from '../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../application/rooms/room-fields.ts';
import type { Friends } from '../application/social/friends.ts';
import { ChatFlood } from '../domain/chat.ts';
import type { UpgradeRules } from '../http/plugins/upgrade-rules.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ephemeral } from '../ports/ephemeral.ts';
import type { ConnectedPerson, LiveRooms } from '../ports/live-rooms.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { LiveActivity, Presence, PresenceOfUser } from '../ports/presence.ts';
import type { RoomRecord } from '../ports/room-storage.ts';
import type { Storage } from '../ports/storage.ts';
import type { Ticket, Tickets } from '../ports/tickets.ts';
import { Client, type ClientDeps } from './connections/client.ts';
import { Clients } from './connections/clients.ts';
import { createCommands } from './connections/commands.ts';
import { welcome } from './connections/welcome.ts';
import { giveMemoryBackAtRest } from './memory-at-rest.ts';
import { startRounds } from './periodic-tasks.ts';
import { PasswordGate } from './rooms/password-gate.ts';
import { RoomDirectory } from './rooms/room-directory.ts';
import type { RoomHost } from './rooms/room-host.ts';
import { type Scheduler, timers } from './scheduler.ts';
import { Activity } from './social/activity.ts';
import { BlockLists } from './social/block-lists.ts';
import { DirectMessages } from './social/direct-messages.ts';
import { Lobby } from './social/lobby.ts';
import { createPresenceNews } from './social/presence-news.ts';
import { SharedPresence } from './social/shared-presence.ts';
import { WhoIsOnline } from './social/who-is-online.ts';
import { type Codec, protobufCodec } from './sockets/codec.ts';
import { Gateway } from './sockets/gateway.ts';
import type { OpenSocket } from './sockets/socket-line.ts';
import { Turn } from './sockets/turn.ts';
import { startUpkeep } from './upkeep.ts';

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
  createRoom(owner: RoomActor, body: CreateRoomBody): Promise<RoomRecord>;
  /** What PUT /api/rooms/{room_id} does but for telling those inside; throws the RoomtoneError that is the answer. */
  updateRoom(actor: RoomActor, roomId: string, body: UpdateRoomBody): Promise<RoomRecord>;
  /** What users do about one another, for REST and WebSocket alike. */
  readonly friends: Friends;
  /** The text with profanity made unreadable. */
  maskProfanity(text: string): string;
  /** Whether a page of this origin may connect to the server at this Host; programs send no Origin. */
  allowedOrigin(origin: string | undefined, host: string | undefined): boolean;
  readonly upgradeRules: UpgradeRules;
  /** Where it is counted what goes on. */
  readonly counters?: RealtimeCounters;
  /** Shared by everything that comes in bursts; one of its own unless given. */
  readonly paced?: PacedWork;
  /** Collects everything that is no longer needed, which stops this thread for a while; never called unless given. */
  readonly giveMemoryBack?: (() => void) | undefined;
  /** Shared by everything that asks what bans and mutes hold; its own unless given. */
  readonly restrictions?: RestrictionEnds;
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
  readonly presence: Presence;
  readonly activity: LiveActivity;
  /** Everybody with a connection, one each. */
  connected(): readonly ConnectedPerson[];
  /** Takes the HTTP server's upgrade requests, all of them. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** A login session is over, and storage knows: its connections close with 4401. */
  sessionEnded(sessionId: string): void;
  /** An admin puts a user off the service: its connections close with 4403. Its sessions have ended in storage. */
  putOff(userId: string): void;
  /** An account has another name or picture: those in a room with it are told. */
  accountChanged(account: { readonly userId: string; readonly username: string; readonly avatarUrl: string }): void;
  /** An account and its sessions are gone from storage: what it said stays under another name. */
  accountDeleted(userId: string): void;
  /** Tells all of a user's connections of something; those that come later do not hear of it. */
  notify(userId: string, notification: Notification): void;
  /** A room is new in storage. */
  roomCreated(record: RoomRecord): void;
  /** Whether `userId` blocks the other one from now on: storage knows. */
  blockChanged(userId: string, otherId: string, isBlocked: boolean): void;
  /** A room has changed in storage: it is so for those inside from now on, and they are told. */
  roomUpdated(record: RoomRecord): void;
  /** Rooms are gone from storage: those inside get roomClosed and stay connected. */
  closeRooms(roomIds: readonly string[], reason: RoomCloseReason): void;
  /** Lets nobody in any more, closes every connection with 1001; resolves when sockets are closed and writes are done. */
  shutdown(): Promise<void>;
}

export function createRealtime(deps: RealtimeDeps, seams: RealtimeSeams = {}): Realtime {
  const { storage, ephemeral, hasher, clock, tickets, log, counters = createRealtimeCounters() } = deps;
  const { paced = new PacedWork(), restrictions = new RestrictionEnds(clock) } = deps;
  const { codec = protobufCodec, scheduler = timers } = seams;
  const turn = new Turn();
  const flood = new ChatFlood();
  const clients = new Clients();
  const chatChecks = { flood, mask: deps.maskProfanity };
  const rooms = new RoomDirectory({
    storage,
    clock,
    codec,
    turn,
    scheduler,
    chatChecks,
    counters,
    onChange: (record) => lobby.changed(record),
    onClosed: (roomId) => lobby.removed(roomId),
  });
  const lobby = new Lobby({ storage, codec, rooms });
  const activity = new Activity({ storage, clock, log });
  const blocks = new BlockLists(storage);
  const presence = new SharedPresence(ephemeral);
  const connectionsOf = (userId: string) => online.connectionsOf(userId);
  const tellFriends = createPresenceNews({ storage, log, connectionsOf });
  const online = new WhoIsOnline({
    onChange(userId, now, before) {
      publish(userId, now);
      if (now.status !== before.status) tellFriends(userId, now.status);
    },
  });
  const directMessages = new DirectMessages({ storage, clock, flood, log, connectionsOf });
  const passwords = new PasswordGate({ ephemeral, hasher, clock });
  const act = createCommands({
    storage,
    clock,
    rooms,
    passwords,
    lobby,
    paced,
    restrictions,
    blocks,
    online,
    directMessages,
    clientsIn,
    createRoom: deps.createRoom,
    updateRoom: deps.updateRoom,
    friends: deps.friends,
  });
  /** Where users are changes what their friends see. */
  const moves: ClientDeps['activity'] = {
    entered(userId, member) {
      activity.entered(userId, member);
      online.refresh(userId, clock.serviceUs());
    },
    left(userId, member) {
      activity.left(userId, member);
      online.refresh(userId, clock.serviceUs());
    },
  };
  const gateway = new Gateway({
    tickets,
    storage,
    allowedOrigin: deps.allowedOrigin,
    rules: deps.upgradeRules,
    counters,
    paced,
    log,
    resumable: (connectionId) => clients.resumable(connectionId),
    onOpen: (socket, ticket, resuming) => {
      // Somebody else may have resumed it since.
      if (resuming?.connection.canResume === true) resume(socket, resuming);
      else begin(socket, ticket);
    },
  });
  const waitingFor = clients.waitingFor.bind(clients);

  // One for all: to look at one's own for each note is to wait for memory.
  const clientDeps: ClientDeps = {
    clock,
    codec,
    turn,
    paced,
    log,
    counters,
    rooms,
    activity: moves,
    act,
    waitingFor,
    onAcknowledged,
    onGone,
    onRestless: (restless) => clients.restless.add(restless),
  };

  function begin(socket: OpenSocket, { identity }: Ticket): void {
    const id = randomUUID();
    const client = new Client(socket, { id, identity }, clientDeps);
    clients.add(client);
    if (identity.kind === 'user') {
      online.add(identity.userId, client, clock.serviceUs());
      activity.connected(identity.userId);
    }
    log.info({ connectionId: id, guest: identity.kind === 'guest' }, 'connected');
    client.tell(welcomeOf(client, false), 0);
    if (identity.kind === 'user') directMessages.deliver(identity.userId);
  }

  function resume(socket: OpenSocket, client: Client): void {
    client.resume(socket, welcomeOf(client, true));
    log.info({ connectionId: client.connection.id }, 'resumed');
  }

  function welcomeOf({ connection: { id }, identity }: Client, resumed: boolean) {
    const resumeToken = tickets.resumeToken(id, identity);
    return welcome({ id, identity, serviceUs: clock.serviceUs(), resumeToken, resumed });
  }

  const stopRounds = startRounds({
    scheduler,
    clock,
    codec,
    counters,
    clients,
    online,
    rooms,
    lobby,
    flood,
    renewPresence() {
      for (const [userId, now] of online.everybody()) publish(userId, now);
    },
    store() {
      void flush();
      void activity.flush();
    },
  });

  const { giveMemoryBack: giveBack } = deps;
  const stopGivingBack =
    giveBack === undefined
      ? () => {}
      : giveMemoryBackAtRest({ scheduler, counters, connections: () => clients.size, giveBack });

  function onGone(client: Client, isLost: boolean): void {
    clients.remove(client);
    lobby.unsubscribe(client.connection);
    if (client.identity.kind === 'user') {
      const { userId } = client.identity;
      online.remove(userId, client, clock.serviceUs());
      activity.disconnected(userId);
      directMessages.gone(userId, client, isLost);
      if (!online.isConnected(userId)) blocks.forget(userId);
    }
    log.info({ connectionId: client.connection.id }, 'disconnected');
  }

  function onAcknowledged(client: Client, sequence: number): void {
    if (client.identity.kind === 'user') directMessages.acknowledged(client.identity.userId, client, sequence);
  }

  function publish(userId: string, now: PresenceOfUser): void {
    presence.publish(userId, now).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'a presence could not be shared');
    });
  }

  function flush(): Promise<void> {
    return rooms.flushActivity().catch((error: unknown) => {
      log.warn({ err: error }, 'activity of rooms could not be stored');
    });
  }

  function sessionEnded(sessionId: string): void {
    gateway.sessionEnded(sessionId);
    for (const { connection } of clients.ofSession(sessionId)) connection.close(closeCodes.sessionEnded);
  }

  /** A copy: what is done with them may take some out. */
  function clientsIn(host: RoomHost): readonly Client[] {
    return [...clients].filter(({ place }) => place.status === 'inside' && place.host === host);
  }

  function closeRooms(roomIds: readonly string[], reason: RoomCloseReason): void {
    for (const roomId of roomIds) {
      const host = rooms.close(roomId, reason);
      if (host === undefined) continue;
      for (const client of clientsIn(host)) client.leaveRoom(LeaveReason.CLOSED);
    }
  }

  const stopUpkeep = startUpkeep({
    storage,
    clock,
    scheduler,
    log,
    known: async () => {
      await rooms.flushActivity();
      const users = Array.from(clients, ({ identity }) => identity).filter((identity) => identity.kind === 'user');
      const sessionIds = [...new Set(users.map(({ sessionId }) => sessionId))];
      const userIds = [...rooms.speakers(), ...users.map(({ userId }) => userId)];
      return { sessionIds, userIds: [...new Set(userIds)], roomIds: rooms.liveRoomIds() };
    },
    sessionEnded,
    userGone: (userId) => rooms.forgetUser(userId),
    closeRooms,
  });

  return {
    rooms,
    presence,
    activity,
    connected: () => clients.people(),
    handleUpgrade: (request, socket, head) => gateway.handleUpgrade(request, socket, head),
    sessionEnded,
    putOff(userId) {
      for (const { connection } of online.connectionsOf(userId)) connection.close(closeCodes.forcedSignOut);
    },
    accountChanged({ userId, username, avatarUrl }) {
      for (const { place } of online.connectionsOf(userId)) {
        if (place.status === 'inside') place.host.setAccount(place.member, { username, avatarUrl });
      }
    },
    notify(userId, notification) {
      for (const client of online.connectionsOf(userId)) client.tell({ kind: 'notification', body: notification }, 0);
    },
    blockChanged: (userId, otherId, isBlocked) => blocks.changed(userId, otherId, isBlocked),
    accountDeleted: (userId) => rooms.forgetUser(userId),
    roomCreated: (record) => lobby.changed(record),
    roomUpdated: (record) => rooms.update(record),
    closeRooms,
    async shutdown() {
      gateway.drain();
      stopRounds();
      stopGivingBack();
      const closed = gateway.closed();
      for (const client of clients) {
        await paced.turn();
        client.connection.close(closeCodes.shutdown);
      }
      await closed;
      await Promise.all([rooms.settled(), stopUpkeep()]);
      await Promise.all([flush(), activity.flush()]);
    },
  };
}
