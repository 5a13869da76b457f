import {
  afterClose,
  type ClientMember,
  closeCodes,
  LeaveReason,
  limits,
  type Message,
  RoomtoneError,
} from '@roomtone/protocol';
import { RoomtoneClient } from '../client.ts';
import type { RoomtoneClientOptions } from '../client-options.ts';
import { type Environment, type NetworkWatcher, systemEnvironment, type Timers } from '../environment.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../transport/exchange.ts';
import type { OpenSocket } from '../transport/socket.ts';
import { FakeAccounts, type FakeSession } from './fake-accounts.ts';
import { carryOut, takeOut } from './fake-commands.ts';
import { FakeConnection } from './fake-connection.ts';
import { answerRest } from './fake-rest.ts';
import { FakeRooms } from './fake-rooms.ts';
import { FakeSocket, type SocketOwner } from './fake-socket.ts';

const address = 'http://fake.invalid';

export interface FakeServerOptions {
  /** The clock of the server and its clients, such as a FakeClock; by default the system's. */
  readonly timers?: Timers;
}

interface Ticket {
  readonly session: FakeSession | undefined;
  readonly resumeToken: string | undefined;
}

/**
 * A Roomtone server in memory, for tests of programs that use the SDK: accounts, rooms, chat, notes, turns, loops,
 * moderation, the metronome, the lobby and resuming, without a network, a process or a limit on requests. What it cannot do, such as
 * friends, avatars and billing, it refuses with SERVER_ERROR.
 */
export class FakeServer implements SocketOwner {
  /** Every socket that was opened, the oldest first. */
  readonly sockets: FakeSocket[] = [];
  /** False: new sockets get no welcome, as if the server were stuck. */
  welcomes = true;
  answersHeartbeats = true;
  /** The server's service clock minus the clients' clock, µs. */
  offsetUs = 0;
  /** Answers REST requests before the server does; undefined leaves the request to the server. */
  onRequest: (request: HttpRequest) => HttpAnswer | undefined = () => undefined;
  /** For `RoomtoneClient`, if client() is not enough. */
  readonly environment: Environment;
  readonly #timers: Timers;
  readonly #accounts: FakeAccounts;
  readonly #rooms: FakeRooms;
  readonly #tickets = new Map<string, Ticket>();
  /** Connections with a socket, and those that can be resumed, by their resume token. */
  readonly #connections = new Map<string, FakeConnection>();
  readonly #watchers = new Set<NetworkWatcher>();
  #issued = 0;

  constructor({ timers = systemEnvironment.timers }: FakeServerOptions = {}) {
    this.#timers = timers;
    const now = () => this.nowUs;
    this.#accounts = new FakeAccounts(now);
    this.#rooms = new FakeRooms(now);
    this.environment = {
      timers,
      random: () => 0.5,
      exchange: this.exchange,
      openSocket: this.openSocket,
      watchNetwork: (watcher) => {
        this.#watchers.add(watcher);
        return () => this.#watchers.delete(watcher);
      },
    };
  }

  /** A client of this server, not signed in. */
  client(options: Omit<RoomtoneClientOptions, 'baseUrl' | 'fingerprint'> = {}): RoomtoneClient {
    return new RoomtoneClient({ ...options, baseUrl: address }, this.environment);
  }

  /** Sets the roles of an account, as the host of a server can. @throws {Error} if there is no such account. */
  setRoles(username: string, roles: readonly string[]): void {
    const account = this.#accounts.named(username);
    if (account === undefined) throw new Error(`there is no account ${username}`);
    account.roles = [...roles];
  }

