import type {
  ChatMessage,
  LeaveReason,
  MidiMessage,
  Room,
  RoomCloseReason,
  RoomJoined,
  Transport,
} from '@roomtone/protocol';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { Moment } from '../../domain/moment.ts';
import { endMute, setMute } from '../../domain/muting.ts';
import { type Mute, roomNotFound, type Visitor } from '../../domain/permissions.ts';
import type { MatchedPlayout } from '../../domain/playout-mode.ts';
import { QualityReports } from '../../domain/quality.ts';
import {
  checkJoin,
  join,
  leave,
  type Member,
  openRoom,
  type PlayerChange,
  play,
  playHeldBack,
  type RoomState,
  releaseAll,
  setAccount,
  setPlayer,
  setRules,
  silence,
  soundingNow,
} from '../../domain/room.ts';
import { type ChatChecks, hears } from '../../domain/speaking.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { roomBody } from '../connections/bodies.ts';
import type { NoteRelay } from '../delivery/note-relay.ts';
import type { Asker, Seat } from '../delivery/seat.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Codec, Outgoing } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/turn.ts';
import { MuteEnds } from './mute-ends.ts';
import type { ParticipantNumbers } from './participant-numbers.ts';
import { RoomAudience } from './room-audience.ts';
import { RoomChat } from './room-chat.ts';
import { RoomTalk } from './room-talk.ts';

