import type { LobbyUpdate, Message, Room, RoomtoneError } from '@roomtone/protocol';
import { Connection, type Destination } from '../connection/connection.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import { closedError } from '../connection/reconnect-policy.ts';
import { errorOf, Requests } from '../connection/requests.ts';
import { deferred } from '../deferred.ts';
import { Emitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import { type Notice, noticeOf } from '../room/notices.ts';
import { Social } from '../room/social.ts';

export interface LobbyEvents {
  state: ConnectionState;
  /** The list of public rooms changed: the whole list, in the server's order. */
  rooms: ReadonlyMap<string, Room>;
  /** Something outside rooms that concerns the user. */
  notification: Notice;
  /** The server refused something for which no promise waits. */
  problem: RoomtoneError;
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
 * by RoomtoneClient.openLobby().
 */
export class LobbyConnection {
  /** Resolves when `rooms` is filled. Rejects if the server refuses or the connection is closed before that. */
  readonly ready: Promise<void>;
  readonly social: Social;
  readonly #emitter = new Emitter<LobbyEvents>();
  readonly #requests = new Requests((message) => this.#connection.send(message));
  readonly #rooms = new Map<string, Room>();
  readonly #ready = deferred<void>();
  readonly #connection: Connection;

  /** @param address gets a ticket and resolves with the WebSocket address to open. */
  constructor(environment: Environment, address: () => Promise<string>) {
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
      problem: (error) => this.#emitter.emit('problem', error),
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
  get rooms(): ReadonlyMap<string, Room> {
    return this.#rooms;
  }

  /** Adds a handler for an event; the returned function removes it. */
  on<Name extends keyof LobbyEvents>(event: Name, handler: (event: LobbyEvents[Name]) => void): () => void {
    return this.#emitter.on(event, handler);
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
      this.#emitter.emit('problem', errorOf(message));
    }
  }

  #take({ added, changed, removed }: LobbyUpdate): void {
    for (const room of [...added, ...changed]) this.#rooms.set(room.roomId, room);
    for (const roomId of removed) this.#rooms.delete(roomId);
    this.#emitter.emit('rooms', this.#rooms);
  }

  #stateChanged(state: ConnectionState): void {
    if (state.status === 'closed') this.#ready.reject(closedError(state.reason));
    this.#emitter.emit('state', state);
  }
}
