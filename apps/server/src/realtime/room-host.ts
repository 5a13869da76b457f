import { randomUUID } from 'node:crypto';
import {
  type ChatMessage,
  ChatMessageType,
  type LeaveReason,
  type MidiMessage,
  type Room,
  type RoomCloseReason,
  type RoomJoined,
  type Transport,
} from '@roomtone/protocol';
import { endMute, setMute } from '../domain/muting.ts';
import { type Mute, roomNotFound, type Visitor } from '../domain/permissions.ts';
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
  setAccount,
  setPlayer,
  setRules,
  silence,
  soundingNow,
} from '../domain/room.ts';
import { type ChatChecks, checkSpeaks, hears, say } from '../domain/speaking.ts';
import type { RealtimeCounters } from '../metrics.ts';
import type { Clock, RoomRecord, Storage } from '../ports.ts';
import { roomBody } from './bodies.ts';
import type { Codec, Outgoing } from './codec.ts';
import { relayNotes } from './note-relay.ts';
import type { ParticipantNumbers } from './participant-numbers.ts';
import { RoomChat } from './room-chat.ts';

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
  readonly chatChecks: ChatChecks;
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
  readonly #chat: RoomChat;
  #lastActivityMs: number;
  #isClosed = false;

  constructor(
    record: RoomRecord,
    from: { numbers: ParticipantNumbers; chat: readonly ChatMessage[]; time: KeptTime },
    deps: RoomHostDeps,
  ) {
    this.#record = record;
    this.#numbers = from.numbers;
    this.#deps = deps;
    this.#state = openRoom(record);
    this.time = from.time;
    this.#chat = new RoomChat(deps.storage, from.chat);
    this.#lastActivityMs = record.lastActivity;
  }

  get record(): RoomRecord {
    return this.#record;
  }

  /** Those whose words are shown to whoever comes in. */
  get speakers(): Iterable<string> {
    return this.#chat.speakers;
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
      chat: this.#chat.messages.filter((message) => hears(member, message.userId)),
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

  /**
   * Takes a participant out; the others hear the release of their notes, then that they left, and whose doing it was
   * where it was not their own.
   */
  leave(member: Member, reason: LeaveReason, putOut?: { readonly note: string; readonly by: number }): void {
    const { number } = member.participant;
    this.#seats.delete(number);
    this.time.playout.forget(number);
    this.quality.forget(number);
    const events = leave(this.#state, number, reason, this.#deps.clock.serviceUs(), putOut?.note);
    this.#publish(events, putOut?.by ?? number);
    if (!this.#isClosed) this.#deps.onChange(this.#record);
  }

  /** Takes chat or notes from somebody inside, or gives them back; `by` is the participant whose doing it is. */
  mute(member: Member, mute: Mute | undefined, by: number): void {
    this.#publish(setMute(member, mute, this.#deps.clock.serviceUs()), by);
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

  /**
   * Tells everybody inside, an asker as the answer: also one who has left since, who has it coming all the same. Where a
   * user says it, those who block them do not hear it.
   */
  tellAll(message: Outgoing, answers?: Asker, speakerId = ''): void {
    const frame = this.#deps.codec.encode(message);
    for (const [listener, seat] of this.#seats) {
      if (!this.#hears(listener, speakerId)) continue;
      seat.deliver(frame, seat === answers?.seat ? answers.requestId : 0);
    }
    if (answers !== undefined && !this.#seats.has(answers.sender)) answers.seat.deliver(frame, answers.requestId);
  }

  /**
   * The room is gone: everybody inside hears the end of all notes, then that, and nothing after it; nobody comes in any
   * more.
   */
  close(reason: RoomCloseReason): void {
    this.#isClosed = true;
    this.#publish(releaseAll(this.#state, this.#deps.clock.serviceUs()), 0);
    this.tellAll({ kind: 'roomClosed', body: { roomId: this.record.roomId, reason } });
    this.#seats.clear();
  }

  /** A participant's account has another name or picture. */
  setAccount(member: Member, account: { username: string; avatarUrl: string }): void {
    this.#publish(setAccount(member, account), member.participant.number);
  }

  /** An account is gone: what it said stays under another name, for those who come from now on. */
  forgetUser(userId: string): void {
    this.#chat.forgetUser(userId);
  }

  /** @throws {RoomtoneError} as the domain's setPlayer() does. */
  setPlayer(member: Member, change: PlayerChange): void {
    this.#publish(setPlayer(member, change), member.participant.number);
  }

  /**
   * Relays a valid message to everybody else, at once. This is the note path: no promise, no timer, one encoding.
   * @returns 'muted' when the sender may not play now, 'abuse' when its connection must be closed with 4400.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest.
   */
  play(member: Member, midi: MidiMessage, nowUs: number): 'relayed' | 'muted' | 'abuse' {
    const relayed = play(member, midi, nowUs);
    if (relayed === 'muted' || relayed === 'abuse') return relayed;
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
    const message = say(this.#state, member, said, this.#deps.chatChecks, now);
    const { number } = member.participant;
    const as = { roomId: this.record.roomId, messageType: 'user' } as const;
    return this.#chat.say(message, as, () => this.#saidNow(message, number, { seat, requestId, sender: number }));
  }

  /**
   * Tells everybody something in chat that nobody inside has said; resolves when it is stored and everybody has it.
   * @throws whatever storage threw: then nobody sees it.
   */
  async announce(text: string): Promise<void> {
    const message: ChatMessage = {
      messageId: randomUUID(),
      userId: '',
      username: '',
      message: text,
      timestamp: this.#deps.clock.nowMs(),
      messageType: ChatMessageType.SYSTEM,
    };
    const as = { roomId: this.record.roomId, messageType: 'system' } as const;
    return this.#chat.say(message, as, () => this.#saidNow(message, 0));
  }

  /** A chat message is gone from storage: from the history, too, and everybody inside is told. */
  removeChat(messageId: string, by: number): void {
    this.#chat.remove(messageId);
    const serverTime = this.#deps.clock.serviceUs();
    this.tellAll({ kind: 'chatDeleted', body: { messageId }, sender: by, serverTime });
  }

  /**
   * Shows the others whether somebody is typing.
   * @throws {RoomtoneError} as the domain's checkSpeaks() does.
   */
  typing(member: Member, typing: boolean): void {
    checkSpeaks(this.#state, member);
    const { number, userId } = member.participant;
    const serverTime = this.#deps.clock.serviceUs();
    const frame = this.#deps.codec.encode({ kind: 'typing', body: { typing }, sender: number, serverTime });
    for (const [listener, seat] of this.#seats) {
      if (listener !== number && this.#hears(listener, userId)) seat.deliverAside(frame, 0);
    }
  }

  /** Resolves when no chat is under way. */
  settled(): Promise<void> {
    return this.#chat.settled();
  }

  /** What time brings for one participant: the end of a mute, values the quota held back, and a snapshot after a jam. */
  sweep(seat: Seat, member: Member, nowUs: number): void {
    this.#publish(endMute(member, { nowMs: this.#deps.clock.nowMs(), nowUs }), 0);
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

  /** Tells everybody inside what happened; `sender` caused it, 0 for nobody. */
  #publish(events: readonly RoomEvent[], sender: number): void {
    const serverTime = this.#deps.clock.serviceUs();
    for (const event of events) {
      if (event.kind === 'notesReleased') {
        for (const midi of event.messages) this.#relay(event.number, midi, serverTime);
      } else this.tellAll({ ...messageFor(event), sender, serverTime });
    }
  }

  #saidNow(message: ChatMessage, sender: number, asker?: Asker): void {
    this.#active(message.timestamp);
    const serverTime = this.#deps.clock.serviceUs();
    this.tellAll({ kind: 'chatMessage', body: message, sender, serverTime }, asker, message.userId);
  }

  #hears(listener: number, speakerId: string): boolean {
    const member = this.#state.members.get(listener);
    return member === undefined || hears(member, speakerId);
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
