import type { LobbyUpdate, Message } from '@roomtone/protocol';
import { Connection, type Destination } from '../connection/connection.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import { closedError } from '../connection/reconnect-policy.ts';
import { errorOf, Requests } from '../connection/requests.ts';
import { deferred } from '../deferred.ts';
import { Emits, Emitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import type { ClientError, ConnectionError } from '../errors.ts';
import { consoleLogger } from '../logger.ts';
import { type RoomInfo, roomInfoOf } from '../room/from-wire.ts';
import { type Notice, noticeOf } from '../room/notices.ts';
import { Social } from '../room/social.ts';

export interface LobbyEvents {
  state: ConnectionState;
  /** The list of public rooms changed: the whole list, in the server's order. */
  rooms: ReadonlyMap<string, RoomInfo>;
  /** Something outside rooms that concerns the user. */
  notification: Notice;
  /** The server refused something for which no promise waits. */
  error: ClientError;
}

/** Never resumed: a new connection gets the whole list again, so nothing can be missed. */
const lobby: Destination = {
  joinMessage: () => ({ kind: 'lobbyCommand', body: { subscribe: true } }),
  creates: false,
  resumes: false,
  isJoined: (message) => message.kind === 'lobbyUpdate' && message.requestId !== 0,
};

/**
 * The lobby: the current list of public rooms, and the user's notifications. It reconnects until it is closed. Made
 * by RoomtoneClient.joinLobby().
 */
export class Lobby extends Emits<LobbyEvents> {
  /** The client waits for it: `rooms` is filled. Rejects if the server refuses or the connection is closed before. */
  readonly ready: Promise<void>;
  readonly social: Social;
  readonly #emitter: Emitter<LobbyEvents>;
  readonly #requests: Requests;
  readonly #rooms = new Map<string, RoomInfo>();
  readonly #ready = deferred<void>();
  readonly #connection: Connection;

  /** @param address gets a ticket and resolves with the WebSocket address to open. */
  constructor(environment: Environment, address: () => Promise<string>) {
    const { timers, logger = consoleLogger } = environment;
    const emitter = new Emitter<LobbyEvents>(timers, logger);
    super(emitter, { state: 0, rooms: 0, notification: 0, error: 0 });
    this.#emitter = emitter;
    this.#requests = new Requests(timers, (message) => this.#connection.send(message));
    this.social = new Social(this.#requests);
    this.ready = this.#ready.promise;
    // A program that only follows `state` must not get an unhandled rejection.
    this.ready.catch(() => {});
    this.#connection = new Connection(lobby, this.#requests.nextId(), environment, address, {
      welcomed: () => {},
      clock: () => {},
      joined: (message) => {
        this.#rooms.clear();
        if (message.kind === 'lobbyUpdate') this.#take(message.body);
        this.#stateChanged(this.state);
        this.#ready.resolve();
      },
      message: (message) => this.#received(message),
      problem: (error) => this.#emitter.emit('error', error),
      lost: () => {},
      unconfirmed: () => this.#requests.giveUp(),
      state: (state) => this.#stateChanged(state),
    });
  }

  /** The current state; `joined` means that the list is current. */
  get state(): ConnectionState {
    return this.#connection.state;
  }

  /** The public rooms by id, as last known. */
  get rooms(): ReadonlyMap<string, RoomInfo> {
    return this.#rooms;
  }

  /** Called by the client if joining takes too long. */
  giveUp(error: ConnectionError): ConnectionError {
    return this.#connection.giveUp(error);
  }

  close(): void {
    this.#connection.close({ kind: 'left' });
  }

  #received(message: Message): void {
    if (message.kind === 'lobbyUpdate') this.#take(message.body);
    else if (message.kind === 'notification') {
      const notice = noticeOf(message.body);
      if (notice !== undefined) this.#emitter.emit('notification', notice);
    } else if (!this.#requests.settle(message) && message.kind === 'error') {
      this.#emitter.emit('error', errorOf(message));
    }
  }

  #take({ added, changed, removed }: LobbyUpdate): void {
    for (const room of [...added, ...changed]) this.#rooms.set(room.roomId, roomInfoOf(room));
    for (const roomId of removed) this.#rooms.delete(roomId);
    this.#emitter.emit('rooms', this.#rooms);
  }

  #stateChanged(state: ConnectionState): void {
    this.#emitter.emit('state', state);
    if (state.status !== 'closed') return;
    this.#ready.reject(closedError(state.reason));
    this.#emitter.end(closedError(state.reason));
  }
}
