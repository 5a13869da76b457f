import type { ChatMessage, LeaveReason, Room, RoomCloseReason, Transport } from '@roomtone/protocol';
import {
  admit,
  type ChatChecks,
  checkJoin,
  leave,
  type Mute,
  newcomer,
  nextBarBeat,
  openRoom,
  type Participant,
  type PlayerChange,
  type RoomEvent,
  type RoomLoops,
  type RoomState,
  readsChatOf,
  releaseAll,
  roomNotFound,
  type ShownAccount,
  setAccount,
  setInfo,
  setMute,
  setPlayer,
  setRules,
  type Visitor,
} from '@roomtone/room';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { Removal } from '../../domain/departure.ts';
import { QualityReports } from '../../domain/quality.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RoomRecord, TempoRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { ServiceEvents } from '../../ports/webhooks.ts';
import type { Recipient, Requester } from '../delivery/recipient.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Codec, Outgoing } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/event-loop-turn.ts';
import { applyChange } from './apply-change.ts';
import { ChatHistory } from './chat-history.ts';
import type { OtherProcesses } from './other-processes.ts';
import { OwnershipOffers } from './ownership-offers.ts';
import { ParticipantNews } from './participant-news.ts';
import type { ParticipantNumbers } from './participant-numbers.ts';
import type { RoomChange } from './room-change.ts';
import { RoomChat } from './room-chat.ts';
import { RoomData } from './room-data.ts';
import { RoomEvents } from './room-events.ts';
import { RoomLife, type RoomTime } from './room-life.ts';
import { LiveLoops, type LiveLoopsDeps } from './room-loops.ts';
import { RoomNotes } from './room-notes.ts';
import { RoomRecipients } from './room-recipients.ts';
import { RoomSnapshots } from './room-snapshots.ts';
import { RoomTurns } from './room-turns.ts';
import { RoomVoices, type RoomVoicesDeps } from './room-voices.ts';
import { roomBody } from './wire-bodies.ts';

export interface LiveRoomDeps {
  readonly storage: Pick<Storage, 'addChat'>;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly chatChecks: ChatChecks;
  readonly paced: RoomVoicesDeps['paced'];
  readonly counters: Pick<RealtimeCounters, 'notesDelivered' | 'notesMissed'> & RoomVoicesDeps['counters'];
  /** Somebody joined, played or wrote (wall clock, ms). */
  readonly onActivity: (nowMs: number) => void;
  /** The metronome was set. */
  readonly onTempo: (tempo: TempoRecord) => void;
  /** The stored form of a slot of the loops has changed. */
  readonly onLoop: LiveLoopsDeps['onLoop'];
  /** The room's record or its number of participants has changed. */
  readonly onChange: (record: RoomRecord) => void;
  readonly events: ServiceEvents;
}

/**
 * A running room. Each call asks the domain what happens and sends the result to everybody inside before it returns, so
 * that all participants see the same order. Only chat waits for storage, and nothing waits for chat.
 */
export class LiveRoom {
  readonly time: RoomTime;
  readonly quality = new QualityReports();
  readonly history: ChatHistory;
  readonly chat: RoomChat;
  readonly data: RoomData;
  readonly voices: RoomVoices;
  readonly ownership: OwnershipOffers;
  readonly loops: LiveLoops;
  readonly turns: RoomTurns;
  /** Participant numbers for those who join. They may run out for a moment when joins are faster than storage. */
  readonly numbers: ParticipantNumbers;
  readonly notes: RoomNotes;
  readonly life: RoomLife;
  #record: RoomRecord;
  readonly #deps: LiveRoomDeps;
  readonly #state: RoomState;
  readonly #recipients: RoomRecipients;
  readonly #news: ParticipantNews;
  readonly #snapshots: RoomSnapshots;
  readonly #events: RoomEvents;
  #isClosed = false;
  #otherProcesses: OtherProcesses | undefined;

