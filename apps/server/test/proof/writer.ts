import { limits } from '@roomtone/protocol';
import { ConnectionError, type Room, RoomtoneClient } from '@roomtone/sdk';
import { type Ledger, versioned } from './ledger.ts';

const password = 'correct horse 7';

/** A user who writes to the server in all possible ways, and records in a ledger what was acknowledged. */
export class Writer {
  readonly client: RoomtoneClient;
  readonly #url: string;
  readonly #name: string;
  readonly #ledger: Ledger;
  readonly #random: () => number;
  #roomId = '';
  #version = 0;
  #rooms = 0;
  #guests = 0;

  constructor(url: string, name: string, ledger: Ledger, random: () => number) {
    this.client = new RoomtoneClient({ baseUrl: url });
    this.#url = url;
    this.#name = name;
    this.#ledger = ledger;
    this.#random = random;
  }

  get roomId(): string {
    return this.#roomId;
  }

  /** Creates the account and its room. */
  async begin(): Promise<void> {
    await this.client.register({ username: this.#name, password });
    this.#ledger.acknowledged('account', this.#name);
    this.#roomId = await this.#makeRoom();
  }

  /** Writes until the signal aborts or the server is gone. */
  async write(signal: AbortSignal): Promise<void> {
    let room: Room | undefined;
    const gone = () => room?.close();
    signal.addEventListener('abort', gone);
    try {
      room = await this.client.joinRoom(this.#roomId, { signal });
      for (let chats = 0; !signal.aborted; ) {
        const dice = this.#random();
        if (dice < 0.5 && chats < limits.chatFlood.messages) {
          chats++;
          await this.chat(room);
        } else await this.writeByRest(dice);
      }
    } catch (error) {
      if (!isLoss(error)) throw error;
    } finally {
      signal.removeEventListener('abort', gone);
      room?.close();
    }
  }

  async chat(room: Room): Promise<void> {
    const { messageId } = await room.chat(`${this.#name} ${this.#random()}`);
    this.#ledger.acknowledged('chat', messageId);
  }

  /** @param dice 0 ≤ dice < 1 selects what is written. */
  async writeByRest(dice: number): Promise<void> {
    const version = ++this.#version;
    if (dice < 0.7) {
      await this.client.rooms.update(this.#roomId, { settings: { welcomeMessage: versioned(version) } });
      this.#ledger.acknowledged('welcomeMessage', this.#roomId, version);
    } else if (dice < 0.85) {
      await this.client.rooms.update(this.#roomId, { roomName: versioned(version) });
      this.#ledger.acknowledged('roomName', this.#roomId, version);
    } else if (this.#rooms < limits.roomsOwned.member) await this.#makeRoom();
    else {
      const username = `${this.#name}-friend-${++this.#guests}`;
      await new RoomtoneClient({ baseUrl: this.#url }).register({ username, password });
      this.#ledger.acknowledged('account', username);
    }
  }

  async #makeRoom(): Promise<string> {
    // A room whose creation was never acknowledged may exist as well, so that it counts.
    this.#rooms++;
    const { roomId } = await this.client.rooms.create({ roomName: 'Jam' });
    this.#ledger.acknowledged('room', roomId);
    return roomId;
  }
}

/** True if a write failed because the server was gone. */
function isLoss(error: unknown): boolean {
  return error instanceof ConnectionError;
}
