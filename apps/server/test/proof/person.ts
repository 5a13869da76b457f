import { type ChatMessage, ConnectionError, type Room, RoomtoneClient, RoomtoneError } from '@roomtone/sdk';
import { chatHistory } from '@roomtone/sdk/extras';
import type { Expectations, Outcome } from './expectations.ts';

const quiet = { debug() {}, warn() {}, error() {} };

/** The longest that a request may take: the server answers before, whatever is away. */
const answerMs = 20_000;
/** One below what an account may own, because one is the room of all. */
const ownRooms = 8;

export interface PersonDeps {
  readonly url: string;
  readonly expected: Expectations;
  readonly random: () => number;
  /** The person's number. */
  readonly index: number;
}

/** Somebody who makes rooms and friends, names moderators, chats and plays, and notes what was acknowledged. */
export class Person {
  readonly name: string;
  /** The positions of the messages in the room of all that this person got, by text. */
  readonly heard = new Map<string, number>();
  /** The texts of this person's own messages that were acknowledged. */
  readonly acknowledged: string[] = [];
  readonly #deps: PersonDeps;
  readonly #client: RoomtoneClient;
  readonly #rooms: { readonly id: string; readonly thing: string; readonly moderators: Set<string> }[] = [];
  #userId = '';
  #token = '';
  #room: Room | undefined;
  #made = 0;
  #owned = 0;
  #said = 0;
  /** Connections that were not resumed. */
  #gaps = 0;

  constructor(deps: PersonDeps) {
    this.#deps = deps;
    this.name = `person-${deps.index}`;
    this.#client = new RoomtoneClient({ baseUrl: deps.url, logger: quiet });
  }

  get userId(): string {
    return this.#userId;
  }

  /** Creates the account. */
  async begin(): Promise<void> {
    const password = 'correct horse 7';
    await this.#client.register({ username: this.name, password });
    const body = { username: this.name, password };
    const { data } = await this.#call('POST', '/api/auth/login', body);
    const { token, user } = data as { token: string; user: { user_id: string } };
    this.#token = token;
    this.#userId = user.user_id;
  }

  async makeRoomForAll(): Promise<string> {
    const { data } = await this.#call('POST', '/api/rooms', { room_name: 'Everybody' });
    return (data as { room_id: string }).room_id;
  }

  /** Joins a room, if it is not inside already; tries until it is. */
  async beInside(roomId: string): Promise<void> {
    while (this.#room?.state.status !== 'joined') {
      const status = this.#room?.state.status;
      // It finds its way back by itself.
      if (status !== undefined && status !== 'closed') await new Promise((resolve) => setTimeout(resolve, 50));
      else {
        this.#room = await this.#client.joinRoom(roomId).catch(() => undefined);
        if (this.#room !== undefined) this.#listen(this.#room);
      }
    }
  }

  /** Reads what was said before the last join, if some of it may have been missed: by scrolling up, as an app does. */
  async readBack(): Promise<void> {
    const room = this.#room;
    if (room === undefined || this.#gaps === 0) return;
    for (let before = 0, more = true; more; ) {
      const page = await chatHistory(room, { before, limit: 100 });
      this.#take(page.messages);
      before = page.messages[0]?.position ?? 0;
      more = page.more && before > 0;
    }
    this.#gaps = 0;
  }

  /** These texts in the order of the positions by which this person got them. */
  order(texts: readonly string[]): string[] {
    const known = texts.filter((text) => this.heard.has(text));
    return known.sort((one, other) => (this.heard.get(one) ?? 0) - (this.heard.get(other) ?? 0));
  }

  #listen(room: Room): void {
    this.#take(room.snapshot.chat);
    if (this.#said > 0) this.#gaps++;
    room.on('chat', (message) => this.#take([message]));
    room.on('joined', ({ chat }) => {
      this.#gaps++;
      this.#take(chat);
    });
  }

  #take(messages: readonly ChatMessage[]): void {
    for (const { message, position = 0 } of messages) this.heard.set(message, position);
  }

  leave(): void {
    this.#room?.close();
  }

  /** @param dice 0 ≤ dice < 1 selects what is done. */
  async act(dice: number, others: readonly Person[]): Promise<void> {
    if (dice < 0.3) await this.#makeRoom();
    else if (dice < 0.4) await this.#deleteRoom();
    else if (dice < 0.7) await this.#moderator(others);
    else await this.#chat();
  }

  async #makeRoom(): Promise<void> {
    if (this.#owned >= ownRooms) return this.#deleteRoom();
    const name = `${this.name} ${++this.#made}`;
    const thing = `room ${name}`;
    // One whose creation was not acknowledged may be there, too.
    this.#owned++;
    const outcome = await this.#deps.expected.make(thing, async () => {
      const { outcome: came, data } = await this.#call('POST', '/api/rooms', { room_name: name });
      if (came === 'ok') {
        this.#rooms.push({ id: (data as { room_id: string }).room_id, thing, moderators: new Set() });
      }
      return came;
    });
    if (outcome === 'failed') this.#owned--;
  }

