import {
  type ChatMessage,
  type DataMessage,
  defaultsOf,
  fromWire,
  type LeaveReason,
  limits,
  type MidiMessage,
  type Outgoing,
  type Participant,
  type Room,
  type RoomSettings,
  type RoomSettingsValues,
  type RoomType,
  roomSettings,
  roomType as roomTypes,
  type Transport,
  toWire,
} from '@roomtone/protocol';
import {
  chatText,
  checkAdmission,
  checkJoin,
  checkSendsData,
  checkSpeaks,
  getsData,
  type Participant as Insider,
  isOver,
  join,
  joinRefused,
  leave,
  type Mute,
  notesRefused,
  openRoom,
  type PlayerChange,
  play,
  playHeldBack,
  type RoomEvent,
  type RoomRules,
  type RoomState,
  releaseNotes,
  setMute,
  setPlayer,
  setRules,
  setTurns,
  soundingNow,
  type Turns,
  transportAtFirst,
  type Visitor,
} from '@roomtone/room';
import type { FakeAccount } from './fake-accounts.ts';
import type { FakeConnection } from './fake-connection.ts';

/** A room with its participants, chat and metronome, in memory, by the rules of real ones. */
export class FakeRoom {
  readonly roomId: string;
  readonly roomType: RoomType;
  readonly createdAt: number;
  readonly state: RoomState;
  name: string;
  owner: FakeAccount;
  password = '';
  lastActivity: number;
  transport: Transport = { ...transportAtFirst };
  /** Ids of the users who are kept out. */
  readonly bans = new Set<string>();
  /** By user id. */
  readonly #mutes = new Map<string, Mute>();
  #chat: ChatMessage[] = [];
  readonly #nowUs: () => number;
  /** By participant number. */
  readonly #connections = new Map<number, FakeConnection>();
  /** Of each participant's last message of notes. */
  readonly #noteNumbers = new Map<number, number>();
  #lastNumber = 0;
  #lastMessage = 0;

  constructor(roomId: string, owner: FakeAccount, roomType: RoomType, name: string, nowUs: () => number) {
    this.#nowUs = nowUs;
    this.roomId = roomId;
    this.owner = owner;
    this.roomType = roomType;
    this.name = name;
    this.createdAt = this.#nowMs;
    this.lastActivity = this.createdAt;
    this.state = openRoom({
      ownerId: owner.userId,
      moderatorIds: [],
      playerIds: [],
      roomType: roomTypes.fromWire(roomType) ?? 'public',
      maxUsers: limits.maxUsers.default,
      settings: defaultsOf(roomSettings),
    });
  }

  get rules(): RoomRules {
    return this.state.rules;
  }

  get settings(): RoomSettingsValues {
    return this.rules.settings;
  }

  get participants(): Readonly<Participant>[] {
    return Array.from(this.state.participants.values(), ({ info }) => info);
  }

