import { ConnectionError, type Lobby, type Social } from '@roomtone/sdk';
import type { LobbyEvent } from '../contract/messages.ts';

/**
 * The one connection outside rooms. A member has it from signing in to signing out, even inside a room, so that they do
 * not go offline between two rooms and get each notification once. A guest has it while the lobby is shown.
 */
export class CurrentLobby {
  readonly #post: (event: LobbyEvent) => void;
  #connection: Lobby | undefined;
  #stays = false;
  #isWatched = false;

  constructor(post: (event: LobbyEvent) => void) {
    this.#post = post;
  }

  /** @throws {ConnectionError} if nobody is signed in. */
  get social(): Social {
    if (this.#connection === undefined) throw new ConnectionError('notJoined', 'Nobody is signed in.');
    return this.#connection.social;
  }

  /** Follows a connection until it is closed. */
  stay(connection: Lobby): void {
    this.close();
    this.#stays = true;
    this.#follow(connection);
  }

  /**
   * Starts reporting the public rooms, beginning with all of them.
   * @param open makes a connection if there is none, and hands it over at once.
   */
  watch(open: (follow: (lobby: Lobby) => void) => void): void {
    this.#isWatched = true;
    const connection = this.#connection;
    if (connection === undefined) open((opened) => this.#follow(opened));
    else {
      this.#post({ type: 'state', status: connection.state.status });
      if (connection.state.status === 'joined') this.#rooms(connection);
    }
  }

  unwatch(): void {
    this.#isWatched = false;
    if (!this.#stays) this.close();
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#stays = false;
    connection?.close();
  }

  #follow(connection: Lobby): void {
    this.#connection = connection;
    const isCurrent = () => this.#connection === connection;
    connection.on('rooms', () => {
      if (isCurrent() && this.#isWatched) this.#rooms(connection);
    });
    connection.on('notification', (notice) => {
      if (isCurrent()) this.#post({ type: 'notice', notice });
    });
    connection.on('state', ({ status }) => {
      if (isCurrent()) this.#post({ type: 'state', status });
    });
  }

  #rooms({ rooms }: Lobby): void {
    this.#post({ type: 'rooms', rooms: [...rooms.values()] });
  }
}