  async #deleteRoom(): Promise<void> {
    // Moderators are only named in the first.
    const room = this.#rooms.length > 1 ? this.#rooms.pop() : undefined;
    if (room === undefined) return;
    const outcome = await this.#deps.expected.remove(room.thing, async () => {
      return (await this.#call('DELETE', `/api/rooms/${room.id}`)).outcome;
    });
    if (outcome === 'ok') this.#owned--;
  }

  async #moderator(others: readonly Person[]): Promise<void> {
    const [room] = this.#rooms;
    const other = others[Math.floor(this.#deps.random() * others.length)];
    if (room === undefined || other === undefined || other === this) return;
    const thing = `moderator ${room.id} ${other.userId}`;
    // The result of an earlier attempt is not known: another one would be about it, too.
    if (room.moderators.has(`unknown ${thing}`)) return;
    const method = room.moderators.has(thing) ? 'DELETE' : 'PUT';
    const attempt = async () => (await this.#call(method, `/api/rooms/${room.id}/moderators/${other.userId}`)).outcome;
    const { expected } = this.#deps;
    const outcome = await (method === 'PUT' ? expected.make(thing, attempt) : expected.remove(thing, attempt));
    if (outcome === 'unknown') room.moderators.add(`unknown ${thing}`);
    else if (outcome === 'ok' && method === 'PUT') room.moderators.add(thing);
    else if (outcome === 'ok') room.moderators.delete(thing);
  }

  async #chat(): Promise<void> {
    const room = this.#room;
    if (room === undefined) return;
    const text = `${this.name} says ${++this.#said}`;
    const outcome = await this.#deps.expected.make(`chat ${text}`, () => outcomeOf(room.chat(text)));
    if (outcome === 'ok') this.acknowledged.push(text);
  }

  /** Asks somebody to be a friend, who may accept; and they may end it. */
  async befriend(other: Person): Promise<void> {
    const { expected, random } = this.#deps;
    const pair = `${this.#userId} ${other.userId}`;
    const [request, friends] = [`request ${pair}`, `friends ${pair}`];
    const ask = () => this.#call('POST', '/api/users/friends', { user: other.userId });
    if ((await expected.make(request, async () => (await ask()).outcome)) !== 'ok' || random() < 0.2) return;
    const accept = () => other.#call('POST', `/api/users/friends/${this.#userId}/accept`, {});
    if ((await expected.replace(request, friends, async () => (await accept()).outcome)) !== 'ok') return;
    if (random() < 0.8) return;
    await expected.remove(
      friends,
      async () => (await this.#call('DELETE', `/api/users/friends/${other.userId}`)).outcome,
    );
  }

  async #call(method: string, path: string, body?: object): Promise<{ outcome: Outcome; data: unknown }> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    return request(`${this.#deps.url}${path}`, { method, headers, ...content });
  }
}

/** Sends a request. An answer of the server's own fault leaves open what it has done. */
export async function request(url: string, init: RequestInit): Promise<{ outcome: Outcome; data: unknown }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) });
    const text = await response.text();
    if (response.status >= 500) return { outcome: 'unknown', data: undefined };
    const { data } = JSON.parse(text) as { data?: unknown };
    return { outcome: response.status < 300 ? 'ok' : 'failed', data };
  } catch {
    return { outcome: 'unknown', data: undefined };
  }
}

async function outcomeOf(done: Promise<unknown>): Promise<Outcome> {
  try {
    await done;
    return 'ok';
  } catch (error) {
    if (error instanceof RoomtoneError) return error.code === 'SERVER_ERROR' ? 'unknown' : 'failed';
    if (error instanceof ConnectionError) return 'unknown';
    throw error;
  }
}
