import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ModerationCommand, type Notification, OwnStalls, type RoomCloseReason } from '@roomtone/protocol';
import type { CreateRoomBody, UpdateRoomBody } from '@roomtone/protocol/rest';
import { PacedWork } from '../application/paced-work.ts';
import { createRealtimeCounters, type RealtimeCounters } from '../application/realtime-counters.ts';
import { RestrictionEnds } from '../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../application/rooms/room-fields.ts';
import type { RoomsFromOutside } from '../application/rooms/rooms-from-outside.ts';
import type { Friends } from '../application/social/friends.ts';
import type { AdminSecondFactor } from '../domain/active-roles.ts';
import { ChatFlood } from '../domain/chat.ts';
import { CommandLimits } from '../domain/command-limits.ts';
import type { AuditRecorder } from '../ports/audit-log.ts';
import type { Awaitable } from '../ports/awaitable.ts';
import type { Clock } from '../ports/clock.ts';
import type { Datagrams } from '../ports/datagrams.ts';
import type { Ephemeral } from '../ports/ephemeral.ts';
import { alone } from '../ports/leases.ts';
import type { ConnectedPerson, LiveRooms } from '../ports/live-rooms.ts';
import type { ChangedAccount } from '../ports/live-users.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { LiveActivity, Presence } from '../ports/presence.ts';
import type { RoomBus } from '../ports/room-bus.ts';
import type { RoomRecord } from '../ports/room-storage.ts';
import type { Storage } from '../ports/storage.ts';
import type { Tickets } from '../ports/tickets.ts';
import { ConnectionLifecycle } from './connections/connection-lifecycle.ts';
import { Connections } from './connections/connections.ts';
import { rejoinRoom } from './connections/join-room.ts';
import { createCommands } from './connections/realtime-commands.ts';
import { DueChannels } from './delivery/note-channel.ts';
import type { Log } from './log.ts';
import { startDeletionChecks } from './periodic-tasks/deleted-elsewhere.ts';
import { returnMemoryWhenIdle } from './periodic-tasks/idle-memory.ts';
import { idsInMemory } from './periodic-tasks/ids-in-memory.ts';
import { startInactiveRoomRemoval } from './periodic-tasks/inactive-rooms.ts';
import { startPeriodicTasks } from './periodic-tasks/periodic-tasks.ts';
import { startAuditPruning } from './periodic-tasks/prune-audit-log.ts';
import { closeRooms } from './rooms/close-rooms.ts';
import { roomsFromOutside } from './rooms/from-outside.ts';
import { moderateFromOutside } from './rooms/moderate.ts';
import { PasswordGate } from './rooms/password-gate.ts';
import { RoomDirectory } from './rooms/room-directory.ts';
import { type Scheduler, timers } from './scheduler.ts';
import { shareLimits } from './sharing/shared-limits.ts';
import { sharePlaying } from './sharing/shared-playing.ts';
import { joinOthers, type Sharing, watchProcesses } from './sharing/sharing.ts';
import { takeOverWith } from './sharing/take-over.ts';
import { shutDown } from './shutdown.ts';
import { Activity } from './social/activity.ts';
import { BlockLists } from './social/block-lists.ts';
import { DirectMessages } from './social/direct-messages.ts';
import { Lobby } from './social/lobby.ts';
import { LobbyChanges } from './social/lobby-changes.ts';
import { OnlineUsers } from './social/online-users.ts';
import { createPresenceNotifier, renewPresence as renew } from './social/presence-notifier.ts';
import { SharedPresence } from './social/shared-presence.ts';
import { type Codec, protobufCodec } from './sockets/codec.ts';
import { EventLoopTurn } from './sockets/event-loop-turn.ts';
import { Gateway, type RefuseUpgrade, type UpgradeRules } from './sockets/gateway.ts';
import { SpreadRooms } from './spread/spread-rooms.ts';

export type { Log };

