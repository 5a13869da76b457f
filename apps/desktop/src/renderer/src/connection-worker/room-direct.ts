import type { Room } from '@roomtone/sdk';
import { directNotesOf, type LoadDirectPeers } from '@roomtone/sdk/direct';
import type { DirectChoice } from '../contract/messages.ts';

/** The direct channels of the current room, where the user wants them. */
export class RoomDirect {
  readonly #load: LoadDirectPeers;
  #connection: Room | undefined;
  #choice: DirectChoice = 'never';

  constructor(load: LoadDirectPeers) {
    this.#load = load;
  }

  /** Sets in which rooms the user wants them. */
  prefer(choice: DirectChoice): void {
    this.#choice = choice;
    this.#apply();
  }

  /** Follows the room of this connection. */
  follow(connection: Room): void {
    this.#connection = connection;
    connection.on('joined', () => {
      if (this.#connection === connection) this.#apply();
    });
  }

  #apply(): void {
    const connection = this.#connection;
    if (connection?.state.status !== 'joined' || connection.self.guest) return;
    const isFar = this.#choice === 'everywhere' || connection.info.roomType === 'private';
    const wish = this.#choice === 'never' ? false : isFar || 'near';
    const direct = directNotesOf(connection, this.#load);
    const isSo = direct.isWanted === (wish !== false) && direct.isNearOnly === (wish === 'near');
    // The room may be gone in the meantime, and the channels with it.
    if (!isSo) direct.want(wish).catch(() => {});
  }
}
