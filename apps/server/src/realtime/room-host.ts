import { randomUUID } from 'node:crypto';
import {
  type ChatMessage,
  type LeaveReason,
  limits,
  type MidiMessage,
  type Room,
  type RoomCloseReason,
  type RoomJoined,
  type Transport,
} from '@roomtone/protocol';
import { deletedName } from '../account-ports.ts';
import type { ChatFlood } from '../domain/chat.ts';
import { roomNotFound, type Visitor } from '../domain/permissions.ts';
import type { MatchedPlayout } from '../domain/playout-mode.ts';
import { QualityReports } from '../domain/quality.ts';
import {
  checkJoin,
  join,
  leave,
  type Member,
  type Moment,
  openRoom,
  type PlayerChange,
  play,
  playHeldBack,
  type RoomEvent,
  type RoomState,
  releaseAll,
  say,
  setAccount,
  setPlayer,
  setRules,
  silence,
  soundingNow,
} from '../domain/room.ts';
import type { RealtimeCounters } from '../metrics.ts';
import type { Clock, RoomRecord, Storage } from '../ports.ts';
import { roomBody } from './bodies.ts';
import type { Codec, Outgoing } from './codec.ts';
import { relayNotes } from './note-relay.ts';
import type { ParticipantNumbers } from './participant-numbers.ts';

/** What of the notes a seat gets: all, their releases only (a reader too far behind), or nothing (no socket for now). */
export type Hearing = 'notes' | 'releases' | 'nothing';

/** A connection as the room it is in sees it. */
export interface Seat {
  /** Sends a frame in the reliable stream; `requestId` is 0 unless it answers this connection's own request. */
  deliver(frame: Uint8Array, requestId: number): void;
  /** Sends a frame outside the reliable stream. */
  deliverAside(frame: Uint8Array, requestId: number): void;
  /** Sends notes: every seat gets the same bytes. */
  deliverNotes(frame: Uint8Array): void;
  readonly hears: Hearing;
  /** Notes were left out for this reader. */
  missNotes(): void;
  /** Whether it missed notes and has caught up since; true once each time. */
  takeCaughtUp(): boolean;
}

export interface RoomHostDeps {
  readonly storage: Pick<Storage, 'addChat'>;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly flood: ChatFlood;
  readonly counters: Pick<RealtimeCounters, 'notesDelivered' | 'notesMissed'>;
  /** Somebody came, played or spoke (wall clock, ms). */
  readonly onActivity: (nowMs: number) => void;
  /** The room is not what lists say: its record, or how many are inside. */
  readonly onChange: (record: RoomRecord) => void;
}

/** What those inside play in time by; it outlives the room's being empty. */
export interface KeptTime {
  transport: Readonly<Transport>;
  readonly playout: MatchedPlayout;
}

/** The one whose request is answered by what everybody is told. */
export interface Asker {
  readonly seat: Seat;
  readonly requestId: number;
  /** Their participant number. */
  readonly sender: number;
}

/**
 * One room's ordered loop: what is asked goes to the domain, what the domain says happened goes to everybody inside. It
 * all happens within the call, so that everybody sees one order; only chat waits for storage, and nothing waits for it.
 */
export class RoomHost {
  readonly time: KeptTime;
  readonly quality = new QualityReports();
  #record: RoomRecord;
  readonly #numbers: ParticipantNumbers;
  readonly #deps: RoomHostDeps;
  readonly #state: RoomState;
  /** By participant number, as the members. */
  readonly #seats = new Map<number, Seat>();
  /** The last messages that everybody inside has seen. */
  readonly #chat: ChatMessage[];
  #lastActivityMs: number;
  #isClosed = false;
  /** Settles when all chat decided so far is stored and said, or refused. */
  #chatSaid: Promise<void> = Promise.resolve();

  constructor(
    record: RoomRecord,
    from: { numbers: ParticipantNumbers; chat: readonly ChatMessage[]; time: KeptTime },
    deps: RoomHostDeps,
  ) {
    this.#record = record;
    this.#numbers = from.numbers;
    this.#deps = deps;
    this.#state = openRoom(record);
    this.#chat = [...from.chat];
    this.time = from.time;
    this.#lastActivityMs = record.lastActivity;
  }

  get record(): RoomRecord {
    return this.#record;
  }

