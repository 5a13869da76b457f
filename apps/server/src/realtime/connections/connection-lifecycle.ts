import { randomUUID } from 'node:crypto';
import { limits, type Welcome } from '@roomtone/protocol';
import type { Participant } from '@roomtone/room';
import type { Identity, Ticket, Tickets } from '../../ports/tickets.ts';
import { userBody } from '../rooms/wire-bodies.ts';
import type { Activity } from '../social/activity.ts';
import type { BlockLists } from '../social/block-lists.ts';
import type { DirectMessages } from '../social/direct-messages.ts';
import type { Lobby } from '../social/lobby.ts';
import type { OnlineUsers } from '../social/online-users.ts';
import type { OpenSocket } from '../sockets/buffered-socket.ts';
import { Connection, type ConnectionDeps, type ConnectionEvents } from './connection.ts';
import type { Connections } from './connections.ts';
import type { DirectOptions } from './direct-signal.ts';
import type { StreamStart } from './reliable-stream.ts';

export interface ConnectionLifecycleDeps extends Omit<ConnectionDeps, 'connections' | 'events'> {
  readonly tickets: Pick<Tickets, 'resumeToken'>;
  readonly connections: Connections;
  readonly online: OnlineUsers;
  readonly activity: Activity;
  readonly directMessages: DirectMessages;
  readonly lobby: Lobby;
  readonly blocks: BlockLists;
  readonly direct: DirectOptions;
}

/** Opens and resumes connections, and tells the other parts of realtime/ what happens to them until they end. */
export class ConnectionLifecycle implements ConnectionEvents {
  readonly #deps: ConnectionLifecycleDeps;
  /** One object for all connections: to read a separate one for each note would mean waiting for memory. */
  readonly #connectionDeps: ConnectionDeps;

  constructor(deps: ConnectionLifecycleDeps) {
    this.#deps = deps;
    const { clock, codec, turn, paced, log, counters, rooms, connections, runCommand, datagrams, voices, dueChannels } =
      deps;
    const { commandLimits, listenerBytes, datagramBytes, kept, ownStalls } = deps;
    this.#connectionDeps = {
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
      runCommand,
      datagrams,
      voices,
      dueChannels,
      ownStalls,
      kept,
      events: this,
    };
  }

  /** Takes an open socket: `resuming` continues on it if it still can, otherwise a new connection begins. */
  open(socket: OpenSocket, ticket: Ticket, resuming: Connection | undefined): void {
    // Another socket may have resumed it in the meantime.
    if (resuming?.socket.canResume === true) this.#resume(socket, resuming);
    else this.#begin(socket, ticket);
  }

  /** Makes a connection that another process has begun; it waits for a socket. */
  restore(id: string, identity: Identity, start: StreamStart): Connection {
    const connection = new Connection(undefined, { id, identity, start }, this.#connectionDeps);
    this.#add(connection);
    return connection;
  }

  onJoinedRoom(userId: string, participant: Participant): void {
    const { activity, online, clock } = this.#deps;
    activity.joinedRoom(userId, participant);
    online.refresh(userId, clock.serviceUs());
  }

  onLeftRoom(userId: string, participant: Participant): void {
    const { activity, online, clock } = this.#deps;
    activity.leftRoom(userId, participant);
    online.refresh(userId, clock.serviceUs());
  }

  onPendingWork(connection: Connection): void {
    this.#deps.connections.pending.add(connection);
  }

  onAcknowledged(connection: Connection, sequence: number): void {
    const { identity } = connection;
    if (identity.kind === 'user') this.#deps.directMessages.acknowledged(identity.userId, connection, sequence);
  }

  onGone(connection: Connection, isLost: boolean): void {
    const { connections, lobby, online, activity, directMessages, blocks, clock, log } = this.#deps;
    connections.remove(connection);
    lobby.unsubscribe(connection.socket);
    if (connection.identity.kind === 'user') {
      const { userId } = connection.identity;
      online.remove(userId, clock.serviceUs());
      activity.disconnected(userId);
      directMessages.gone(userId, connection, isLost);
      if (!online.isConnected(userId)) blocks.forget(userId);
    }
    log.info({ connectionId: connection.id }, 'disconnected');
  }

  #begin(socket: OpenSocket, { identity }: Ticket): void {
    const { directMessages, log } = this.#deps;
    const id = randomUUID();
    const connection = new Connection(socket, { id, identity }, this.#connectionDeps);
    this.#add(connection);
    log.info({ connectionId: id, guest: identity.kind === 'guest' }, 'connected');
    connection.send(this.#welcome(connection, socket.reached, false), 0);
    if (identity.kind === 'user') directMessages.deliver(identity.userId);
  }

  #add(connection: Connection): void {
    const { connections, online, activity, clock } = this.#deps;
    const { identity } = connection;
    connections.add(connection);
    if (identity.kind === 'guest') return;
    online.add(identity.userId, clock.serviceUs());
    activity.connected(identity.userId);
  }

  #resume(socket: OpenSocket, connection: Connection): void {
    connection.resume(socket, this.#welcome(connection, socket.reached, true));
    this.#deps.log.info({ connectionId: connection.id }, 'resumed');
  }

  #welcome({ id, identity }: Connection, reached: readonly string[], resumed: boolean) {
    const { tickets, clock, datagrams, voices, direct } = this.#deps;
    const resumeToken = tickets.resumeToken(id, identity);
    return welcome({
      id,
      identity,
      serviceUs: clock.serviceUs(),
      resumeToken,
      resumed,
      datagrams: datagrams !== undefined,
      voice: voices !== undefined,
      direct: direct.mode !== 'off',
      stunServers: stunServers(direct, datagrams?.addresses ?? [], reached),
    });
  }
}

/** STUN over addresses at which the client reaches this server, the likeliest first; browsers warn of many. */
function stunServers({ mode, ownAddress }: DirectOptions, addresses: readonly string[], reached: readonly string[]) {
  if (mode === 'off' || ownAddress === undefined) return [];
  const hosts = (addresses.length > 0 ? addresses : reached).slice(0, 2);
  return hosts.map((host) => `stun:${host.includes(':') ? `[${host}]` : host}:${ownAddress.port}`);
}

/** The first frame on every socket: who the connection belongs to, and the server's limits. */
function welcome(connection: {
  readonly id: string;
  readonly identity: Identity;
  readonly serviceUs: number;
  readonly resumeToken: string;
  readonly resumed: boolean;
  /** True if an offer of a data channel is answered. */
  readonly datagrams: boolean;
  /** True if a request for voices is answered. */
  readonly voice: boolean;
  /** True if the sides of direct channels are passed on. */
  readonly direct: boolean;
  readonly stunServers: string[];
}): { readonly kind: 'welcome'; readonly body: Welcome } {
  const { id, identity, serviceUs, resumeToken, resumed, datagrams, voice, direct, stunServers } = connection;
  const { eventsPerMessage, eventsPerSecond, eventBurst } = limits.midi;
  const body: Welcome = {
    connectionId: id,
    user: userBody(identity),
    guest: identity.kind === 'guest',
    serverTime: serviceUs,
    heartbeatIntervalMs: limits.heartbeat.intervalMs,
    resumeToken,
    resumed,
    limits: {
      chatLength: limits.chatMessage.max,
      frameBytes: limits.clientFrameBytes,
      eventsPerMessage,
      eventsPerSecond,
      eventBurst,
    },
    datagrams,
    voice,
    direct,
    stunServers,
  };
  return { kind: 'welcome', body };
}
