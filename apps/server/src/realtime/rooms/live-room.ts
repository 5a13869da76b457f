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
  openRoom,
  type Participant,
  type PlayerChange,
  play,
  playHeldBack,
  type RoomState,
  releaseAll,
  releaseNotes,
  setAccount,
  setPlayer,
  setRules,
  soundingNow,
} from '../../domain/room.ts';
import { type ChatChecks, readsChatOf } from '../../domain/speaking.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { roomBody } from '../connections/wire-bodies.ts';
import type { NoteRelay } from '../delivery/note-relay.ts';
import type { Recipient, Requester } from '../delivery/recipient.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Codec, Outgoing } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/event-loop-turn.ts';
import { ChatHistory } from './chat-history.ts';
import { MuteTimers } from './mute-timers.ts';
import type { ParticipantNumbers } from './participant-numbers.ts';
import { RoomChat } from './room-chat.ts';
import { RoomRecipients } from './room-recipients.ts';

export interface LiveRoomDeps {
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
export interface RoomTime {
  transport: Readonly<Transport>;
  readonly playout: MatchedPlayout;
}

/** Of a room's notes one a second counts as its activity: that is what days are counted from. */
const notesCountEveryUs = 1_000_000;

/**
 * One room's ordered loop: what is asked goes to the domain, what the domain says happened goes to everybody inside. It
 * all happens within the call, so that everybody sees one order; only chat waits for storage, and nothing waits for it.
 */
export class LiveRoom {
  readonly time: RoomTime;
  readonly quality = new QualityReports();
  /** What was said. */
  readonly history: ChatHistory;
  /** Saying something. */
  readonly chat: RoomChat;
  #record: RoomRecord;
  readonly #numbers: ParticipantNumbers;
  readonly #deps: LiveRoomDeps;
  readonly #state: RoomState;
  readonly #recipients: RoomRecipients;
  readonly #notes: NoteRelay;
  readonly #muteTimers: MuteTimers;
  #lastActivityMs = 0;
  /** From when on, on the service clock, a note is activity of the room again. */
  #notesCountAgainUs = 0;
  #isClosed = false;

