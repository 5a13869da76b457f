import type { LobbyConnection } from '@roomtone/sdk';
import type { LobbyEvent } from './messages.ts';

/** The lobby this page looks at: passes its events to the page. */
export class LobbyLine {
  readonly #post: (event: LobbyEvent) => void;
  #connection: LobbyConnection | undefined;

  constructor(post: (event: LobbyEvent) => void) {
    this.#post = post;
  }

  /** Follows a new connection in place of the one before. */
  follow(connection: LobbyConnection): void {
    this.close();
    this.#connection = connection;
    const post = (event: LobbyEvent) => {
      if (this.#connection === connection) this.#post(event);
    };
    connection.on('rooms', (rooms) => post({ type: 'rooms', rooms: [...rooms.values()] }));
    connection.on('notification', (notice) => post({ type: 'notice', notice }));
    connection.on('state', ({ status }) => post({ type: 'state', status }));
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.close();
  }
}
