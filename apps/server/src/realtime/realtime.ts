import { type Notification, OwnStalls, RoomCloseReason } from '@roomtone/protocol';
import { ChatFlood } from '@roomtone/room';
import { addressBlock } from '../application/address-block.ts';
import { PacedWork } from '../application/paced-work.ts';
import { createRealtimeCounters } from '../application/realtime-counters.ts';
import { RestrictionEnds } from '../application/rooms/restriction-ends.ts';
import { CommandLimits } from '../domain/command-limits.ts';
import { ListenerBytes } from '../domain/listener-bytes.ts';
import { alone } from '../ports/leases.ts';
import type { KnownIds } from '../ports/storage.ts';
import { ClusterRooms } from './cluster/cluster-rooms.ts';
import { closeRooms } from './connections/close-rooms.ts';
import { ConnectionLifecycle } from './connections/connection-lifecycle.ts';
import { Connections } from './connections/connections.ts';
import { roomsFromOutside } from './connections/from-outside.ts';
import { rejoinRoom } from './connections/join-room.ts';
import { moderateFromOutside } from './connections/moderate.ts';
import { createCommands } from './connections/realtime-commands.ts';
import { DueChannels } from './delivery/note-channel.ts';
import { startDeletionChecks } from './periodic-tasks/deleted-elsewhere.ts';
import { returnMemoryWhenIdle } from './periodic-tasks/idle-memory.ts';
import { startInactiveRoomRemoval } from './periodic-tasks/inactive-rooms.ts';
import { startPeriodicTasks } from './periodic-tasks/periodic-tasks.ts';
import { startAuditPruning } from './periodic-tasks/prune-audit-log.ts';
import type { Realtime, RealtimeDeps, RealtimeSeams } from './realtime-types.ts';
import { PasswordGate } from './rooms/password-gate.ts';
import { RoomDirectory } from './rooms/room-directory.ts';
import { timers } from './scheduler.ts';
import { shareCounts } from './sharing/share-counts.ts';
import { joinOthers, watchProcesses } from './sharing/sharing.ts';
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
import { protobufCodec } from './sockets/codec.ts';
import { EventLoopTurn } from './sockets/event-loop-turn.ts';
import { Gateway } from './sockets/gateway.ts';

/** Builds all parts of realtime/ and starts the periodic tasks. */
export function createRealtime(deps: RealtimeDeps, seams: RealtimeSeams = {}): Realtime {
  const { storage, ephemeral, hasher, clock, tickets, log, counters = createRealtimeCounters() } = deps;
  const { paced = new PacedWork(), restrictions = new RestrictionEnds(clock), roomBus: bus } = deps;
  const { codec = protobufCodec, scheduler = timers } = seams;
  const { createRoom, updateRoom, friends, datagrams, voices, audit, adminSecondFactor = 'optional' } = deps;
  const { events = { tell: () => {} } } = deps;
  const { direct = { mode: 'on' } } = deps;
  const turn = new EventLoopTurn();
  const flood = new ChatFlood();
  const commandLimits = new CommandLimits(deps.commandLimitFactor);
  const listenerBytes = new ListenerBytes(deps.commandLimitFactor);
  const datagramBytes = new ListenerBytes(deps.commandLimitFactor, 'datagrams');
  const connections = new Connections(deps.commandLimitFactor);
  const lobbyChanges = new LobbyChanges();
  const cluster =
    bus === undefined ? undefined : new ClusterRooms({ bus, storage, clock, codec, turn, scheduler, log });
  const rooms = new RoomDirectory({
    storage,
    clock,
    codec,
    turn,
    paced,
    scheduler,
    chatChecks: { flood, mask: deps.maskProfanity },
    counters,
    onChange: (record) => lobbyChanges.changed(record),
    onClosed: (roomId) => lobbyChanges.removed(roomId),
    sharing: cluster,
    events,
  });
  const lobby = new Lobby({ storage, codec, rooms, changes: lobbyChanges });
  const activity = new Activity({ storage, clock, log });
  const blocks = new BlockLists(storage);
  const close = closeRooms.bind(undefined, { rooms, connections });
  const forgetUser = (userId: string) => rooms.forgetUser(userId);
  const others = joinOthers(deps.sharing, {
    sessionEnded: (sessionId) => endSession(sessionId),
    forceSignOut: (userId) => connections.forceSignOut(userId),
    invitationRevoked: (invitationId) => endInvitation(invitationId),
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
  const users = { blocks, online, directMessages, friends, others, direct };
  const moderation = { storage, clock, rooms, blocks, restrictions, connections, adminSecondFactor, audit };
  const joining = { ...moderation, passwords, paced, createRoom };
  const runCommand = createCommands({ ...users, ...joining, commandLimits, lobby, updateRoom, codec, counters });
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
    listenerBytes,
    datagramBytes,
    connections,
    tickets,
    activity,
    lobby,
    runCommand,
    datagrams,
    voices: bus === undefined ? voices : undefined,
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
    clock,
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
  const endInvitation = (invitationId: string) => {
    gateway.endInvitation(invitationId);
    connections.endInvitation(invitationId);
  };
  const closeEverywhere = (roomIds: readonly string[], reason: RoomCloseReason) => {
    close(roomIds, reason);
    cluster?.closed(roomIds, reason);
    const data = { reason: reason === RoomCloseReason.INACTIVE ? 'inactive' : 'deleted' };
    for (const roomId of roomIds) events.tell({ type: 'room.closed', roomId, data });
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
    listenerBytes,
    datagramBytes,
    activity,
    log,
  };
  const stopFirst = [
    startPeriodicTasks(tasks),
    shareCounts(deps.sharing, { commandLimits, listenerBytes, flood, connections, activity, clock, scheduler }),
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
      cluster?.open({
        updated: (record) => rooms.updated(record),
        closed: close,
        looksDifferent: (record) => lobbyChanges.changed(record),
        lastActivity: (roomId) => rooms.lastActivity(roomId),
      }),
    connected: () => connections.people(),
    isConnectedFrom: (address) => connections.isFrom(addressBlock(address)),
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
      endInvitation(invitationId);
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
      const { roomId, roomName, roomType, ownerId, ownerName } = record;
      const data = { room_name: roomName, room_type: roomType, owner_id: ownerId, owner_name: ownerName };
      events.tell({ type: 'room.created', roomId, data });
      lobbyChanges.changed(record);
      void cluster?.recordChanged(record);
    },
    roomUpdated: (record) => rooms.update(record),
    moderate: (actor, roomId, command) => moderateFromOutside(moderation, actor, roomId, command),
    fromOutside: roomsFromOutside({ ...moderation, commandLimits }),
    closeRooms: closeEverywhere,
    shutdown: () => shutDown({ gateway, connections, rooms, activity, paced, log, cluster, stopFirst, stopLast }),
  };
}

/** The sessions, users and rooms in use now. Once it resolves, storage knows the activity of all other rooms. */
async function idsInMemory(connections: Connections, rooms: RoomDirectory): Promise<KnownIds> {
  await rooms.flushActivity();
  const users = Array.from(connections, ({ identity }) => identity).filter((identity) => identity.kind === 'user');
  const sessionIds = [...new Set(users.map(({ sessionId }) => sessionId))];
  const userIds = [...rooms.speakers(), ...users.map(({ userId }) => userId)];
  return { sessionIds, userIds: [...new Set(userIds)], roomIds: rooms.liveRoomIds() };
}
