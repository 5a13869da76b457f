import { RoomtoneError, readInvitation } from '@roomtone/protocol';
import { onPeopleChat } from '../bots.ts';
import type { RoomtoneClient } from '../client.ts';
import type { JoinRoomOptions } from '../client-options.ts';
import type { Beat } from '../clock/metronome.ts';
import { ConnectionError } from '../errors.ts';
import { everyRoom } from '../every-page.ts';
import { checkKeys } from '../known-keys.ts';
import { patiently } from '../patience.ts';
import type { ChatMessage } from '../room/from-wire.ts';
import type { Room } from '../room/room.ts';
import { type BeatLoopOptions, beatLoop } from './beat-loop.ts';
import {
  argumentsIn,
  type BotArgument,
  type BotCall,
  type BotCommand,
  BotUsageError,
  usageOf,
} from './bot-commands.ts';
import { BotState, type BotStore } from './bot-state.ts';

export interface BotOptions {
  /** Signed in, or made with the token of a bot. */
  readonly client: RoomtoneClient;
  /** Keeps the bot's state and its rooms; without one they are forgotten at the end. */
  readonly store?: BotStore;
  /** The beginning of every command; `!` unless given. */
  readonly prefix?: string;
  /** How it joins rooms. */
  readonly join?: Omit<JoinRoomOptions, 'prepare' | 'signal'>;
  /** Told of whatever goes wrong while nobody waits for it; by default it goes to the console. */
  readonly onError?: (error: unknown) => void;
}

type InRoom<Given> = (given: Given, room: Room) => unknown;

const roomsKey = 'rooms';
const leftKey = 'left';
const usualFollowMs = 30_000;
/** Of the public rooms with people inside, those with the latest activity. */
const mostFollowed = 50;
const mostLeft = 1_000;

/**
 * A program that is in rooms: it answers commands in the chat, plays to the beat, keeps its state and comes back to its rooms after a
 * restart. It never answers itself or another bot.
 */