export interface RoomHostDeps {
  readonly storage: Pick<Storage, 'addChat'>;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly scheduler: Pick<Scheduler, 'after'>;
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

/** Of a room's notes one a second counts as its activity: that is what days are counted from. */
const notesCountEveryUs = 1_000_000;

/**
 * One room's ordered loop: what is asked goes to the domain, what the domain says happened goes to everybody inside. It
 * all happens within the call, so that everybody sees one order; only chat waits for storage, and nothing waits for it.
 */
export class RoomHost {
  readonly time: KeptTime;
  readonly quality = new QualityReports();
  /** What was said. */
  readonly history: RoomChat;
  /** Saying something. */
  readonly talk: RoomTalk;
  #record: RoomRecord;
  readonly #numbers: ParticipantNumbers;
  readonly #deps: RoomHostDeps;
  readonly #state: RoomState;
  readonly #audience: RoomAudience;
  readonly #notes: NoteRelay;
  readonly #muteEnds: MuteEnds;
  #lastActivityMs = 0;
  /** From when on, on the service clock, a note is activity of the room again. */
  #notesCountAgainUs = 0;
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
    this.history = new RoomChat(deps.storage, from.chat);
    this.#audience = new RoomAudience(this.#state.members, deps);
    this.#notes = this.#audience.notes;
    const { clock, chatChecks } = deps;
    this.#muteEnds = new MuteEnds(deps, (member) => {
      this.#audience.publish(endMute(member, clock.serviceUs()), 0);
    });
    this.talk = new RoomTalk({ roomId: record.roomId, state: this.#state, history: this.history }, this.#audience, {
      clock,
      chatChecks,
      checkOpen: () => this.checkOpen(),
      onSaid: (nowMs) => this.#active(nowMs),
    });
    this.#lastActivityMs = record.lastActivity;
  }

  get record(): RoomRecord {
    return this.#record;
  }

  get members(): ReadonlyMap<number, Member> {
    return this.#state.members;
  }

  /** @throws {RoomtoneError} ROOM_NOT_FOUND once the room is closed. */
  checkOpen(): void {
    if (this.#isClosed) throw roomNotFound(this.record.roomId);
  }

  /** By participant number. */
  get seats(): ReadonlyMap<number, Seat> {
    return this.#audience.seats;
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
    this.checkOpen();
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
    this.#muteEnds.watch(member);
    this.#audience.publish(events, member.participant.number);
    this.#audience.add(member.participant.number, seat);
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
    // What sounds by now is in it.
    this.#notes.flush();
    const body: RoomJoined = {
      room: this.#body(),
      participants: Array.from(this.#state.members.values(), (each) => each.participant),
      self: member.participant.number,
      chat: this.history.messages.filter((message) => hears(member, message.userId)),
      welcomeMessage: this.record.settings.welcomeMessage,
      transport: { ...this.time.transport },
      sounding: soundingNow(this.#state),
    };
    return this.#deps.codec.encode({ kind: 'roomJoined', body, serverTime: this.#deps.clock.serviceUs() });
  }

  /** Ends what a participant holds, whose connection has no socket for now; they stay inside. */
  silence(member: Member): void {
    this.#audience.publish(silence(member, this.#deps.clock.serviceUs()), member.participant.number);
  }

  /**
   * Takes a participant out; the others hear the release of their notes, then that they left, and whose doing it was
   * where it was not their own.
   */
  leave(member: Member, reason: LeaveReason, putOut?: { readonly note: string; readonly by: number }): void {
    const { number } = member.participant;
    this.#audience.remove(number);
    this.time.playout.forget(number);
    this.quality.forget(number);
    this.#muteEnds.forget(number);
    const events = leave(this.#state, number, reason, this.#deps.clock.serviceUs(), putOut?.note);
    this.#audience.publish(events, putOut?.by ?? number);
    if (!this.#isClosed) this.#deps.onChange(this.#record);
  }

  /** Takes chat or notes from somebody inside, or gives them back; `by` is the participant whose doing it is. */
  mute(member: Member, mute: Mute | undefined, by: number): void {
    this.#audience.publish(setMute(member, mute, this.#deps.clock.serviceUs()), by);
    this.#muteEnds.watch(member);
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

  /** Tells everybody inside, an asker as the answer. */
  tellAll(message: Outgoing, answers?: Asker): void {
    this.#audience.tellAll(message, answers);
  }

  /**
   * The room is gone: everybody inside hears the end of all notes, then that, and nothing after it; nobody comes in any
   * more.
   */
  close(reason: RoomCloseReason): void {
    this.#isClosed = true;
    this.#muteEnds.clear();
    this.#audience.publish(releaseAll(this.#state, this.#deps.clock.serviceUs()), 0);
    this.tellAll({ kind: 'roomClosed', body: { roomId: this.record.roomId, reason } });
    this.#audience.clear();
  }

  /** A participant's account has another name or picture. */
  setAccount(member: Member, account: { username: string; avatarUrl: string }): void {
    this.#audience.publish(setAccount(member, account), member.participant.number);
  }

  /** @throws {RoomtoneError} as the domain's setPlayer() does. */
  setPlayer(member: Member, change: PlayerChange): void {
    this.#audience.publish(setPlayer(member, change), member.participant.number);
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
      if (nowUs >= this.#notesCountAgainUs) {
        this.#notesCountAgainUs = nowUs + notesCountEveryUs;
        this.#active(this.#deps.clock.nowMs());
      }
      this.#notes.relay(member.number, relayed, nowUs);
    }
    return 'relayed';
  }

  /** What time brings for one participant: values the quota held back, and a snapshot after a jam. */
  sweep(seat: Seat, member: Member, nowUs: number): void {
    for (const midi of playHeldBack(member, nowUs)) {
      this.#notes.relay(member.number, midi, nowUs);
    }
    if (seat.takeCaughtUp()) seat.deliverAside(this.snapshot(member), 0);
  }

  #now(): Moment {
    return { nowMs: this.#deps.clock.nowMs(), nowUs: this.#deps.clock.serviceUs() };
  }

  #active(nowMs: number): void {
    this.#lastActivityMs = nowMs;
    this.#deps.onActivity(nowMs);
  }

  #body(): Room {
    const now = { currentUsers: this.#state.members.size, lastActivity: this.#lastActivityMs };
    return roomBody(this.#record, now);
  }
}