  get connections(): FakeConnection[] {
    return [...this.#connections.values()];
  }

  has(connection: FakeConnection): boolean {
    return this.connections.includes(connection);
  }

  /** The room as clients see it. */
  view(): Room {
    const { roomId, roomType, owner, createdAt, lastActivity } = this;
    const { maxUsers, moderatorIds, playerIds, settings } = this.rules;
    return {
      ...{ roomId, roomName: this.name, roomType, maxUsers },
      ...{ roomOwner: owner.userId, roomOwnerName: owner.username, roomOwnerDisplayName: owner.displayName },
      ...{ currentUsers: this.#connections.size, hasPassword: this.password !== '', createdAt, lastActivity },
      settings: toWire(roomSettings, settings),
      moderators: [...moderatorIds],
      players: [...playerIds],
      stand: '',
    };
  }

  /** Changes who may do what; absent fields keep their values. */
  setRules(changes: Partial<RoomRules>): void {
    this.#publish(setRules(this.state, { ...this.rules, ...changes }, this.#nowUs()));
  }

  /** Takes settings; absent ones keep their values. */
  set(settings: RoomSettings = {}): void {
    this.setRules({ settings: fromWire(roomSettings, { ...toWire(roomSettings, this.settings), ...given(settings) }) });
  }

  setTurns(turns: Turns | undefined): void {
    this.#publish(setTurns(this.state, turns, this.#nowUs()));
  }

  /**
   * Checks that a connection may come in.
   * @returns who has to leave before that, if anybody.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR with the first reason of R2.10.
   */
  checkEntry(connection: FakeConnection, password: string): FakeConnection | undefined {
    const visitor = this.#visitor(connection);
    checkAdmission(this.rules, visitor);
    if (this.password !== '' && password !== this.password) throw joinRefused('password');
    if (this.bans.has(visitor.userId)) throw joinRefused('banned');
    return this.#connections.get(checkJoin(this.state, visitor)?.number ?? 0);
  }

  /** Lets a connection in and tells the others. */
  add(connection: FakeConnection): void {
    const { nowMs, nowUs } = { nowMs: this.#nowMs, nowUs: this.#nowUs() };
    const { participant, events } = join(this.state, this.#visitor(connection), ++this.#lastNumber, { nowMs, nowUs });
    this.#publish(events);
    this.#connections.set(participant.number, connection);
    this.lastActivity = nowMs;
  }

  /** Ends a participant's notes for the others, takes them out and tells the others. */
  remove(connection: FakeConnection, reason: LeaveReason, note = '', sender = 0): void {
    const number = this.numberOf(connection);
    this.#connections.delete(number);
    this.#publish(leave(this.state, number, reason, this.#nowUs(), note), sender);
    this.#noteNumbers.delete(number);
  }

  snapshot(connection: FakeConnection): Outgoing<'roomJoined'> {
    const self = this.numberOf(connection);
    const sounding = soundingNow(this.state).filter(({ participant }) => participant !== self);
    const chat = this.#chat.slice(-limits.chatHistory.onJoin);
    const { participants, transport } = this;
    const { welcomeMessage } = this.settings;
    const noteNumbers = participants.map(({ number }) => this.#noteNumbers.get(number) ?? 0);
    return {
      kind: 'roomJoined',
      body: { room: this.view(), participants, self, chat, welcomeMessage, transport, sounding, noteNumbers },
    };
  }

  numberOf(connection: FakeConnection): number {
    for (const [number, each] of this.#connections) if (each === connection) return number;
    throw new Error('this connection is not in the room');
  }

  insiderOf(connection: FakeConnection): Insider {
    const insider = this.state.participants.get(this.numberOf(connection));
    if (insider === undefined) throw new Error('the rules do not know this participant');
    return insider;
  }

  /** The connections that a moderation command names. */
  named({ userId, participant }: { userId?: string | undefined; participant?: number | undefined }): FakeConnection[] {
    const found = this.participants.filter(({ userId: id, number }) =>
      participant === undefined ? id === userId : number === participant,
    );
    return found.flatMap(({ number }) => this.#connections.get(number) ?? []);
  }

  /** Changes a participant and tells everybody. @throws {RoomtoneError} as a server's. */
  setPlayer(connection: FakeConnection, change: PlayerChange): void {
    this.#publish(setPlayer(this.insiderOf(connection), change));
  }

  /** Mutes a user, or with undefined unmutes them. */
  setMute(userId: string, mute: Mute | undefined): void {
    if (mute === undefined) this.#mutes.delete(userId);
    else this.#mutes.set(userId, mute);
    for (const each of this.named({ userId })) this.#publish(setMute(this.insiderOf(each), mute, this.#nowUs()));
  }

  muteOf(userId: string): Mute | undefined {
    return this.#mutes.get(userId);
  }

  /** Relays notes to the others. @throws {RoomtoneError} as a server's. */
  relay(connection: FakeConnection, message: MidiMessage): void {
    const nowUs = this.#nowUs();
    const insider = this.insiderOf(connection);
    const relayed = play(insider, message, nowUs);
    if (relayed === 'refused') throw notesRefused(this.rules, insider, nowUs);
    if (relayed === 'abuse') {
      connection.socket?.drop();
      return;
    }
    for (const each of [...(relayed === undefined ? [] : [relayed]), ...playHeldBack(insider, nowUs)]) {
      this.#notes(insider.number, { startTime: each.startTime, offsets: [...each.offsets], data: each.data });
    }
    this.lastActivity = this.#nowMs;
  }

  /** Ends everything that a participant holds, for the others. */
  silence(connection: FakeConnection): void {
    this.#publish(releaseNotes(this.insiderOf(connection), this.#nowUs()));
  }

  /**
   * Stores a message and sends it to everybody; the sender's copy answers their request.
   * @throws {RoomtoneError} as a server's, but for the number of messages.
   */
  say(connection: FakeConnection, said: string, requestId: number): void {
    const insider = this.insiderOf(connection);
    checkSpeaks(this.state, insider, this.#nowUs());
    const message = chatText(said);
    const { userId, username, displayName } = insider.info;
    this.#lastMessage++;
    const place = { messageId: `message-${this.#lastMessage}`, position: this.#lastMessage, messageType: 1 } as const;
    const body: ChatMessage = { ...place, userId, username, displayName, message, timestamp: this.#nowMs };
    this.#chat = [...this.#chat, body].slice(-limits.chatHistory.stored);
    this.lastActivity = body.timestamp;
    for (const each of this.connections) {
      const answers = each === connection ? requestId : 0;
      each.send({ kind: 'chatMessage', body, sender: insider.number, requestId: answers });
    }
  }

  /** Passes data on to those who get it. @throws {RoomtoneError} as a server's, but for the number of bytes. */
  sendData(connection: FakeConnection, { to, ...data }: DataMessage): void {
    const sender = this.insiderOf(connection);
    checkSendsData(this.state, sender, { ...data, to }, this.#nowUs());
    const message: Outgoing = { kind: 'dataMessage', body: { ...data, to: [] }, sender: sender.number };
    for (const [number, each] of this.#connections) {
      const listener = this.state.participants.get(number);
      if (listener !== undefined && getsData(this.state, listener, sender, to)) each.sendNow(message);
    }
  }

  /** Kept messages below a position, 0 for the newest, and if there are older ones. */
  chatBefore(before: number, count: number) {
    const below = this.#chat.filter(({ position = 0 }) => before === 0 || position < before);
    return { messages: below.slice(-count), more: below.length > count };
  }

  /** Deletes a message from the history; returns false if there is none. */
  deleteChat(messageId: string, sender: number): boolean {
    const kept = this.#chat.filter((message) => message.messageId !== messageId);
    if (kept.length === this.#chat.length) return false;
    this.#chat = kept;
    this.broadcast({ kind: 'chatDeleted', body: { messageId }, sender });
    return true;
  }

  /** Sends to everybody inside, with the requestId of whom it answers. */
  broadcast(message: Outgoing, answered?: { readonly connection: FakeConnection; readonly requestId: number }): void {
    for (const connection of this.connections) {
      connection.send({ ...message, requestId: connection === answered?.connection ? answered.requestId : 0 });
    }
  }

  /** Sends to everybody else, without a place in the stream. */
  tellOthers(number: number, message: Outgoing): void {
    for (const [other, connection] of this.#connections) if (other !== number) connection.sendNow(message);
  }

  get #nowMs(): number {
    return Math.round(this.#nowUs() / 1000);
  }

  /** Every guest counts as one at an address of their own. */
  #visitor({ id, guestName, session }: FakeConnection): Visitor {
    const { account } = session ?? {};
    const common = { avatarUrl: '', bot: false, blocks: new Set<string>() };
    if (account === undefined) {
      const nobody = { userId: '', personId: '', username: guestName, roles: [], mute: undefined };
      return { ...common, ...nobody, guest: true, member: false, address: id };
    }
    const { userId, username, displayName, roles } = account;
    const names = { userId, personId: userId, username, displayName, roles };
    return { ...common, ...names, guest: false, member: true, address: '', mute: this.#muteInForce(userId) };
  }

  #muteInForce(userId: string): Mute | undefined {
    const mute = this.#mutes.get(userId);
    return mute === undefined || isOver(mute, this.#nowUs()) ? undefined : mute;
  }

  #publish(events: readonly RoomEvent[], sender = 0): void {
    for (const event of events) {
      switch (event.kind) {
        case 'notesReleased':
          for (const message of event.messages) this.#notes(event.number, message);
          break;
        case 'participantLeft': {
          const { participant, reason, note } = event;
          this.broadcast({ kind: event.kind, body: { participant, reason, note }, sender });
          break;
        }
        default:
          this.broadcast({ kind: event.kind, body: { participant: event.participant } });
      }
    }
  }

  #notes(number: number, body: MidiMessage): void {
    const noteNumber = (this.#noteNumbers.get(number) ?? 0) + 1;
    this.#noteNumbers.set(number, noteNumber);
    this.tellOthers(number, { kind: 'midiMessage', body, sender: number, noteNumber, serverTime: this.#nowUs() });
  }
}

function given(settings: RoomSettings): RoomSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