export class Bot {
  readonly client: RoomtoneClient;
  /** The values that it knows again after a restart; there from the first `join()` or `start()` on. */
  readonly state: BotState;
  /** The rooms that it is in, by id. */
  readonly rooms: ReadonlyMap<string, Room>;
  readonly #rooms = new Map<string, Room>();
  readonly #prefix: string;
  readonly #options: BotOptions;
  readonly #commands = new Map<string, BotCommand>();
  readonly #onJoin: ((room: Room) => unknown)[] = [];
  readonly #onChat: InRoom<ChatMessage>[] = [];
  readonly #onBeat: { readonly handler: InRoom<Beat>; readonly options: BeatLoopOptions }[] = [];
  readonly #joining = new Map<string, Promise<Room>>();
  #following: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BotOptions) {
    checkKeys(options, 'client store prefix join onError', 'Bot');
    this.client = options.client;
    this.state = new BotState(options.store);
    this.rooms = this.#rooms;
    this.#prefix = options.prefix ?? '!';
    this.#options = options;
    this.command('help', {
      about: 'what I can do',
      takes: [{ name: 'command', kind: 'word', optional: true }],
      run: ({ given: { command } }) => this.#help(command),
    });
    this.command('join', {
      about: 'come to another room, too',
      takes: [{ name: 'invitation', kind: 'word' }],
      moderatorsOnly: true,
      run: async ({ given: { invitation } }) => `I am in “${(await this.join(invitation)).info.roomName}” now.`,
    });
    this.command('leave', {
      about: 'leave this room',
      moderatorsOnly: true,
      run: ({ room }) => this.leave(room.info.roomId),
    });
  }

  /** Adds a command, or replaces one: `help`, `join` and `leave` are there from the start. */
  command<const Takes extends readonly BotArgument[] = readonly []>(name: string, command: BotCommand<Takes>): this {
    checkKeys(command, 'about takes moderatorsOnly run', `command('${name}')`);
    if (!/^\S+$/.test(name)) throw new TypeError(`a command is one word, not “${name}”`);
    this.#commands.set(name.toLowerCase(), command as unknown as BotCommand);
    return this;
  }

  /** Called with every room that it has joined. */
  onJoin(handler: (room: Room) => unknown): this {
    this.#onJoin.push(handler);
    return this;
  }

  /** Called with what people say that is no command. */
  onChat(handler: (message: ChatMessage, room: Room) => unknown): this {
    this.#onChat.push(handler);
    return this;
  }

  /** Called shortly before each beat of a room's metronome; see `beatLoop()`. */
  onBeat(handler: (beat: Beat, room: Room) => unknown, options: BeatLoopOptions = {}): this {
    this.#onBeat.push({ handler, options });
    return this;
  }

  /** Joins a room and comes back to it after a restart. @param where an invitation to this server, or a room's id. */
  async join(where: string): Promise<Room> {
    await this.state.load();
    const roomId = roomIdIn(where);
    if (this.#left.includes(roomId)) await this.state.set(leftKey, without(this.#left, roomId));
    const joining = this.#joining.get(roomId) ?? this.#join(where, roomId);
    this.#joining.set(roomId, joining);
    try {
      return await joining;
    } finally {
      this.#joining.delete(roomId);
    }
  }

  /** Leaves a room and does not come back by itself, even if it names this bot. */
  async leave(roomId: string): Promise<void> {
    await this.#stayAway(roomId);
    await this.#rooms.get(roomId)?.leave();
  }

  /** Joins the rooms from before. One that it cannot join is told to `onError`, and forgotten if there is no use in trying again. */
  async start(): Promise<void> {
    await this.state.load();
    for (const where of this.#kept) {
      await this.join(where).catch(async (error: unknown) => {
        this.#failed(error);
        if (error instanceof RoomtoneError && !error.retryable) await this.#forget(roomIdIn(where));
      });
    }
  }

  /**
   * Joins rooms whose owner has named this bot a moderator or a player, now and from then on: a room invites a bot by naming it. It
   * looks at the rooms with people inside, and at all private ones. Needs `restore()` or a sign-in before, to know who it is.
   */
  async followRooms({ everyMs = usualFollowMs }: { readonly everyMs?: number } = {}): Promise<void> {
    clearTimeout(this.#following);
    await this.#followNow().catch((error: unknown) => this.#failed(error));
    this.#following = setTimeout(() => void this.followRooms({ everyMs }), everyMs);
  }

  /** Leaves every room; `start()` of the next run joins them again. */
  async stop(): Promise<void> {
    clearTimeout(this.#following);
    await Promise.all([...this.#rooms.values()].map((room) => room.leave()));
  }

  async #join(where: string, roomId: string): Promise<Room> {
    const known = this.#rooms.get(roomId);
    if (known !== undefined) return known;
    const options = { ...this.#options.join, prepare: (room: Room) => this.#prepare(room) };
    const room =
      where === roomId ? await this.client.joinRoom(where, options) : await this.client.joinInvitation(where, options);
    this.#rooms.set(roomId, room);
    room.on('state', (state) => {
      if (state.status !== 'closed') return;
      this.#rooms.delete(roomId);
      const { kind } = state.reason;
      if (kind === 'kicked' || kind === 'banned') this.#run(() => this.#stayAway(roomId));
      if (kind === 'roomClosed') this.#run(() => this.#forget(roomId));
    });
    for (const handler of this.#onJoin) this.#run(() => handler(room));
    for (const { handler, options } of this.#onBeat)
      beatLoop(room, (beat) => this.#run(() => handler(beat, room)), options);
    if (!this.#kept.some((each) => roomIdIn(each) === roomId)) await this.state.set(roomsKey, [...this.#kept, where]);
    return room;
  }

  #prepare(room: Room): void {
    onPeopleChat(room, (message) => this.#run(() => this.#heard(room, message)));
  }

  async #heard(room: Room, message: ChatMessage): Promise<void> {
    const text = message.message.trim();
    const word = text.startsWith(this.#prefix) ? (text.slice(this.#prefix.length).split(/\s/)[0] ?? '') : '';
    const name = word.toLowerCase();
    const command = this.#commands.get(name);
    if (command === undefined) {
      for (const handler of this.#onChat) this.#run(() => handler(message, room));
      return;
    }
    const reply = async (words: string) => {
      await patiently(() => room.chat(words));
    };
    if (command.moderatorsOnly === true && !moderates(room, message.userId)) {
      await reply(`${this.#prefix}${name} is for the owner and the moderators of the room.`);
      return;
    }
    try {
      const words = text.slice(this.#prefix.length + name.length);
      const given = argumentsIn(words, command.takes ?? [], room.participants) as BotCall['given'];
      const answer = await command.run({ room, message, given, reply });
      if (typeof answer === 'string' && answer !== '') await reply(answer);
    } catch (error) {
      if (!(error instanceof BotUsageError)) {
        const isRefusal = error instanceof RoomtoneError || error instanceof ConnectionError;
        this.#failed(error);
        await reply(isRefusal ? `That did not work: ${error.message}` : 'That did not work.');
        return;
      }
      await reply(`${error.message}. ${usageOf(this.#prefix, name, command)}: ${command.about}`);
    }
  }

  #help(asked: string | undefined): string {
    const named = asked?.replace(this.#prefix, '').toLowerCase();
    const shown = [...this.#commands].filter(([name]) => named === undefined || name === named);
    if (shown.length === 0) throw new BotUsageError(`There is no ${this.#prefix}${named}`);
    return shown.map(([name, command]) => `${usageOf(this.#prefix, name, command)}: ${command.about}`).join('\n');
  }

  async #followNow(): Promise<void> {
    const userId = this.client.user?.userId;
    if (userId === undefined) throw new TypeError('a bot must know who it is: call restore() of its client before');
    for await (const { roomId } of everyRoom(this.client, { roomType: 'private' })) await this.#joinNamed(roomId);
    let looked = 0;
    for await (const { roomId } of everyRoom(this.client, { hasUsers: true })) {
      if (looked++ >= mostFollowed) return;
      if (this.#rooms.has(roomId)) continue;
      const { moderators = [], players = [] } = await patiently(() => this.client.rooms.get(roomId));
      if (![...moderators, ...players].includes(userId)) continue;
      await this.#joinNamed(roomId);
    }
  }

  async #joinNamed(roomId: string): Promise<void> {
    if (this.#rooms.has(roomId) || this.#left.includes(roomId)) return;
    await this.join(roomId).catch((error: unknown) => this.#failed(error));
  }

  get #kept(): readonly string[] {
    return this.state.get<readonly string[]>(roomsKey, []);
  }

  /** The rooms that it left or was removed from. */
  get #left(): readonly string[] {
    return this.state.get<readonly string[]>(leftKey, []);
  }

  async #stayAway(roomId: string): Promise<void> {
    await this.#forget(roomId);
    await this.state.set(leftKey, [...without(this.#left, roomId), roomId].slice(-mostLeft));
  }

  async #forget(roomId: string): Promise<void> {
    await this.state.set(
      roomsKey,
      this.#kept.filter((each) => roomIdIn(each) !== roomId),
    );
  }

  /** Runs a handler, whose failure must not end the program. */
  #run(handler: () => unknown): void {
    try {
      const running = handler();
      if (running instanceof Promise) running.catch((error: unknown) => this.#failed(error));
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    (this.#options.onError ?? console.error)(error);
  }
}

function without(roomIds: readonly string[], roomId: string): readonly string[] {
  return roomIds.filter((each) => each !== roomId);
}

function moderates({ info }: Room, userId: string): boolean {
  return info.roomOwner === userId || info.moderators?.includes(userId) === true;
}

/** @throws {RoomtoneError} VALIDATION_ERROR for a malformed link; {TypeError} for one that leads to no room. */
function roomIdIn(where: string): string {
  if (!where.includes(':')) return where;
  const { roomId } = readInvitation(where);
  if (roomId === undefined) throw new TypeError('the invitation leads to no room');
  return roomId;
}
