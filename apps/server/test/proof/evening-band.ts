import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { TestPlayer } from '../realtime/test-player.ts';
import { until } from './wait.ts';

const password = 'correct horse 7';
const answerMs = 20_000;
const notesPerMinute = 144;

/** A room during an evening: players who stay, and guests and other activity around them. */
export class EveningBand {
  readonly #url: string;
  readonly #random: () => number;
  readonly #clients: RoomtoneClient[] = [];
  readonly #rooms: Room[] = [];
  /** The number of notes that each player has received. */
  readonly #heard: number[] = [];
  #roomId = '';
  #lastChatMs = 0;

  constructor(url: string, random: () => number) {
    this.#url = url;
    this.#random = random;
  }

  async begin(names: readonly string[]): Promise<void> {
    for (const username of names) {
      const client = new RoomtoneClient({ baseUrl: this.#url });
      await client.register({ username, password });
      this.#clients.push(client);
      if (this.#roomId === '') this.#roomId = (await client.rooms.create({ roomName: `${username}'s` })).roomId;
    }
    for (const index of names.keys()) await this.#join(index);
  }

  /** Plays one minute of the evening as fast as possible. @param minute from 0. */
  async playMinute(minute: number, mayDrop: boolean): Promise<void> {
    await this.#play();
    await this.#owner.rooms.list();
    if (minute % 2 === 0) await this.#chat(minute);
    if (minute % 5 === 0) await this.#visitLobby();
    // A lost guest stays in the room for half a minute: too many of them would fill it.
    await this.#guestVisit(mayDrop && minute % 20 === 0);
    if (minute % 10 === 0) await this.#leaveAndRejoin(1 + Math.floor(this.#random() * (this.#rooms.length - 1)));
    if (minute % 30 === 0) await this.#changeAccount();
  }

  /** True once only the players are left in the room; false if guests stay too long. */
  async isQuiet(): Promise<boolean> {
    const players = this.#rooms.length;
    const isQuiet = () => this.#rooms.every(({ participants }) => participants.size === players);
    return (await until(60_000, isQuiet)) !== undefined;
  }

  close(): void {
    for (const room of this.#rooms) room.close();
  }

  get #owner(): RoomtoneClient {
    return this.#client(0);
  }

  #client(index: number): RoomtoneClient {
    const client = this.#clients[index];
    if (client === undefined) throw new Error(`there is no player ${index}`);
    return client;
  }

  #room(index: number): Room {
    const room = this.#rooms[index];
    if (room === undefined) throw new Error(`there is no player ${index}`);
    return room;
  }

  async #join(index: number): Promise<void> {
    const room = await this.#client(index).joinRoom(this.#roomId);
    room.on('notes', ({ offsets }) => {
      this.#heard[index] = (this.#heard[index] ?? 0) + offsets.length;
    });
    this.#rooms[index] = room;
  }

  async #play(): Promise<void> {
    const players = this.#rooms.length;
    this.#heard.fill(0);
    for (let note = 0; note < notesPerMinute; note++) {
      for (const room of this.#rooms) room.send(Uint8Array.of(note % 2 === 0 ? 0x90 : 0x80, 40 + (note >> 2), 90));
    }
    const isHeard = () => this.#heard.every((notes) => notes >= (players - 1) * notesPerMinute);
    if ((await until(answerMs, isHeard)) === undefined)
      throw new Error(`notes are missing: ${this.#heard.join(', ')} arrived`);
  }

  /** Sends a message from each player, no more often than the flood limit allows. */
  async #chat(minute: number): Promise<void> {
    await until(answerMs, () => performance.now() - this.#lastChatMs > 1_050);
    this.#lastChatMs = performance.now();
    await Promise.all(this.#rooms.map((room, index) => room.chat(`minute ${minute} of ${index}`)));
  }

  async #visitLobby(): Promise<void> {
    const lobby = await new RoomtoneClient({ baseUrl: this.#url }).joinLobby();
    lobby.close();
  }

  /** A guest listens, loses the socket and resumes; then leaves, is kicked, or is lost for good. */
  async #guestVisit(mayDrop: boolean): Promise<void> {
    const first = await this.#connect();
    await first.join(this.#roomId);
    await first.acknowledge();
    first.socket.terminate();
    const guest = await this.#connect(first);
    const { self: participantId } = (await guest.take('roomJoined')).body;
    const dice = this.#random();
    if (mayDrop) guest.socket.terminate();
    else if (dice < 0.5) {
      await this.#room(0).moderation.kick({ participantId });
      await guest.take('roomLeft');
      guest.socket.close();
    } else guest.socket.close();
    await guest.closed;
  }

  async #connect(before?: TestPlayer): Promise<TestPlayer> {
    const response = await fetch(`${this.#url}/api/auth/websocket-ticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(before === undefined ? {} : { resume_token: before.welcome.resumeToken }),
    });
    const { data } = (await response.json()) as { data: { ws_url: string } };
    const guest = new TestPlayer(data.ws_url, { acknowledged: before?.acknowledged ?? 0 });
    await guest.take('welcome');
    return guest;
  }

  async #leaveAndRejoin(index: number): Promise<void> {
    await this.#room(index).leave();
    await this.#join(index);
  }

  /** Signs in elsewhere, creates a room and deletes it, changes the profile, and signs out. */
  async #changeAccount(): Promise<void> {
    const { user } = this.#owner;
    const elsewhere = new RoomtoneClient({ baseUrl: this.#url });
    await elsewhere.login({ username: user?.username ?? '', password });
    const { roomId } = await elsewhere.rooms.create({ roomName: 'For a while' });
    await elsewhere.rooms.delete(roomId);
    await elsewhere.account.update({ settings: { theme: this.#random() < 0.5 ? 'light' : 'dark' } });
    await elsewhere.logout();
  }
}