  constructor(
    record: RoomRecord,
    from: { numbers: ParticipantNumbers; chat: readonly ChatMessage[]; time: RoomTime },
    deps: LiveRoomDeps,
  ) {
    this.#record = record;
    this.#numbers = from.numbers;
    this.#deps = deps;
    this.#state = openRoom(record);
    this.time = from.time;
    this.history = new ChatHistory(deps.storage, from.chat);
    this.#recipients = new RoomRecipients(this.#state.participants, deps);
    this.#notes = this.#recipients.notes;
    const { clock, chatChecks } = deps;
    this.#muteTimers = new MuteTimers(deps, (participant) => {
      this.#recipients.publish(endMute(participant, clock.serviceUs()), 0);
    });
    this.chat = new RoomChat({ roomId: record.roomId, state: this.#state, history: this.history }, this.#recipients, {
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

  get participants(): ReadonlyMap<number, Participant> {
    return this.#state.participants;
  }

  /** @throws {RoomtoneError} ROOM_NOT_FOUND once the room is closed. */
  checkOpen(): void {
    if (this.#isClosed) throw roomNotFound(this.record.roomId);
  }

  /** By participant number. */
  get recipients(): ReadonlyMap<number, Recipient> {
    return this.#recipients.recipients;
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
  checkJoin(visitor: Visitor, replaces?: Participant): void {
    this.checkOpen();
    checkJoin(this.#state, visitor, replaces);
  }

  /**
   * Lets a visitor in, where hasNumber: the others hear of it, and the visitor gets roomJoined as the answer to
   * `requestId`. Who is replaced has left by then.
   * @throws {RoomtoneError} as checkJoin() does; then nothing has happened.
   */
  join(recipient: Recipient, visitor: Visitor, requestId: number, replaces?: Participant): Participant {
    const now = this.#now();
    const { participant, events } = join(this.#state, visitor, this.#numbers.next(), now, replaces);
    this.#active(now.nowMs);
    this.#muteTimers.watch(participant);
    this.#recipients.publish(events, participant.number);
    this.#recipients.add(participant.number, recipient);
    this.#deps.onChange(this.#record);
    recipient.deliver(this.snapshot(participant), requestId);
    const { mode } = this.time.playout;
    // A snapshot does not say it.
    if (mode.matched) {
      const serverTime = this.#deps.clock.serviceUs();
      recipient.deliver(this.#deps.codec.encode({ kind: 'playoutMode', body: mode, serverTime }), 0);
    }
    return participant;
  }

  /** Answers somebody inside with everything about the room. */
  describe(recipient: Recipient, participant: Participant, requestId: number): void {
    recipient.deliver(this.snapshot(participant), requestId);
  }

  /** Everything about the room for one participant: a roomJoined frame. */
  snapshot(participant: Participant): Uint8Array {
    // What sounds by now is in it.
    this.#notes.flush();
    const body: RoomJoined = {
      room: this.#body(),
      participants: Array.from(this.#state.participants.values(), ({ info }) => info),
      self: participant.number,
      chat: this.history.messages.filter((message) => readsChatOf(participant, message.userId)),
      welcomeMessage: this.record.settings.welcomeMessage,
      transport: { ...this.time.transport },
      sounding: soundingNow(this.#state),
    };
    return this.#deps.codec.encode({ kind: 'roomJoined', body, serverTime: this.#deps.clock.serviceUs() });
  }

  /** Ends what a participant holds, whose connection has no socket for now; they stay inside. */
  releaseNotes(participant: Participant): void {
    this.#recipients.publish(releaseNotes(participant, this.#deps.clock.serviceUs()), participant.number);
  }

  /**
   * Takes a participant out; the others hear the release of their notes, then that they left, and whose doing it was
   * where it was not their own.
   */
  leave(
    participant: Participant,
    reason: LeaveReason,
    moderation?: { readonly note: string; readonly by: number },
  ): void {
    const { number } = participant;
    this.#recipients.remove(number);
    this.time.playout.forget(number);
    this.quality.forget(number);
    this.#muteTimers.forget(number);
    const events = leave(this.#state, number, reason, this.#deps.clock.serviceUs(), moderation?.note);
    this.#recipients.publish(events, moderation?.by ?? number);
    if (!this.#isClosed) this.#deps.onChange(this.#record);
  }

  /** Takes chat or notes from somebody inside, or gives them back; `by` is the participant whose doing it is. */
  mute(participant: Participant, mute: Mute | undefined, by: number): void {
    this.#recipients.publish(setMute(participant, mute, this.#deps.clock.serviceUs()), by);
    this.#muteTimers.watch(participant);
  }

  /**
   * The room is as this record says from now on, and everybody inside hears it; `answers` as the answer to that seat's
   * request, also when it has left since.
   */
  update(record: RoomRecord, requester?: Requester): void {
    this.#record = record;
    setRules(this.#state, record);
    this.#deps.onChange(record);
    this.#lastActivityMs = Math.max(this.#lastActivityMs, record.lastActivity);
    const serverTime = this.#deps.clock.serviceUs();
    const sender = requester?.sender ?? 0;
    this.sendToAll({ kind: 'roomUpdated', body: { room: this.#body() }, sender, serverTime }, requester);
  }

  /** Tells everybody inside, an asker as the answer. */
  sendToAll(message: Outgoing, requester?: Requester): void {
    this.#recipients.sendToAll(message, requester);
  }

  /**
   * The room is gone: everybody inside hears the end of all notes, then that, and nothing after it; nobody comes in any
   * more.
   */
  close(reason: RoomCloseReason): void {
    this.#isClosed = true;
    this.#muteTimers.clear();
    this.#recipients.publish(releaseAll(this.#state, this.#deps.clock.serviceUs()), 0);
    this.sendToAll({ kind: 'roomClosed', body: { roomId: this.record.roomId, reason } });
    this.#recipients.clear();
  }

  /** A participant's account has another name or picture. */
  setAccount(participant: Participant, account: { username: string; avatarUrl: string }): void {
    this.#recipients.publish(setAccount(participant, account), participant.number);
  }

  /** @throws {RoomtoneError} as the domain's setPlayer() does. */
  setPlayer(participant: Participant, change: PlayerChange): void {
    this.#recipients.publish(setPlayer(participant, change), participant.number);
  }

  /**
   * Relays a valid message to everybody else, at once. This is the note path: no promise, no timer, one encoding.
   * @returns 'muted' when the sender may not play now, 'abuse' when its connection must be closed with 4400.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest.
   */
  play(participant: Participant, midi: MidiMessage, nowUs: number): 'relayed' | 'muted' | 'abuse' {
    const relayed = play(participant, midi, nowUs);
    if (relayed === 'muted' || relayed === 'abuse') return relayed;
    if (relayed !== undefined) {
      if (nowUs >= this.#notesCountAgainUs) {
        this.#notesCountAgainUs = nowUs + notesCountEveryUs;
        this.#active(this.#deps.clock.nowMs());
      }
      this.#notes.relay(participant.number, relayed, nowUs);
    }
    return 'relayed';
  }

  /** What time brings for one participant: values the quota held back, and a snapshot after a jam. */
  sweep(recipient: Recipient, participant: Participant, nowUs: number): void {
    for (const midi of playHeldBack(participant, nowUs)) {
      this.#notes.relay(participant.number, midi, nowUs);
    }
    if (recipient.takeCaughtUp()) recipient.deliverUnnumbered(this.snapshot(participant), 0);
  }

  #now(): Moment {
    return { nowMs: this.#deps.clock.nowMs(), nowUs: this.#deps.clock.serviceUs() };
  }

  #active(nowMs: number): void {
    this.#lastActivityMs = nowMs;
    this.#deps.onActivity(nowMs);
  }

  #body(): Room {
    const now = { currentUsers: this.#state.participants.size, lastActivity: this.#lastActivityMs };
    return roomBody(this.#record, now);
  }
}