  /** Switches the network of the clients: without one, every socket is lost and no new one opens. */
  setOnline(isOnline: boolean): void {
    this.welcomes = isOnline;
    if (!isOnline) for (const socket of this.sockets) socket.drop();
    for (const { online, offline } of [...this.#watchers]) (isOnline ? online : offline)();
  }

  /** The socket that was opened last. @throws {Error} if there is none. */
  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (last === undefined) throw new Error('no socket was opened');
    return last;
  }

  /** The service clock, µs. */
  get nowUs(): number {
    return this.#timers.nowUs() + this.offsetUs;
  }

  readonly exchange: Exchange = async (request) =>
    this.onRequest(request) ??
    answerRest(request, {
      accounts: this.#accounts,
      rooms: this.#rooms,
      issueTicket: (session, resumeToken) => {
        this.#issued++;
        const url = `${address.replace('http', 'ws')}/api/websocket/${this.#issued}`;
        this.#tickets.set(url, { session, resumeToken });
        return url;
      },
      signedOut: (session) => this.#endSession(session),
    });

  readonly openSocket: OpenSocket = (url, handlers) => {
    const socket = new FakeSocket(url, handlers, this);
    this.sockets.push(socket);
    queueMicrotask(() => {
      if (this.welcomes) this.welcome(socket);
    });
    return {
      send: (frame) => socket.receive(frame),
      close: () => socket.ended('closed'),
      abandon: () => socket.ended('abandoned'),
    };
  };

  /** Answers a request, or reports a problem, with an error. */
  refuse(socket: FakeSocket, requestId: number, code: string, details: Record<string, string> = {}): void {
    socket.deliver({ kind: 'error', body: { code, message: 'No.', details }, requestId });
  }

  /** Called for every socket that opens: the first frame of a connection, new or resumed. */
  protected welcome(socket: FakeSocket): void {
    const ticket = this.#tickets.get(socket.url);
    this.#tickets.delete(socket.url);
    if (ticket === undefined) {
      socket.drop();
      return;
    }
    const lost = this.#connections.get(ticket.resumeToken ?? '');
    if (lost !== undefined && lost.session === ticket.session) {
      this.#resume(lost, socket);
      return;
    }
    const id = `connection-${this.#issued}`;
    const connection = new FakeConnection(id, ticket.session, `Guest-${String(this.#issued).padStart(4, '0')}`);
    const { kind, body } = connection.welcome(this.nowUs, false);
    this.#connections.set(body.resumeToken, connection);
    connection.socket = socket;
    connection.send({ kind, body });
  }

  received(socket: FakeSocket, message: Message<ClientMember>): void {
    // Later, as over a network: the client that sends it must not get the answer before its call returns.
    queueMicrotask(() => this.answer(socket, message));
  }

  closed(socket: FakeSocket, code: number): void {
    const connection = this.#connectionOf(socket);
    if (connection === undefined) return;
    connection.socket = undefined;
    if (afterClose(code) !== 'resume') {
      this.#end(connection, LeaveReason.LEFT);
      return;
    }
    this.#rooms.roomOf(connection)?.silence(connection);
    connection.lostTimer = this.#timers.setTimeout(
      () => this.#end(connection, LeaveReason.LOST),
      limits.resumeWindowMs,
    );
  }

  protected answer(socket: FakeSocket, message: Message<ClientMember>): void {
    if (message.kind === 'heartbeat') this.answerHeartbeat(socket, message);
    const connection = this.#connectionOf(socket);
    if (connection === undefined) return;
    if (message.kind === 'heartbeat') connection.acknowledge(message.body.lastSequence);
    try {
      const { nowUs } = this;
      carryOut(connection, message, { accounts: this.#accounts, rooms: this.#rooms, timers: this.#timers, nowUs });
    } catch (error) {
      if (!(error instanceof RoomtoneError)) throw error;
      const details = Object.fromEntries(
        Object.entries(error.details)
          .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
          .map(([name, value]) => [name, String(value)]),
      );
      const body = { code: error.code, message: error.message, details };
      connection.send({ kind: 'error', body, requestId: message.requestId });
    }
  }

  protected answerHeartbeat(socket: FakeSocket, { body }: Message<'heartbeat'>): void {
    if (!this.answersHeartbeats) return;
    const now = this.nowUs;
    const answer = { ...body, lastSequence: 0, serverReceiveTime: now, serverSendTime: now };
    socket.deliver({ kind: 'heartbeat', body: answer });
  }

  #resume(connection: FakeConnection, socket: FakeSocket): void {
    this.#timers.clearTimeout(connection.lostTimer);
    const { socket: before } = connection;
    connection.socket = socket;
    before?.drop(closeCodes.resumedElsewhere);
    connection.sendNow(connection.welcome(this.nowUs, true));
    connection.replay();
    const room = this.#rooms.roomOf(connection);
    if (room !== undefined) connection.sendNow(room.snapshot(connection));
  }

  #endSession(session: FakeSession): void {
    this.#accounts.end(session);
    for (const connection of [...this.#connections.values()]) {
      if (connection.session !== session) continue;
      if (connection.socket === undefined) this.#end(connection, LeaveReason.LEFT);
      else connection.socket.drop(closeCodes.sessionEnded);
    }
  }

  #end(connection: FakeConnection, reason: LeaveReason): void {
    this.#timers.clearTimeout(connection.lostTimer);
    this.#rooms.unwatch(connection);
    const room = this.#rooms.roomOf(connection);
    if (room !== undefined) takeOut(connection, room, reason, '', { rooms: this.#rooms, nowUs: this.nowUs });
    this.#connections.delete(`resume-${connection.id}`);
  }

  #connectionOf(socket: FakeSocket): FakeConnection | undefined {
    for (const connection of this.#connections.values()) if (connection.socket === socket) return connection;
    return undefined;
  }
}
