import type {
  BorrowedNotes,
  ChatMessage,
  LeaveReason,
  Room,
  RoomCloseReason,
  RoomJoined,
  Transport,
} from '@roomtone/protocol';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { RoomLoops } from '../../domain/loops.ts';
import type { Moment } from '../../domain/moment.ts';
import { endMute, setMute } from '../../domain/muting.ts';
import { type Mute, roomNotFound, type Visitor } from '../../domain/permissions.ts';
import { QualityReports } from '../../domain/quality.ts';
import { messagesAt } from '../../domain/relay.ts';
import {
  admit,
  checkJoin,
  leave,
  newcomer,
  openRoom,
  type Participant,
  type PlayerChange,
  play,
  playElsewhere,
  playHeldBack,
  type RoomEvent,
  type RoomState,
  releaseAll,
  releaseNotes,
  type ShownAccount,
  setAccount,
  setInfo,
  setPlayer,
  setRules,
  soundingNow,
} from '../../domain/room.ts';
import { type ChatChecks, readsChatOf } from '../../domain/speaking.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveRoomLife } from '../../ports/live-rooms.ts';
import type { RoomRecord, TempoRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { roomBody } from '../connections/wire-bodies.ts';
import type { NoteRelay } from '../delivery/note-relay.ts';
import type { Recipient, Requester } from '../delivery/recipient.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Codec, Outgoing, RelayedNotes } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/event-loop-turn.ts';
import { applyChange } from './apply-change.ts';
import { ChatHistory } from './chat-history.ts';
import type { Elsewhere } from './elsewhere.ts';
import { HeldJoins } from './held-joins.ts';
import { MuteTimers } from './mute-timers.ts';
import { OwnershipOffers } from './ownership-offers.ts';
import type { ParticipantNumbers } from './participant-numbers.ts';
import { ParticipantUpdates } from './participant-updates.ts';
import type { RoomChange } from './room-change.ts';
import { RoomChat } from './room-chat.ts';
import { lifeOf, Pulse, type RoomTime } from './room-life.ts';
import { LiveLoops, type LiveLoopsDeps } from './room-loops.ts';
import { RoomRecipients } from './room-recipients.ts';
import { RoomTurns } from './room-turns.ts';

export interface LiveRoomDeps {
  readonly storage: Pick<Storage, 'addChat'>;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly chatChecks: ChatChecks;
  readonly counters: Pick<RealtimeCounters, 'notesDelivered' | 'notesMissed'>;
  /** Somebody joined, played or wrote (wall clock, ms). */
  readonly onActivity: (nowMs: number) => void;
  /** The metronome was set. */
  readonly onTempo: (tempo: TempoRecord) => void;
  /** What is to be stored of a slot of the loops has changed. */
  readonly onLoop: LiveLoopsDeps['onLoop'];
  /** The room's record or its number of participants has changed. */
  readonly onChange: (record: RoomRecord) => void;
}

/** At most one note a second counts as activity of the room: activity is only needed to the day. */
const notesCountEveryUs = 1_000_000;

/** More messages of notes of one participant than can be on their way from one process to another. */
const notesOnTheirWay = 100_000;

/**
 * A running room. Each call asks the domain what happens and sends the result to everybody inside before it returns, so
 * that all participants see the same order. Only chat waits for storage, and nothing waits for chat.
 */
export class LiveRoom {
  readonly time: RoomTime;
  readonly quality = new QualityReports();
  readonly history: ChatHistory;
  readonly chat: RoomChat;
  readonly ownership: OwnershipOffers;
  readonly loops: LiveLoops;
  readonly turns: RoomTurns;
  #record: RoomRecord;
  readonly #numbers: ParticipantNumbers;
  readonly #deps: LiveRoomDeps;
  readonly #state: RoomState;
  readonly #recipients: RoomRecipients;
  readonly #notes: NoteRelay;
  readonly #muteTimers: MuteTimers;
  readonly #updates: ParticipantUpdates;
  readonly #heldJoins: HeldJoins;
  #lastActivityMs = 0;
  /** Service clock: from this time on a note counts as activity again. */
  #notesCountAgainUs = 0;
  readonly #pulse = new Pulse();
  #isClosed = false;
  #elsewhere: Elsewhere | undefined;

  constructor(
    record: RoomRecord,
    from: { numbers: ParticipantNumbers; chat: readonly ChatMessage[]; time: RoomTime; loops: RoomLoops },
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
      this.announce(participant);
      this.#recipients.publish(endMute(participant, clock.serviceUs()), 0);
    });
    this.#updates = new ParticipantUpdates(deps, (participant) => {
      const event = { kind: 'participantUpdated', participant: participant.info } as const;
      this.#recipients.publish([event], participant.number);
    });
    this.#heldJoins = new HeldJoins(deps, ({ info, number }) => {
      this.#recipients.publish([{ kind: 'participantJoined', participant: info }], number, number);
    });
    this.chat = new RoomChat({ roomId: record.roomId, state: this.#state, history: this.history }, this.#recipients, {
      clock,
      chatChecks,
      checkOpen: () => this.checkOpen(),
      onSent: (nowMs) => this.#active(nowMs),
      carryOut: (change, requester) => this.carryOut(change, requester),
    });
    this.ownership = new OwnershipOffers({
      ...deps,
      tell: (userIds, message) => this.#recipients.sendToUsers(userIds, message),
    });
    this.loops = new LiveLoops(from.loops, { ...deps, sendToAll: (...sent) => this.sendToAll(...sent) });
    this.turns = new RoomTurns(this.#state, this.#recipients, {
      ...deps,
      decides: () => this.#elsewhere?.decides ?? true,
      decide: (change, requester) => {
        if (this.#elsewhere !== undefined) return this.#elsewhere.changeTurns(change, requester);
        applyChange(this, change, clock.serviceUs(), requester);
        return true;
      },
    });
    this.#lastActivityMs = record.lastActivity;
  }

  get record(): RoomRecord {
    return this.#record;
  }

  /** The same room in other processes; undefined where one process has the room alone. */
  get elsewhere(): Elsewhere | undefined {
    return this.#elsewhere;
  }

  /** The room is shared with other processes from now on. */
  share(elsewhere: Elsewhere): void {
    this.#elsewhere = elsewhere;
    this.#notes.outlet = elsewhere;
  }

  /** What goes on inside; undefined if nobody is there. */
  get life(): LiveRoomLife | undefined {
    return lifeOf(this.#state.participants.values(), this.time.transport, this.#pulse.level);
  }

  /** Looks at how much was played since the last time. The note path only counts. @param withinMs that time. */
  takePulse(withinMs: number): void {
    if (this.#pulse.take(this.#state.participants, withinMs)) this.#deps.onChange(this.#record);
  }

  /**
   * Carries out a change here and, if the room is shared, in all other processes; resolves when it is carried out here, with false
   * if it has to be decided anew: others have changed the loops.
   */
  carryOut(change: RoomChange, requester?: Requester): boolean | Promise<boolean> {
    if (this.#elsewhere !== undefined) return this.#elsewhere.change(change, requester);
    applyChange(this, change, this.#deps.clock.serviceUs(), requester);
    return true;
  }

  /** Sets the metronome; storage gets its tempo later. */
  setTransport(transport: Readonly<Transport>): void {
    this.time.transport = transport;
    this.#deps.onChange(this.#record);
    const { tempo, beatsPerBar } = transport;
    this.#deps.onTempo({ tempo, beatsPerBar });
  }

  get participants(): ReadonlyMap<number, Participant> {
    return this.#state.participants;
  }

  isInside(userId: string): boolean {
    for (const { info } of this.#state.participants.values()) if (info.userId === userId) return true;
    return false;
  }

  /** @throws {RoomtoneError} ROOM_NOT_FOUND once the room is closed. */
  checkOpen(): void {
    if (this.#isClosed) throw roomNotFound(this.record.roomId);
  }

  /** By participant number. */
  get recipients(): ReadonlyMap<number, Recipient> {
    return this.#recipients.recipients;
  }

  /** True if join() has a participant number to give. False if joins were faster than storage. */
  get hasNumber(): boolean {
    return this.#numbers.hasNext;
  }

  /** Resolves when storage has reserved more numbers. Other joins may take them first. */
  moreNumbers(): Promise<void> {
    return this.#numbers.more();
  }

  /**
   * Checks that a visitor may join, in place of `replaces` if given.
   * @returns the guest who has to leave before the visitor can join, if any.
   * @throws {RoomtoneError} as the domain's checkJoin() does, and ROOM_NOT_FOUND once the room is closed.
   */
  checkJoin(visitor: Visitor, replaces?: Participant): Participant | undefined {
    this.checkOpen();
    return checkJoin(this.#state, visitor, replaces);
  }

  /**
   * Adds a visitor as a participant; requires hasNumber. The others are told, and the visitor gets roomJoined as the
   * answer to `requestId`. The participant that is replaced must have left before, and so must the guest whom checkJoin()
   * named: the visitor replaces them.
   * @throws {RoomtoneError} as checkJoin() does; then nothing has changed.
   */
  join(recipient: Recipient, visitor: Visitor, requestId: number, replaces?: Participant): Participant {
    checkJoin(this.#state, visitor, replaces);
    const participant = this.prepare(visitor);
    this.admit(participant, { recipient, requestId });
    return participant;
  }

  /** Makes the participant that a visitor becomes; requires hasNumber. They are not inside yet. */
  prepare(visitor: Visitor): Participant {
    return newcomer(this.#state, visitor, this.#numbers.next(), this.#now());
  }

  /** Adds a participant who was admitted. @param here who gets roomJoined; absent for one who is connected elsewhere. */
  admit(participant: Participant, here?: { readonly recipient: Recipient; readonly requestId: number }): void {
    const events = admit(this.#state, participant);
    this.#active(this.#deps.clock.nowMs());
    this.#muteTimers.watch(participant);
    if (this.#heldJoins.joined(participant)) this.#recipients.publish(events, participant.number);
    this.#deps.onChange(this.#record);
    if (here !== undefined) this.connect(participant, here.recipient, here.requestId);
  }

  /** From now on a participant is connected here: they get everything, and roomJoined first. */
  connect(participant: Participant, recipient: Recipient, requestId: number): void {
    this.#recipients.add(participant.number, recipient);
    recipient.deliver(this.snapshot(participant), requestId);
    // These are not part of the snapshot.
    const { mode } = this.time.playout;
    const serverTime = this.#deps.clock.serviceUs();
    const isModeSet = mode.matched || mode.intervalBars > 0;
    if (isModeSet) recipient.deliver(this.#deps.codec.encode({ kind: 'playoutMode', body: mode, serverTime }), 0);
    if (this.turns.areTaken) recipient.deliver(this.#deps.codec.encode(this.turns.message()), 0);
  }

  /** A participant goes on in another process. They stay inside. */
  disconnect(participant: Participant): void {
    this.releaseNotes(participant);
    this.#recipients.remove(participant.number);
  }

  /** Tells the others now about a participant of whom they have not heard yet, because they are about to do something. */
  announce({ number }: Participant): void {
    this.#heldJoins.announce(number);
  }

  /** Answers a participant's request with a snapshot. */
  describe(recipient: Recipient, participant: Participant, requestId: number): void {
    recipient.deliver(this.snapshot(participant), requestId);
  }

  /** Makes the snapshot for one participant: a roomJoined frame. */
  snapshot(participant: Participant): Uint8Array {
    // Notes played so far are part of the snapshot, so they are sent before it.
    this.#notes.flush();
    const known = [...this.#state.participants.values()].filter(
      ({ number }) => number === participant.number || !this.#heldJoins.has(number),
    );
    const body: RoomJoined = {
      room: this.#body(),
      participants: known.map(({ info }) => info),
      self: participant.number,
      chat: this.history.messages.filter((message) => readsChatOf(participant, message.userId)),
      welcomeMessage: this.record.settings.welcomeMessage,
      transport: { ...this.time.transport },
      sounding: soundingNow(this.#state),
      noteNumbers: known.map(({ number }) => this.#notes.noteNumberOf(number)),
    };
    return this.#deps.codec.encode({ kind: 'roomJoined', body, serverTime: this.#deps.clock.serviceUs() });
  }

  /** Releases the held notes of a participant whose connection has lost its socket. They stay in the room. */
  releaseNotes(participant: Participant): void {
    this.#recipients.publish(releaseNotes(participant, this.#deps.clock.serviceUs()), participant.number);
  }

  /**
   * Takes a participant out of the room. The others get the release of their notes, then participantLeft.
   * @param removedBy who removed them, if they did not leave by themselves.
   */
  leave(
    participant: Participant,
    reason: LeaveReason,
    removedBy?: { readonly note: string; readonly by: number },
  ): void {
    const { number } = participant;
    // The others learn of a room that is closed by that alone.
    if (!this.#isClosed) this.#elsewhere?.left(participant, reason, removedBy?.by ?? number, removedBy?.note ?? '');
    this.#recipients.remove(number);
    this.time.playout.forget(number);
    this.quality.forget(number);
    this.#muteTimers.forget(number);
    this.#updates.forget(number);
    this.#pulse.forget(number);
    const events = leave(this.#state, number, reason, this.#deps.clock.serviceUs(), removedBy?.note);
    // Somebody of whom the others never heard has played nothing either.
    if (!this.#heldJoins.left(number)) this.#recipients.publish(events, removedBy?.by ?? number);
    this.#notes.forgetSender(number);
    const { userId } = participant.info;
    if (userId !== '' && !this.isInside(userId)) this.ownership.left(userId);
    this.turns.settle();
    if (!this.#isClosed) this.#deps.onChange(this.#record);
  }

  /** Mutes or unmutes a participant. @param by the number of the participant who did it. */
  mute(participant: Participant, mute: Mute | undefined, by: number): void {
    this.announce(participant);
    this.#recipients.publish(setMute(participant, mute, this.#deps.clock.serviceUs()), by);
    this.#muteTimers.watch(participant);
  }

  /**
   * Applies the room's new record and tells everybody inside, the requester as the answer to their request, even if
   * they have left in the meantime.
   * @param sender the participant who changed it; 0 for somebody who is not inside.
   */
  update(record: RoomRecord, requester?: Requester, sender = requester?.sender ?? 0): void {
    this.#record = record;
    const wereTurnsTaken = this.turns.areTaken;
    // Those of a shared room end by the change that all processes apply.
    if (this.#elsewhere === undefined && !(wereTurnsTaken && record.settings.mayPlay === 'turns')) this.turns.end();
    const released = setRules(this.#state, record, this.#deps.clock.serviceUs());
    this.#recipients.publish(released, sender);
    this.#deps.onChange(record);
    this.#lastActivityMs = Math.max(this.#lastActivityMs, record.lastActivity);
    const serverTime = this.#deps.clock.serviceUs();
    this.sendToAll({ kind: 'roomUpdated', body: { room: this.#body() }, sender, serverTime }, requester);
    this.turns.changed(wereTurnsTaken);
  }

  /** Sends a message to everybody inside, to the requester as the answer. */
  sendToAll(message: Outgoing, requester?: Requester): void {
    this.#recipients.sendToAll(message, requester);
  }

  /**
   * Closes a room that was removed: everybody inside gets the release of all notes, then roomClosed, and nothing more.
   * Nobody can join from then on.
   */
  close(reason: RoomCloseReason): void {
    this.#isClosed = true;
    this.#muteTimers.clear();
    this.#updates.clear();
    this.ownership.clear();
    this.turns.clear();
    this.#heldJoins.clear();
    this.#recipients.publish(releaseAll(this.#state, this.#deps.clock.serviceUs()), 0);
    this.sendToAll({ kind: 'roomClosed', body: { roomId: this.record.roomId, reason } });
    this.#recipients.clear();
  }

  /** Applies what has changed of a participant's account. */
  setAccount(participant: Participant, account: ShownAccount): void {
    this.#changed(participant, setAccount(this.#state, participant, account));
    this.#elsewhere?.updated(participant);
  }

  /** Applies what another process says of somebody who is connected there. */
  setInfo(participant: Participant, info: Participant['info']): void {
    this.#changed(participant, setInfo(this.#state, participant, info));
  }

  /** @throws {RoomtoneError} as the domain's setPlayer() does. */
  setPlayer(participant: Participant, change: PlayerChange): void {
    this.#changed(participant, setPlayer(participant, change));
    this.#elsewhere?.updated(participant);
  }

  /** Relays a frame of notes that another process has checked, made and numbered for somebody who is connected there. */
  playFrame(participant: Participant, { noteNumber, notes }: RelayedNotes, frame: Buffer, nowUs: number): void {
    this.#heldJoins.announce(participant.number);
    if (!playElsewhere(participant, notes, nowUs)) return;
    this.#notes.relayFrame(frame, participant.number, noteNumber, notes, nowUs);
  }

  /** What sounds of a participant, and the number of their last message of notes. */
  sounding({ number, played }: Participant): { readonly data: Uint8Array; readonly noteNumber: number } {
    return { data: played.sounding(), noteNumber: this.#notes.noteNumberOf(number) };
  }

  /** Another process has counted this participant's messages of notes, perhaps some more than have arrived here. */
  countOn({ number }: Participant): void {
    this.#notes.continueFrom(number, this.#notes.noteNumberOf(number) + notesOnTheirWay);
  }

  /** Lets sound what another process says of somebody who is connected there. Nothing of theirs may sound before. */
  resound(participant: Participant, data: Uint8Array, noteNumber: number): void {
    const nowUs = this.#deps.clock.serviceUs();
    this.#notes.continueFrom(participant.number, noteNumber);
    for (const midi of messagesAt(nowUs, data)) {
      if (playElsewhere(participant, midi, nowUs)) this.#notes.relay(participant.number, midi, nowUs);
    }
  }

  /**
   * Relays a valid note message to everybody else within the call. This is the note path: no promise, no timer, encoded
   * once.
   * @returns 'refused' if the sender may not play now, 'abuse' if their connection must be closed with 4400.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest.
   */
  play(participant: Participant, midi: BorrowedNotes, nowUs: number): 'relayed' | 'refused' | 'abuse' {
    this.#heldJoins.announce(participant.number);
    const relayed = play(participant, midi, nowUs);
    if (relayed === 'refused' || relayed === 'abuse') return relayed;
    if (relayed !== undefined) {
      if (nowUs >= this.#notesCountAgainUs) {
        this.#notesCountAgainUs = nowUs + notesCountEveryUs;
        this.#active(this.#deps.clock.nowMs());
      }
      this.#notes.relay(participant.number, relayed, nowUs);
    }
    return 'relayed';
  }

  /** Relays values that the quota held back, and sends a snapshot to a reader who has caught up. */
  sweep(recipient: Recipient, participant: Participant, nowUs: number): void {
    for (const midi of playHeldBack(participant, nowUs)) {
      this.#notes.relay(participant.number, midi, nowUs);
    }
    if (recipient.takeCaughtUp()) recipient.deliverUnnumbered(this.snapshot(participant), 0);
  }

  /** The participant who makes a change sees it at once. @param events none if nothing has changed. */
  #changed(participant: Participant, events: readonly RoomEvent[]): void {
    if (events.length === 0) return;
    this.#deps.onChange(this.#record);
    // The news of a join that is held back will have the change in it.
    if (this.#heldJoins.has(participant.number) || !this.#updates.changed(participant)) {
      this.#recipients.tell(participant);
    }
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