  /** Those who have said something in what #chat still has. */
  get speakers(): Iterable<string> {
    return new Set(this.#chat.map((message) => message.userId));
  }

  get members(): ReadonlyMap<number, Member> {
    return this.#state.members;
  }

  /** By participant number. */
  get seats(): ReadonlyMap<number, Seat> {
    return this.#seats;
  }

  /** Whether join() has a number to give: not when more came than storage had time for. */
  get hasNumber(): boolean {
    return this.#numbers.hasNext;
  }

  /** Resolves when storage has given more numbers; others may take them first. */
  moreNumbers(): Promise<void> {
    return this.#numbers.more();
  }

  /**
   * Whether a visitor may come in, in the place of somebody inside if told whose.
   * @throws {RoomtoneError} as the domain's checkJoin() does, and ROOM_NOT_FOUND once the room is closed.
   */
  checkJoin(visitor: Visitor, replaces?: Member): void {
    if (this.#isClosed) throw roomNotFound(this.record.roomId);
    checkJoin(this.#state, visitor, replaces);
  }

  /**
   * Lets a visitor in, where hasNumber: the others hear of it, and the visitor gets roomJoined as the answer to
   * `requestId`. Who is replaced has left by then.
   * @throws {RoomtoneError} as checkJoin() does; then nothing has happened.
   */
  join(seat: Seat, visitor: Visitor, requestId: number, replaces?: Member): Member {
    const now = this.#now();
    const { member, events } = join(this.#state, visitor, this.#numbers.next(), now, replaces);
    this.#active(now.nowMs);
    this.#publish(events, member.participant.number);
    this.#seats.set(member.participant.number, seat);
    this.#deps.onChange(this.#record);
    seat.deliver(this.snapshot(member), requestId);
    const { mode } = this.time.playout;
    // A snapshot does not say it.
    if (mode.matched) {
      const serverTime = this.#deps.clock.serviceUs();
      seat.deliver(this.#deps.codec.encode({ kind: 'playoutMode', body: mode, serverTime }), 0);
    }
    return member;
  }

  /** Answers somebody inside with everything about the room. */
  describe(seat: Seat, member: Member, requestId: number): void {
    seat.deliver(this.snapshot(member), requestId);
  }

  /** Everything about the room for one participant: a roomJoined frame. */
  snapshot(member: Member): Uint8Array {
    const body: RoomJoined = {
      room: this.#body(),
      participants: Array.from(this.#state.members.values(), (each) => each.participant),
      self: member.participant.number,
      chat: this.#chat,
      welcomeMessage: this.record.settings.welcomeMessage,
      transport: { ...this.time.transport },
      sounding: soundingNow(this.#state),
    };
    return this.#deps.codec.encode({ kind: 'roomJoined', body, serverTime: this.#deps.clock.serviceUs() });
  }

  /** Ends what a participant holds, whose connection has no socket for now; they stay inside. */
  silence(member: Member): void {
    this.#publish(silence(member, this.#deps.clock.serviceUs()), member.participant.number);
  }

  /** Takes a participant out; the others hear the release of their notes, then that they left. */
  leave(member: Member, reason: LeaveReason): void {
    const { number } = member.participant;
    this.#seats.delete(number);
    this.time.playout.forget(number);
    this.quality.forget(number);
    this.#publish(leave(this.#state, number, reason, this.#deps.clock.serviceUs()), number);
    if (!this.#isClosed) this.#deps.onChange(this.#record);
  }

  /**
   * The room is as this record says from now on, and everybody inside hears it; `answers` as the answer to that seat's
   * request, also when it has left since.
   */
  update(record: RoomRecord, answers?: Asker): void {
    this.#record = record;
    setRules(this.#state, record);
    this.#deps.onChange(record);
    this.#lastActivityMs = Math.max(this.#lastActivityMs, record.lastActivity);
    const serverTime = this.#deps.clock.serviceUs();
    const sender = answers?.sender ?? 0;
    this.tellAll({ kind: 'roomUpdated', body: { room: this.#body() }, sender, serverTime }, answers);
  }

  /** Tells everybody inside, an asker as the answer: also one who has left since, who has it coming all the same. */
  tellAll(message: Outgoing, answers?: Asker): void {
    const frame = this.#broadcast(message, answers);
    if (answers !== undefined && !this.#seats.has(answers.sender)) answers.seat.deliver(frame, answers.requestId);
  }

  /**
   * The room is gone: everybody inside hears the end of all notes, then that, and nothing after it; nobody comes in any
   * more.
   */
  close(reason: RoomCloseReason): void {
    this.#isClosed = true;
    for (const event of releaseAll(this.#state, this.#deps.clock.serviceUs())) this.#publish([event], event.number);
    this.#broadcast({ kind: 'roomClosed', body: { roomId: this.record.roomId, reason } });
    this.#seats.clear();
  }

  /** A participant's account has another name or picture. */
  setAccount(member: Member, account: { username: string; avatarUrl: string }): void {
    this.#publish(setAccount(member, account), member.participant.number);
  }

  /** An account is gone: what it said stays under `deletedName`, for those who come from now on. */
  forgetUser(userId: string): void {
    for (const [index, message] of this.#chat.entries()) {
      if (message.userId === userId) this.#chat[index] = { ...message, userId: '', username: deletedName };
    }
  }

  /** @throws {RoomtoneError} as the domain's setPlayer() does. */
  setPlayer(member: Member, change: PlayerChange): void {
    this.#publish(setPlayer(member, change), member.participant.number);
  }

  /**
   * Relays a valid message to everybody else, at once. This is the note path: no promise, no timer, one encoding.
   * @returns 'abuse' when the sender's connection must be closed with 4400.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest.
   */
  play(member: Member, midi: MidiMessage, nowUs: number): 'relayed' | 'abuse' {
    const relayed = play(member, midi, nowUs);
    if (relayed === 'abuse') return 'abuse';
    if (relayed !== undefined) {
      this.#active(this.#deps.clock.nowMs());
      this.#relay(member.participant.number, relayed, nowUs);
    }
    return 'relayed';
  }

  /**
   * Says something; resolves when it is stored and everybody has it, the sender with `requestId`.
   * @throws {RoomtoneError} as the domain's say() does, or whatever storage threw: then nobody sees the message.
   */
  async say(seat: Seat, member: Member, text: string, requestId: number): Promise<void> {
    const now = this.#now();
    const said = { messageId: randomUUID(), text };
    const message = say(this.#state, member, said, this.#deps.flood, now);
    const { number } = member.participant;
    const stored = this.#deps.storage.addChat({ ...message, roomId: this.record.roomId, messageType: 'user' });
    const before = this.#chatSaid;
    // Storage may work on several messages at once; they are said in the order in which they were decided.
    const saidInOrder = Promise.allSettled([before, stored]).then(() => stored);
    const published = saidInOrder.then(() => this.#saidNow(message, number, seat, requestId, now.nowMs));
    this.#chatSaid = published.catch(() => {});
    return published;
  }

  /** Resolves when no chat is under way. */
  async settled(): Promise<void> {
    await this.#chatSaid;
  }

  /** What time brings for one participant: values the quota held back, and a snapshot after a jam. */
  sweep(seat: Seat, member: Member, nowUs: number): void {
    for (const midi of playHeldBack(member, nowUs)) this.#relay(member.participant.number, midi, nowUs);
    if (seat.takeCaughtUp()) seat.deliverAside(this.snapshot(member), 0);
  }

  #now(): Moment {
    return { nowMs: this.#deps.clock.nowMs(), nowUs: this.#deps.clock.serviceUs() };
  }

  #active(nowMs: number): void {
    this.#lastActivityMs = nowMs;
    this.#deps.onActivity(nowMs);
  }

  #relay(sender: number, midi: MidiMessage, nowUs: number): void {
    relayNotes(this.#seats, sender, midi, nowUs, this.#deps);
  }

  /** Tells everybody inside what happened; `sender` caused it. */
  #publish(events: readonly RoomEvent[], sender: number): void {
    const serverTime = this.#deps.clock.serviceUs();
    for (const event of events) {
      if (event.kind === 'notesReleased') {
        for (const midi of event.messages) this.#relay(sender, midi, serverTime);
      } else this.#broadcast({ ...messageFor(event), sender, serverTime });
    }
  }

  /** Encodes once; `answers` is the seat that gets it as the answer to its request, if any. */
  #broadcast(message: Outgoing, answers?: { readonly seat: Seat; readonly requestId: number }): Uint8Array {
    const frame = this.#deps.codec.encode(message);
    for (const seat of this.#seats.values()) seat.deliver(frame, seat === answers?.seat ? answers.requestId : 0);
    return frame;
  }

  #saidNow(message: ChatMessage, sender: number, seat: Seat, requestId: number, nowMs: number): void {
    this.#chat.push(message);
    if (this.#chat.length > limits.chatHistory.onJoin) this.#chat.shift();
    this.#active(nowMs);
    const serverTime = this.#deps.clock.serviceUs();
    const asker = { seat, requestId, sender };
    this.tellAll({ kind: 'chatMessage', body: message, sender, serverTime }, asker);
  }

  #body(): Room {
    const now = { currentUsers: this.#state.members.size, lastActivity: this.#lastActivityMs };
    return roomBody(this.#record, now);
  }
}

function messageFor(event: Exclude<RoomEvent, { kind: 'notesReleased' }>): Outgoing {
  switch (event.kind) {
    case 'participantJoined':
      return { kind: event.kind, body: { participant: event.participant } };
    case 'participantUpdated':
      return { kind: event.kind, body: { participant: event.participant } };
    case 'participantLeft':
      return { kind: event.kind, body: { participant: event.participant, reason: event.reason, note: event.note } };
  }
}