export interface RealtimeDeps {
  readonly storage: Storage;
  readonly ephemeral: Ephemeral;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly tickets: Tickets;
  /** Does what POST /api/rooms does, including its checks. Throws the RoomtoneError that is the answer. */
  createRoom(owner: RoomActor, body: CreateRoomBody): Promise<RoomRecord>;
  /** Does what PUT /api/rooms/{room_id} does, without telling the room. Throws the RoomtoneError that is the answer. */
  updateRoom(actor: RoomActor, roomId: string, body: UpdateRoomBody): Promise<RoomRecord>;
  readonly friends: Friends;
  /** Replaces profanity in a text with asterisks. */
  maskProfanity(text: string): string;
  /** True if a page of this origin may connect to the server at this Host. Programs send no Origin. */
  allowedOrigin(origin: string | undefined, host: string | undefined): boolean;
  readonly upgradeRules: UpgradeRules;
  readonly refuseUpgrade: RefuseUpgrade;
  readonly counters?: RealtimeCounters;
  /** Shared by all work that comes in bursts; by default realtime/ has its own. */
  readonly paced?: PacedWork;
  /** Runs a full garbage collection, which blocks this thread for a while. Without it nothing is collected early. */
  readonly giveMemoryBack?: (() => void) | undefined;
  /** The memory that the process has of the system. Without it only closed connections lead to a collection. */
  readonly residentBytes?: (() => number) | undefined;
  /** Shared by everything that checks bans and mutes; by default realtime/ has its own. */
  readonly restrictions?: RestrictionEnds;
  /** Connects the processes that serve the same rooms; without it this process has all rooms. */
  readonly roomBus?: RoomBus | undefined;
  /** Notes travel over WebSockets alone without it. */
  readonly datagrams?: Datagrams | undefined;
  /** How many times the limits of commands apply; by default once. */
  readonly commandLimitFactor?: number;
  /** Whether the role of an admin counts without a second factor; it does unless given. */
  readonly adminSecondFactor?: AdminSecondFactor;
  readonly audit: AuditRecorder;
  /** The other processes of the service; there are none unless given. */
  readonly sharing?: Sharing | undefined;
  /** True for an address that may have fewer connections than others; none is unless given. */
  readonly isUnknownAddress?: (address: string) => boolean;
  readonly log: Log;
}

/** Replacements for tests. */
export interface RealtimeSeams {
  readonly codec?: Codec;
  readonly scheduler?: Scheduler;
}

/** The realtime part of the server: everything that happens over WebSocket. */
export interface Realtime {
  readonly rooms: LiveRooms;
  readonly presence: Presence;
  readonly activity: LiveActivity;
  /** Joins the other processes, if there is a bus; nobody may connect before it resolves. */
  open(): Promise<void>;
  /** One entry for each connection. */
  connected(): readonly ConnectedPerson[];
  /** Ends all connections from these addresses (1001), and returns how many those were. */
  closeFrom(isFrom: (address: string) => boolean): number;
  /** Handles every upgrade request of the HTTP server. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** An auth session has ended in storage: closes its connections (4401). */
  sessionEnded(sessionId: string): void;
  /** An admin has ended a user's sessions in storage: closes the user's connections (4403). */
  forceSignOut(userId: string): void;
  /** An invitation has been revoked: closes the connections of the guests whom it admitted (4403). */
  invitationRevoked(invitationId: string): void;
  /** A user has a new name or picture: tells the rooms that they are in. */
  accountChanged(account: ChangedAccount): void;
  /** A user was deleted from storage: their chat messages stay, under another name. */
  accountDeleted(userId: string): void;
  /** Sends a notification on each of a user's connections. Later connections do not get it. */
  notify(userId: string, notification: Notification): void;
  /** A room was created in storage. */
  roomCreated(record: RoomRecord): void;
  /** `userId` has blocked or unblocked another user in storage. */
  blockChanged(userId: string, otherId: string, isBlocked: boolean): void;
  /** A room has changed in storage: applies the change, and tells everybody inside. Resolves when it is in force here. */
  roomUpdated(record: RoomRecord): Awaitable<void>;
  /** Does what a moderationCommand does, for a user who need not be inside. Throws the RoomtoneError that is the answer. */
  moderate(actor: RoomActor, roomId: string, command: ModerationCommand): Promise<void>;
  /** Loops, turns and the metronome, for users who need not be inside. */
  readonly fromOutside: RoomsFromOutside;
  /** Rooms were deleted from storage: everybody inside gets roomClosed and stays connected. */
  closeRooms(roomIds: readonly string[], reason: RoomCloseReason): void;
  /**
   * Accepts no more connections and closes all of them (1001). Resolves when sockets are closed and writes are done.
   */
  shutdown(): Promise<void>;
}