  constructor(
    record: RoomRecord,
    from: { numbers: ParticipantNumbers; chat: readonly ChatMessage[]; time: RoomTime; loops: RoomLoops },
    deps: LiveRoomDeps,
  ) {
    this.#record = record;
    this.numbers = from.numbers;
    this.#deps = deps;
    this.#state = openRoom(record);
    this.time = from.time;
    this.history = new ChatHistory(deps.storage, from.chat);
    this.#recipients = new RoomRecipients(this.#state, deps);
    const { clock, chatChecks, onActivity, onChange } = deps;
    const life = { onActivity, onChange: () => onChange(this.#record) };
    this.life = new RoomLife({ participants: this.#state.participants, time: from.time }, record.lastActivity, life);
    this.#events = new RoomEvents(() => this.#record, deps.events);
    this.#news = new ParticipantNews(this.#recipients, deps);
    const { heldJoins } = this.#news;
    this.notes = new RoomNotes(this.#recipients, { clock, heldJoins, onPlayed: (nowMs) => this.life.active(nowMs) });
    this.chat = new RoomChat({ roomId: record.roomId, state: this.#state, history: this.history }, this.#recipients, {
      clock,
      chatChecks,
      checkOpen: () => this.checkOpen(),
      onSent: (nowMs) => this.life.active(nowMs),
      onSaid: (participant, message) => this.#events.said(participant, message),
      carryOut: (change, requester) => this.carryOut(change, requester),
    });
    this.data = new RoomData(this.#state, this.#recipients, clock);
    this.voices = new RoomVoices(this.#state, deps);
    this.ownership = new OwnershipOffers({
      ...deps,
      tell: (userIds, message) => this.#recipients.sendToUsers(userIds, message),
    });
    this.loops = new LiveLoops(from.loops, { ...deps, sendToAll: (...sent) => this.sendToAll(...sent) });
    this.turns = new RoomTurns(this.#state, this.#recipients, {
      ...deps,
      decides: () => this.#otherProcesses?.decides ?? true,
      decide: (change, requester) => {
        if (this.#otherProcesses !== undefined) return this.#otherProcesses.changeTurns(change, requester);
        applyChange(this, change, clock.serviceUs(), requester);
        return true;
      },
    });
    const { history, time, turns } = this;
    const common = { recipients: this.#recipients, state: this.#state, heldJoins, history, time, turns };
    const describe = () => ({ room: this.#body(), welcomeMessage: this.#record.settings.welcomeMessage });
    this.#snapshots = new RoomSnapshots({ ...deps, ...common, describe });
  }

  get record(): RoomRecord {
    return this.#record;
  }

  /** The same room in other processes; undefined where one process has the room alone. */
  get otherProcesses(): OtherProcesses | undefined {
    return this.#otherProcesses;
  }

  /** The room is shared with other processes from now on. */
  share(otherProcesses: OtherProcesses): void {
    this.#otherProcesses = otherProcesses;
    this.#recipients.notes.outlet = otherProcesses;
  }

  /**
   * Carries out a change here and, if the room is shared, in all other processes; resolves when it is carried out here, with false
   * if it has to be decided anew: others have changed the loops.
   */
  carryOut(change: RoomChange, requester?: Requester): boolean | Promise<boolean> {
    if (this.#otherProcesses !== undefined) return this.#otherProcesses.change(change, requester);
    applyChange(this, change, this.#deps.clock.serviceUs(), requester);
    return true;
  }

  /** Sets the metronome; storage gets its tempo later. */
  setTransport(transport: Readonly<Transport>): void {
    this.time.transport = transport;
    this.#deps.onChange(this.#record);
    const { tempo, beatsPerBar, beatsBefore } = transport;
    this.#deps.onTempo({ tempo, beatsPerBar, beatsBefore });
  }

  /** Storage gets the metronome as it would be if it stopped now, which a restart of the server does (room rules R9.11). */
  keepPlace(): void {
    const { transport } = this.time;
    if (!transport.running) return;
    const { tempo, beatsPerBar } = transport;
    this.#deps.onTempo({ tempo, beatsPerBar, beatsBefore: nextBarBeat(transport, this.#deps.clock.serviceUs()) });
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

  /** True if a participant gets the chat of this user. */
  readsChatOf(participant: Participant, userId: string): boolean {
    return readsChatOf(this.#state, participant, userId);
  }

  /** By participant number. */
  get recipients(): ReadonlyMap<number, Recipient> {
    return this.#recipients.recipients;
  }

  /**
   * Checks that a visitor may join, in place of `replaces` if given.
   * @returns who has to leave before the visitor can join, if anybody.
   * @throws {RoomtoneError} as the domain's checkJoin() does, and ROOM_NOT_FOUND once the room is closed.
   */
  checkJoin(visitor: Visitor, replaces?: Participant): Participant | undefined {
    this.checkOpen();
    return checkJoin(this.#state, visitor, replaces);
  }

  /**
   * Adds a visitor as a participant; requires that there is a number. The others are told, and the visitor gets roomJoined as the
   * answer to `requestId`. The participant that is replaced must have left before, and so must whoever checkJoin()
   * named: the visitor replaces them.
   * @throws {RoomtoneError} as checkJoin() does; then nothing has changed.
   */
  join(recipient: Recipient, visitor: Visitor, requestId: number, replaces?: Participant): Participant {
    checkJoin(this.#state, visitor, replaces);
    const participant = this.prepare(visitor);
    this.admit(participant, { recipient, requestId });
    return participant;
  }

  /** Makes the participant that a visitor becomes; requires that there is a number. They are not inside yet. */
  prepare(visitor: Visitor): Participant {
    const { clock } = this.#deps;
    const now = { nowMs: clock.nowMs(), nowUs: clock.serviceUs() };
    return newcomer(this.#state, visitor, this.numbers.next(), now);
  }

  /** Adds a participant who was admitted. @param here who gets roomJoined; absent for one who is connected elsewhere. */
  admit(participant: Participant, here?: { readonly recipient: Recipient; readonly requestId: number }): void {
    const events = admit(this.#state, participant);
    this.life.active(this.#deps.clock.nowMs());
    this.#news.joined(participant, events);
    this.#deps.onChange(this.#record);
    if (here === undefined) return;
    this.connect(participant, here.recipient, here.requestId);
    this.#events.joined(participant);
  }

  /** From now on a participant is connected here: they get everything, and roomJoined first. */
  connect(participant: Participant, recipient: Recipient, requestId: number): void {
    this.#recipients.add(participant.number, recipient);
    recipient.deliver(this.snapshot(participant), requestId);
    for (const frame of this.#snapshots.besides()) recipient.deliver(frame, 0);
  }

  /** A participant goes on in another process. They stay inside. */
  disconnect(participant: Participant): void {
    this.notes.release(participant);
    this.#recipients.remove(participant.number);
    this.voices.left(participant.number);
  }

  /** Tells the others now about a participant of whom they have not heard yet, because they are about to do something. */
  announce({ number }: Participant): void {
    this.#news.heldJoins.announce(number);
  }

  /** Makes the snapshot for one participant: a roomJoined frame. */
  snapshot(participant: Participant): Uint8Array {
    return this.#snapshots.for(participant);
  }

  /**
   * Takes a participant out of the room. The others get the release of their notes, then participantLeft.
   * @param removal if they did not leave by themselves.
   */
  leave(participant: Participant, reason: LeaveReason, removal?: Removal): void {
    const { number } = participant;
    // The others learn of a room that is closed by that alone.
    if (!this.#isClosed) this.#otherProcesses?.left(participant, reason, removal?.by ?? number, removal?.note ?? '');
    if (this.#recipients.recipients.has(number)) this.#events.left(participant, reason);
    this.#recipients.remove(number);
    this.voices.left(number);
    this.time.playout.forget(number);
    this.quality.forget(number);
    this.life.forget(number);
    const events = leave(this.#state, number, reason, this.#deps.clock.serviceUs(), removal?.note);
    this.#news.left(number, events, removal?.by ?? number);
    this.#recipients.notes.forgetSender(number);
    const { userId } = participant.info;
    if (userId !== '' && !this.isInside(userId)) this.ownership.left(userId);
    this.turns.settle();
    if (!this.#isClosed) this.#deps.onChange(this.#record);
  }

  /** Mutes or unmutes a participant. @param by the number of the participant who did it. */
  mute(participant: Participant, mute: Mute | undefined, by: number): void {
    this.announce(participant);
    this.#news.muted(participant, setMute(participant, mute, this.#deps.clock.serviceUs()), by);
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
    if (this.#otherProcesses === undefined && !(wereTurnsTaken && record.settings.mayPlay === 'turns'))
      this.turns.end();
    const released = setRules(this.#state, record, this.#deps.clock.serviceUs());
    this.#recipients.publish(released, sender);
    this.#deps.onChange(record);
    this.life.stored(record.lastActivity);
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
    this.#news.clear();
    this.ownership.clear();
    this.turns.clear();
    this.loops.clear();
    this.#recipients.publish(releaseAll(this.#state, this.#deps.clock.serviceUs()), 0);
    this.sendToAll({ kind: 'roomClosed', body: { roomId: this.record.roomId, reason } });
    this.#recipients.clear();
  }

  /** Applies what has changed of a participant's account. */
  setAccount(participant: Participant, account: ShownAccount): void {
    this.#changed(participant, setAccount(this.#state, participant, account));
    this.#otherProcesses?.updated(participant);
  }

  /** Applies what another process says of somebody who is connected there. */
  setInfo(participant: Participant, info: Participant['info']): void {
    this.#changed(participant, setInfo(this.#state, participant, info));
  }

  /** @throws {RoomtoneError} as the domain's setPlayer() does. */
  setPlayer(participant: Participant, change: PlayerChange): void {
    this.#changed(participant, setPlayer(participant, change));
    this.#otherProcesses?.updated(participant);
  }

  /** Relays values that the quota held back, and sends a snapshot to a reader who has caught up. */
  sweep(recipient: Recipient, participant: Participant, nowUs: number): void {
    this.notes.playHeldBack(participant, nowUs);
    if (recipient.takeCaughtUp()) recipient.deliverUnnumbered(this.snapshot(participant), 0);
  }

  #changed(participant: Participant, events: readonly RoomEvent[]): void {
    if (events.length === 0) return;
    this.#deps.onChange(this.#record);
    this.#news.changed(participant);
  }

  #body(): Room {
    const now = { currentUsers: this.#state.participants.size, lastActivity: this.life.activeMs };
    return roomBody(this.#record, now);
  }
}
