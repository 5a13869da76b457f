import type { LobbyUpdate, Message, Room, RoomtoneError } from '@roomtone/protocol';
import { deferred } from '../deferred.ts';
import { Emitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import type { ConnectionState } from '../link/connection-state.ts';
import { type Place, PlaceLink } from '../link/place-link.ts';
import { closedError } from '../link/reconnect-policy.ts';
import { errorOf, Requests } from '../link/requests.ts';
import { type Notice, noticeOf } from '../room/notices.ts';
import { People } from '../room/people.ts';

export interface LobbyEvents {
  state: ConnectionState;
  /** The public rooms are other than before: all of them, in the order the server told them. */
  rooms: ReadonlyMap<string, Room>;
  /** Something that concerns the user. */
  notification: Notice;
  /** The server refused something that no promise waits for. */
  problem: RoomtoneError;
}

/** Begins anew after each lost socket: the whole list comes again, which is all there is to miss. */
const lobby: Place = {
  entry: () => ({ kind: 'lobbyCommand', body: { subscribe: true } }),
  creates: false,
  resumes: false,
  isArrival: (message) => message.kind === 'lobbyUpdate' && message.requestId !== 0,
};

/**
 * The lobby: the public rooms as they come, change and go, and what concerns oneself outside rooms. Kept through lost
 * sockets until it is closed. Made by RoomtoneClient.openLobby().
 */
export class LobbyConnection {
  /** Resolves when `rooms` is there. Rejects when the server refuses or the connection is closed before. */
  readonly ready: Promise<void>;
  readonly people: People;
  readonly #emitter = new Emitter<LobbyEvents>();
  readonly #requests = new Requests((message) => this.#link.send(message));
  readonly #rooms = new Map<string, Room>();
  readonly #ready = deferred<void>();
  readonly #link: PlaceLink;

  /** @param address gets a ticket's whole WebSocket address. */
  constructor(environment: Environment, address: () => Promise<string>) {
    this.people = new People(this.#requests);
    this.ready = this.#ready.promise;
    // Whoever follows `state` alone must not be punished for leaving `ready` alone.
    this.ready.catch(() => {});
    this.#link = new PlaceLink(lobby, this.#requests.nextId(), environment, address, {
      welcomed: () => {},
      clock: () => {},
      arrived: (message) => {
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

  /** Where it stands now: `joined` means that the list is current. */
  get state(): ConnectionState {
    return this.#link.state;
  }

  /** The public rooms by id, as last known. */
  get rooms(): ReadonlyMap<string, Room> {
    return this.#rooms;
  }

  /** Calls the handler at each such event from now on; returns what ends that. */
  on<Name extends keyof LobbyEvents>(event: Name, handler: (event: LobbyEvents[Name]) => void): () => void {
    return this.#emitter.on(event, handler);
  }

  close(): void {
    this.#link.close({ kind: 'left' });
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