/** Builds all parts of realtime/ and starts the periodic tasks. */
export function createRealtime(deps: RealtimeDeps, seams: RealtimeSeams = {}): Realtime {
  const { storage, ephemeral, hasher, clock, tickets, log, counters = createRealtimeCounters() } = deps;
  const { paced = new PacedWork(), restrictions = new RestrictionEnds(clock) } = deps;
  const { codec = protobufCodec, scheduler = timers } = seams;
  const { createRoom, updateRoom, friends, datagrams, audit, adminSecondFactor = 'optional' } = deps;
  const turn = new EventLoopTurn();
  const flood = new ChatFlood();
  const commandLimits = new CommandLimits(deps.commandLimitFactor);
  const connections = new Connections(deps.commandLimitFactor);
  const lobbyChanges = new LobbyChanges();
  const { roomBus: bus } = deps;
  const spread = bus === undefined ? undefined : new SpreadRooms({ bus, storage, clock, codec, turn, scheduler, log });
  const rooms = new RoomDirectory({
    storage,
    clock,
    codec,
    turn,
    scheduler,
    chatChecks: { flood, mask: deps.maskProfanity },
    counters,
    onChange: (record) => lobbyChanges.changed(record),
    onClosed: (roomId) => lobbyChanges.removed(roomId),
    sharing: spread,
  });
  const lobby = new Lobby({ storage, codec, rooms, changes: lobbyChanges });
  const activity = new Activity({ storage, clock, log });
  const blocks = new BlockLists(storage);
  const close = closeRooms.bind(undefined, { rooms, connections });
  const forgetUser = (userId: string) => rooms.forgetUser(userId);
  const others = joinOthers(deps.sharing, {
    sessionEnded: (sessionId) => endSession(sessionId),
    forceSignOut: (userId) => connections.forceSignOut(userId),
    invitationRevoked: (invitationId) => connections.endInvitation(invitationId),
    accountChanged: (account) => connections.updateAccount(account),
    accountDeleted: forgetUser,
    notify: (userId, notification) => connections.notify(userId, notification),
    blockChanged: (userId, otherId, isBlocked) => blocks.changed(userId, otherId, isBlocked),
    statusSet: (userId, status) => online.setManualStatus(userId, status, clock.serviceUs()),
    messageWaits: (userId) => directMessages.deliver(userId),
    log,
  });
  const notify = (userId: string, notification: Notification) => {
    connections.notify(userId, notification);
    others.notify(userId, notification);
  };
  const presence = deps.sharing?.presence ?? new SharedPresence(ephemeral, log);
  const notifier = createPresenceNotifier({ storage, presence, notify, log });
  const online = new OnlineUsers({ connections, onChange: notifier.changed });
  const directMessages = new DirectMessages({ storage, clock, flood, log, connections, others });
  const passwords = new PasswordGate({ ephemeral, hasher, clock });
  const users = { blocks, online, directMessages, friends, others };
  const moderation = { storage, clock, rooms, blocks, restrictions, connections, adminSecondFactor, audit };
  const joining = { ...moderation, passwords, paced, createRoom };
  const runCommand = createCommands({ ...users, ...joining, lobby, updateRoom });
  const lifecycle = new ConnectionLifecycle({
    ...users,
    clock,
    codec,
    turn,
    paced,
    commandLimits,
    log,
    counters,
    rooms,
    connections,
    tickets,
    activity,
    lobby,
    runCommand,
    datagrams,
    dueChannels: new DueChannels(scheduler, clock),
    ownStalls: new OwnStalls({
      nowUs: () => clock.serviceUs(),
      setTimeout: (run, ms) => scheduler.after(ms, run),
    }),
    kept: deps.sharing?.kept,
  });
  const takeOver = takeOverWith(deps.sharing, connections, {
    codec,
    log,
    restore: lifecycle.restore.bind(lifecycle),
    rejoin: (connection, roomId) => rejoinRoom(joining, connection, roomId),
    adoptMessages: directMessages.adopt.bind(directMessages),
  });
  const gateway = new Gateway({
    tickets,
    storage,
    allowedOrigin: deps.allowedOrigin,
    rules: deps.upgradeRules,
    refuse: deps.refuseUpgrade,
    counters,
    paced,
    log,
    detach: async (connectionId, newcomer) =>
      (await connections.detach(connectionId, newcomer)) ?? takeOver(connectionId, newcomer),
    refusal: (identity, address) => connections.refusal(identity, clock.nowMs(), deps.isUnknownAddress?.(address)),
    onOpen: lifecycle.open.bind(lifecycle),
  });
  const endSession = (sessionId: string) => {
    gateway.endSession(sessionId);
    connections.endSession(sessionId);
  };
  const closeEverywhere = (roomIds: readonly string[], reason: RoomCloseReason) => {
    close(roomIds, reason);
    spread?.closed(roomIds, reason);
  };
  const renewPresence = () => renew(online, presence);
  watchProcesses(deps.sharing, { notifier, renewPresence });

  const tasks = {
    scheduler,
    clock,
    codec,
    counters,
    connections,
    online,
    renewPresence,
    rooms,
    lobby,
    flood,
    commandLimits,
    activity,
    log,
  };
  const stopFirst = [
    startPeriodicTasks(tasks),
    shareLimits(deps.sharing, { commandLimits, flood, connections, clock, scheduler }),
    sharePlaying(deps.sharing, activity),
  ];
  const { giveMemoryBack: collectGarbage, residentBytes = () => 0 } = deps;
  if (collectGarbage !== undefined) {
    const count = () => connections.size;
    stopFirst.push(returnMemoryWhenIdle({ scheduler, counters, connections: count, residentBytes, collectGarbage }));
  }
  const checks = {
    storage,
    clock,
    scheduler,
    log,
    idsInMemory: () => idsInMemory(connections, rooms),
    closeRooms: close,
  };
  const leases = deps.sharing?.leases ?? alone;
  const stopLast = [
    startInactiveRoomRemoval({ ...checks, leases, closeRooms: closeEverywhere }),
    startAuditPruning({ ...checks, leases }),
    startDeletionChecks({ ...checks, endSession, forgetUser }),
  ];

  return {
    rooms,
    presence,
    activity,
    open: async () =>
      spread?.open({
        updated: (record) => rooms.updated(record),
        closed: close,
        looksDifferent: (record) => lobbyChanges.changed(record),
        lastActivity: (roomId) => rooms.lastActivity(roomId),
      }),
    connected: () => connections.people(),
    closeFrom: (isFrom) => connections.closeFrom(isFrom),
    handleUpgrade: (request, socket, head) => gateway.handleUpgrade(request, socket, head),
    sessionEnded(sessionId) {
      endSession(sessionId);
      others.sessionEnded(sessionId);
    },
    forceSignOut(userId) {
      connections.forceSignOut(userId);
      others.forceSignOut(userId);
    },
    invitationRevoked(invitationId) {
      connections.endInvitation(invitationId);
      others.invitationRevoked(invitationId);
    },
    accountChanged(account) {
      connections.updateAccount(account);
      others.accountChanged(account);
    },
    accountDeleted(userId) {
      forgetUser(userId);
      others.accountDeleted(userId);
    },
    notify,
    blockChanged(userId, otherId, isBlocked) {
      blocks.changed(userId, otherId, isBlocked);
      others.blockChanged(userId, otherId, isBlocked);
    },
    roomCreated(record) {
      lobbyChanges.changed(record);
      void spread?.recordChanged(record);
    },
    roomUpdated: (record) => rooms.update(record),
    moderate: (actor, roomId, command) => moderateFromOutside(moderation, actor, roomId, command),
    fromOutside: roomsFromOutside({ ...moderation, commandLimits }),
    closeRooms: closeEverywhere,
    shutdown: () => shutDown({ gateway, connections, rooms, activity, paced, log, spread, stopFirst, stopLast }),
  };
}
