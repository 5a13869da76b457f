import {
  type ChatMessage,
  defaultsOf,
  HeldNotes,
  joinMidi,
  type LeaveReason,
  limits,
  type MidiMessage,
  midiStatus,
  namesOf,
  type Outgoing,
  type Participant,
  type RefusalReason,
  type Room,
  type RoomSettings,
  RoomType,
  RoomtoneError,
  roomSettings,
  type Sounding,
  splitMidi,
  type Transport,
  toWire,
  type WireRecord,
} from '@roomtone/protocol';
import type { FakeAccount } from './fake-accounts.ts';
import type { FakeConnection } from './fake-connection.ts';

interface Member {
  participant: Participant;
  readonly connection: FakeConnection;
  readonly held: HeldNotes;
  /** Of their last message of notes. */
  noteNumber: number;
}

/** A mute that is in force. */
export interface FakeMute {
  readonly chat: boolean;
  readonly notes: boolean;
}

const colors = ['#3a86ff', '#ff006e', '#fb5607', '#8338ec', '#06d6a0', '#ffbe0b', '#118ab2', '#ef476f'];
const guestColor = '#888888';

/** A room with its participants, chat and metronome, in memory. */
export class FakeRoom {
  readonly roomId: string;
  readonly roomType: RoomType;
  readonly createdAt: number;
  name: string;
  owner: FakeAccount;
  password: string;
  maxUsers: number;
  settings: WireRecord<typeof roomSettings> = toWire(roomSettings, defaultsOf(roomSettings));
  lastActivity: number;
  transport: Transport = { tempo: 120_000, beatsPerBar: 4, running: false, startTime: 0, beatsBefore: 0 };
  /** Ids of the users who are kept out. */
  readonly bans = new Set<string>();
  /** User ids. */
  readonly moderators = new Set<string>();
  /** User ids. */
  readonly players = new Set<string>();
  /** By user id. */
  readonly mutes = new Map<string, FakeMute>();
  #chat: ChatMessage[] = [];
  readonly #nowUs: () => number;
  readonly #members = new Map<number, Member>();
  #lastNumber = 0;
  #lastMessage = 0;

  constructor(roomId: string, owner: FakeAccount, roomType: RoomType, name: string, nowUs: () => number) {
    this.#nowUs = nowUs;
    this.roomId = roomId;
    this.owner = owner;
    this.roomType = roomType;
    this.name = name;
    this.password = '';
    this.maxUsers = limits.maxUsers.default;
    this.createdAt = this.#nowMs;
    this.lastActivity = this.createdAt;
  }

