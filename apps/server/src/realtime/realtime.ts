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
import { createCommands } from './connections/commands.ts';
import { Connection, type ConnectionDeps } from './connections/connection.ts';
import { Connections } from './connections/connections.ts';
import { welcome } from './connections/welcome.ts';
import { returnMemoryWhenIdle } from './idle-memory.ts';
import type { Log } from './log.ts';
import { startPeriodicTasks } from './periodic-tasks.ts';
import type { LiveRoom } from './rooms/live-room.ts';
import { PasswordGate } from './rooms/password-gate.ts';
import { RoomDirectory } from './rooms/room-directory.ts';
import { type Scheduler, timers } from './scheduler.ts';
import { Activity } from './social/activity.ts';
import { BlockLists } from './social/block-lists.ts';
import { DirectMessages } from './social/direct-messages.ts';
import { Lobby } from './social/lobby.ts';
import { OnlineUsers } from './social/online-users.ts';
import { createPresenceNotifier } from './social/presence-notifier.ts';
import { SharedPresence } from './social/shared-presence.ts';
import type { OpenSocket } from './sockets/buffered-socket.ts';
import { type Codec, protobufCodec } from './sockets/codec.ts';
import { EventLoopTurn } from './sockets/event-loop-turn.ts';
import { Gateway } from './sockets/gateway.ts';
import { startUpkeep } from './upkeep.ts';

export type { Log };

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
  forceSignOut(userId: string): void;
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
  const turn = new EventLoopTurn();
  const flood = new ChatFlood();
  const connections = new Connections();
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
  const tellFriends = createPresenceNotifier({ storage, log, connectionsOf });
  const online = new OnlineUsers({
    onChange(userId, now, before) {
      publish(userId, now);
      if (now.status !== before.status) tellFriends(userId, now.status);
    },
  });
  const directMessages = new DirectMessages({ storage, clock, flood, log, connectionsOf });
  const passwords = new PasswordGate({ ephemeral, hasher, clock });
  const runCommand = createCommands({
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
    connectionsIn,
    createRoom: deps.createRoom,
    updateRoom: deps.updateRoom,
    friends: deps.friends,
  });
  /** Where users are changes what their friends see. */
  const moves: ConnectionDeps['activity'] = {
    joinedRoom(userId, participant) {
      activity.joinedRoom(userId, participant);
      online.refresh(userId, clock.serviceUs());
    },
    leftRoom(userId, participant) {
      activity.leftRoom(userId, participant);
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
    resumable: (connectionId) => connections.detach(connectionId),
    onOpen: (socket, ticket, resuming) => {
      // Somebody else may have resumed it since.
      if (resuming?.socket.canResume === true) resume(socket, resuming);
      else begin(socket, ticket);
    },
  });
  const detachedIn = connections.detachedIn.bind(connections);

  // One for all: to look at one's own for each note is to wait for memory.
  const connectionDeps: ConnectionDeps = {
    clock,
    codec,
    turn,
    paced,
    log,
    counters,
    rooms,
    activity: moves,
    runCommand,
    detachedIn,
    onAcknowledged,
    onGone,
    onPendingWork: (pending) => connections.pending.add(pending),
  };

  function begin(socket: OpenSocket, { identity }: Ticket): void {
    const id = randomUUID();
    const connection = new Connection(socket, { id, identity }, connectionDeps);
    connections.add(connection);
    if (identity.kind === 'user') {
      online.add(identity.userId, connection, clock.serviceUs());
      activity.connected(identity.userId);
    }
    log.info({ connectionId: id, guest: identity.kind === 'guest' }, 'connected');
    connection.send(welcomeOf(connection, false), 0);
    if (identity.kind === 'user') directMessages.deliver(identity.userId);
  }

  function resume(socket: OpenSocket, connection: Connection): void {
    connection.resume(socket, welcomeOf(connection, true));
    log.info({ connectionId: connection.id }, 'resumed');
  }

  function welcomeOf({ id, identity }: Connection, resumed: boolean) {
    const resumeToken = tickets.resumeToken(id, identity);
    return welcome({ id, identity, serviceUs: clock.serviceUs(), resumeToken, resumed });
  }

  const stopPeriodicTasks = startPeriodicTasks({
    scheduler,
    clock,
    codec,
    counters,
    connections,
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

  const { giveMemoryBack: collectGarbage } = deps;
  const stopGivingBack =
    collectGarbage === undefined
      ? () => {}
      : returnMemoryWhenIdle({ scheduler, counters, connections: () => connections.size, collectGarbage });

  function onGone(connection: Connection, isLost: boolean): void {
    connections.remove(connection);
    lobby.unsubscribe(connection.socket);
    if (connection.identity.kind === 'user') {
      const { userId } = connection.identity;
      online.remove(userId, connection, clock.serviceUs());
      activity.disconnected(userId);
      directMessages.gone(userId, connection, isLost);
      if (!online.isConnected(userId)) blocks.forget(userId);
    }
    log.info({ connectionId: connection.id }, 'disconnected');
  }

  function onAcknowledged(connection: Connection, sequence: number): void {
    if (connection.identity.kind === 'user')
      directMessages.acknowledged(connection.identity.userId, connection, sequence);
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
    for (const connection of connections.ofSession(sessionId)) connection.close(closeCodes.sessionEnded);
  }

  /** A copy: what is done with them may take some out. */
  function connectionsIn(room: LiveRoom): readonly Connection[] {
    return [...connections].filter(({ location }) => location.status === 'inside' && location.room === room);
  }

  function closeRooms(roomIds: readonly string[], reason: RoomCloseReason): void {
    for (const roomId of roomIds) {
      const room = rooms.close(roomId, reason);
      if (room === undefined) continue;
      for (const connection of connectionsIn(room)) connection.leaveRoom(LeaveReason.CLOSED);
    }
  }

  const stopUpkeep = startUpkeep({
    storage,
    clock,
    scheduler,
    log,
    known: async () => {
      await rooms.flushActivity();
      const users = Array.from(connections, ({ identity }) => identity).filter((identity) => identity.kind === 'user');
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
    connected: () => connections.people(),
    handleUpgrade: (request, socket, head) => gateway.handleUpgrade(request, socket, head),
    sessionEnded,
    forceSignOut(userId) {
      for (const connection of online.connectionsOf(userId)) connection.close(closeCodes.forcedSignOut);
    },
    accountChanged({ userId, username, avatarUrl }) {
      for (const { location } of online.connectionsOf(userId)) {
        if (location.status === 'inside') location.room.setAccount(location.participant, { username, avatarUrl });
      }
    },
    notify(userId, notification) {
      for (const connection of online.connectionsOf(userId))
        connection.send({ kind: 'notification', body: notification }, 0);
    },
    blockChanged: (userId, otherId, isBlocked) => blocks.changed(userId, otherId, isBlocked),
    accountDeleted: (userId) => rooms.forgetUser(userId),
    roomCreated: (record) => lobby.changed(record),
    roomUpdated: (record) => rooms.update(record),
    closeRooms,
    async shutdown() {
      gateway.drain();
      stopPeriodicTasks();
      stopGivingBack();
      const closed = gateway.closed();
      for (const connection of connections) {
        await paced.turn();
        connection.close(closeCodes.shutdown);
      }
      await closed;
      await Promise.all([rooms.settled(), stopUpkeep()]);
      await Promise.all([flush(), activity.flush()]);
    },
  };
}