  get participants(): Participant[] {
    return [...this.#members.values()].map(({ participant }) => participant);
  }

  get connections(): FakeConnection[] {
    return [...this.#members.values()].map(({ connection }) => connection);
  }

  has(connection: FakeConnection): boolean {
    return this.connections.includes(connection);
  }

  /** The room as clients see it. */
  view(): Room {
    const { roomId, roomType, owner, maxUsers, createdAt, lastActivity, settings } = this;
    return {
      ...{ roomId, roomName: this.name, roomType, maxUsers },
      ...{ roomOwner: owner.userId, roomOwnerName: owner.username, roomOwnerDisplayName: owner.displayName },
      ...{ currentUsers: this.#members.size, hasPassword: this.password !== '', createdAt, lastActivity },
      settings: { ...settings },
      moderators: [...this.moderators],
      players: [...this.players],
      stand: '',
    };
  }

  /** Takes settings; absent ones keep their values. */
  set(settings: RoomSettings = {}): void {
    const given = Object.entries(settings).filter(([, value]) => value !== undefined);
    this.settings = { ...this.settings, ...Object.fromEntries(given) };
  }

  /** @throws {RoomtoneError} AUTHORIZATION_ERROR with the first reason of R2.10. */
  checkEntry(session: FakeConnection['session'], password: string): void {
    const { account } = session ?? {};
    if (account === undefined && !this.settings.allowGuests) throw refusal('guests');
    if (this.roomType === RoomType.PRO && !account?.roles.some((role) => role !== 'member')) throw refusal('pro');
    if (this.password !== '' && password !== this.password) throw refusal('password');
    if (account !== undefined && this.bans.has(account.userId)) throw refusal('banned');
    if (this.#members.size >= this.maxUsers) throw refusal('full');
  }

  /** Lets a connection in and tells the others. */
  add(connection: FakeConnection): void {
    this.#lastNumber++;
    const { account } = connection.session ?? {};
    const used = this.participants.map(({ color }) => color);
    const countOf = (color: string) => used.filter((each) => each === color).length;
    const rarest = Math.min(...colors.map(countOf));
    const participant: Participant = {
      number: this.#lastNumber,
      userId: account?.userId ?? '',
      ...namesOf(account ?? { username: connection.guestName }),
      avatarUrl: '',
      color: account === undefined ? guestColor : (colors.find((color) => countOf(color) === rarest) ?? guestColor),
      instrument: '',
      file: '',
      recording: false,
      guest: account === undefined,
      bot: false,
      muted: account !== undefined && this.mutes.has(account.userId),
      joinedAt: this.#nowMs,
      member: account !== undefined,
    };
    this.broadcast({ kind: 'participantJoined', body: { participant } });
    this.#members.set(participant.number, { participant, connection, held: new HeldNotes(), noteNumber: 0 });
    this.lastActivity = participant.joinedAt;
  }

  /** Ends a participant's notes for the others, takes them out and tells the others. */
  remove(connection: FakeConnection, reason: LeaveReason, note = '', sender = 0): void {
    const member = this.#memberOf(connection);
    this.silence(connection);
    this.#members.delete(member.participant.number);
    this.broadcast({ kind: 'participantLeft', body: { participant: member.participant, reason, note }, sender });
  }

  snapshot(connection: FakeConnection): Outgoing<'roomJoined'> {
    const self = this.numberOf(connection);
    const sounding: Sounding[] = [];
    for (const [number, { held }] of this.#members) {
      const data: number[] = [];
      held.forEachKey((channel, key, velocity) => data.push(midiStatus.noteOn | channel, key, velocity));
      if (number !== self && data.length > 0) sounding.push({ participant: number, data: Uint8Array.from(data) });
    }
    const chat = this.#chat.slice(-limits.chatHistory.onJoin);
    const { participants, transport } = this;
    const noteNumbers = [...this.#members.values()].map(({ noteNumber }) => noteNumber);
    const { welcomeMessage } = this.settings;
    return {
      kind: 'roomJoined',
      body: { room: this.view(), participants, self, chat, welcomeMessage, transport, sounding, noteNumbers },
    };
  }

  numberOf(connection: FakeConnection): number {
    return this.#memberOf(connection).participant.number;
  }

  participantOf(connection: FakeConnection): Participant {
    return this.#memberOf(connection).participant;
  }

  /** The connections that a moderation command names. */
  named({ userId, participant }: { userId?: string | undefined; participant?: number | undefined }): FakeConnection[] {
    const members = [...this.#members.values()];
    const found = members.filter(({ participant: { userId: id, number } }) =>
      participant === undefined ? id === userId : number === participant,
    );
    return found.map(({ connection }) => connection);
  }

  /** Changes a participant and tells everybody. */
  update(connection: FakeConnection, changes: Partial<Participant>): void {
    const member = this.#memberOf(connection);
    member.participant = { ...member.participant, ...changes };
    this.broadcast({ kind: 'participantUpdated', body: { participant: member.participant } });
  }

  /** Relays notes to the others. */
  relay(connection: FakeConnection, message: MidiMessage): void {
    const nowUs = this.#nowUs();
    const member = this.#memberOf(connection);
    const { pastUs, futureUs } = limits.startTimeWindow;
    const asked = message.startTime === 0 ? nowUs : message.startTime;
    const startTime = Math.min(Math.max(asked, nowUs - pastUs), nowUs + futureUs);
    member.held.feed(message.data);
    this.#notes(member, { ...message, startTime });
    this.lastActivity = this.#nowMs;
  }

  /** Ends everything that a participant holds, for the others. */
  silence(connection: FakeConnection): void {
    const startTime = this.#nowUs();
    const member = this.#memberOf(connection);
    const data = member.held.release();
    const offsets: number[] = [];
    for (let position = 0; position < data.length; position += 3) offsets.push(0);
    // A message holds only so many events.
    for (const body of joinMidi(splitMidi({ startTime, offsets, data }, startTime))) this.#notes(member, body);
  }

  /** Stores a message and sends it to everybody; the sender's copy answers their request. */
  say(connection: FakeConnection, text: string, requestId: number): void {
    const { userId, username, displayName } = this.participantOf(connection);
    this.#lastMessage++;
    const messageId = `message-${this.#lastMessage}`;
    const said = { message: text, timestamp: this.#nowMs, messageType: 1, position: this.#lastMessage } as const;
    const body: ChatMessage = { messageId, userId, username, displayName, ...said };
    this.#chat = [...this.#chat, body].slice(-limits.chatHistory.stored);
    this.lastActivity = body.timestamp;
    const sender = this.numberOf(connection);
    for (const each of this.connections) {
      each.send({ kind: 'chatMessage', body, sender, requestId: each === connection ? requestId : 0 });
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
  tellOthers(connection: FakeConnection, message: Outgoing): void {
    for (const each of this.connections) if (each !== connection) each.sendNow(message);
  }

  get #nowMs(): number {
    return Math.round(this.#nowUs() / 1000);
  }

  #notes(member: Member, body: MidiMessage): void {
    const { participant, connection } = member;
    const serverTime = this.#nowUs();
    member.noteNumber++;
    const { noteNumber } = member;
    this.tellOthers(connection, { kind: 'midiMessage', body, sender: participant.number, noteNumber, serverTime });
  }

  #memberOf(connection: FakeConnection): Member {
    for (const member of this.#members.values()) if (member.connection === connection) return member;
    throw new Error('this connection is not in the room');
  }
}

function refusal(reason: RefusalReason): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', `Not allowed: ${reason}.`, { reason });
}
