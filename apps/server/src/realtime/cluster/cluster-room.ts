import { type DataMessage, type LeaveReason, limits } from '@roomtone/protocol';
import { isOfUser, type Participant } from '@roomtone/room';
import type { QualityFigures } from '../../domain/quality.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Commit, Follower, RoomBus, SharedState, Version } from '../../ports/room-bus.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { Log } from '../log.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Arrival, OtherProcesses } from '../rooms/other-processes.ts';
import type { RoomChange } from '../rooms/room-change.ts';
import type { TurnsChange } from '../rooms/room-turns.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Codec } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/event-loop-turn.ts';
import { AwaitedSounds } from './awaited-sounds.ts';
import { catchUp, lost } from './catch-up.ts';
import { KnownParticipants } from './known-participants.ts';
import { asMessage, headOf, messageKinds, type SentData } from './message-kinds.ts';
import { readMissedChat } from './missed-chat.ts';
import { NewsInOrder } from './news-in-order.ts';
import { OutgoingNotes } from './outgoing-notes.ts';
import { Replica } from './replica.ts';
import { RoomCommits, unreachable } from './room-commits.ts';
import { RoomDecisions } from './room-decisions.ts';
import { RoomJoins } from './room-joins.ts';
import { RoomMessages } from './room-messages.ts';
import { fieldOf, fieldsOfLeaving, type News, parsed, readFields } from './shared-fields.ts';
import { readLoops } from './shared-loops.ts';

export interface ClusterRoomDeps {
  readonly bus: RoomBus;
  readonly storage: Pick<Storage, 'recentChat' | 'roomById'>;
  readonly clock: Clock;
  readonly codec: Pick<Codec, 'readNotes'>;
  readonly turn: SharedTurn;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Somebody has left, and the others could not be told: they are once they can be reached. */
  readonly tellLater: (roomId: string, commit: Commit) => void;
}

/** A process that is alive answers much sooner; one that is not does not keep newcomers waiting. */
const soundingMs = 500;

/**
 * One room of this process, shared with the processes that the other participants are connected to (decision 025). All of
 * them apply the changes of the room in one order. Notes, and what a participant may decide alone, take effect here at once.
 */
export class ClusterRoom implements OtherProcesses, Follower {
  readonly room: LiveRoom;
  readonly #deps: ClusterRoomDeps;
  readonly #known: KnownParticipants;
  readonly #notes: OutgoingNotes;
  readonly #awaited: AwaitedSounds;
  readonly #messages: RoomMessages;
  readonly #order = new NewsInOrder({
    catchUp: (state, before) => this.#catchUp(state, before),
    take: (text) => this.#take(text),
    missed: () => void this.resync(),
  });
  readonly #commits: RoomCommits;
  readonly #replica: Replica;
  readonly #decisions: RoomDecisions;
  readonly #joins: RoomJoins;
  /** The first position of chat of which the others may not know. */
  #untoldSince = Number.POSITIVE_INFINITY;

  constructor(room: LiveRoom, deps: ClusterRoomDeps) {
    this.room = room;
    this.#deps = deps;
    this.#known = new KnownParticipants(deps.bus.processId);
    this.#commits = new RoomCommits(this.#roomId, deps.bus);
    this.#replica = new Replica(room, this.#known, deps);
    this.#notes = new OutgoingNotes(this.#roomId, deps);
    this.#awaited = new AwaitedSounds(deps.scheduler);
    const { bus, clock, codec, storage } = deps;
    const [known, notes, awaited] = [this.#known, this.#notes, this.#awaited];
    this.#messages = new RoomMessages({ room, known, notes, awaited, bus, clock, codec });
    const deciding = { room, bus, clock, storage, order: this.#order, commits: this.#commits, replica: this.#replica };
    const chatUntold = (position: number) => {
      this.#untoldSince = Math.min(this.#untoldSince, position);
      // It may have been reached again in the meantime.
      if (this.isInStep) this.#tellUntoldChat();
    };
    this.#decisions = new RoomDecisions({ ...deciding, chatUntold });
    this.#joins = new RoomJoins({ ...deciding, known, decisions: this.#decisions, otherProcesses: this });
  }

  /**
   * Takes over what the others share; resolves when the room here is as it is there, what sounds included.
   * @throws {RoomtoneError} SERVER_ERROR if they cannot be reached.
   */
  async open(): Promise<void> {
    try {
      await this.#order.read(() => this.#deps.bus.follow(this.#roomId, this));
    } catch (error) {
      throw unreachable(error);
    }
    this.room.share(this);
    // Something may have been said between the reading of the history and now.
    await readMissedChat(this.#replica, this.#deps, { count: limits.chatHistory.onJoin });
    await this.#ask(this.#known.homes);
  }

  /** The room is gone, or nobody here needs it: what is decided from now on is refused, since no news of it would come back. */
  close(): void {
    this.#tellUntoldChat();
    this.#deps.bus.unfollow(this.#roomId);
    this.#awaited.clear();
    this.#order.lose();
    this.#commits.rejectAll();
  }

  /** True while it has every change of the room. */
  get isInStep(): boolean {
    return this.#order.isInStep;
  }

  get homes(): ReadonlySet<string> {
    return this.#known.homes;
  }

  /** The others cannot be reached: their notes end, and nothing of theirs counts until resync(). */
  cutOff(): void {
    this.#order.lose();
    this.#awaited.clear();
    for (const [number, { occupant }] of this.#known) if (occupant === undefined) this.#replica.releaseNotes(number);
    this.#commits.rejectAll();
  }

  /** Reads anew what is shared, and makes up for what was missed. Never rejects. */
  async resync(): Promise<void> {
    this.cutOff();
    try {
      if (!(await this.#order.read(() => this.#deps.bus.read(this.#roomId)))) return;
    } catch (error) {
      this.#deps.log.warn({ err: error, roomId: this.#roomId }, 'a shared room could not be read');
      // If the connection is lost again, this is called once it is back.
      if (this.#deps.bus.isUp) this.#deps.scheduler.after(againMs, () => void this.resync());
      return;
    }
    // Notes played here in the meantime have not reached the others, and their requests have not reached this process.
    this.#messages.tellWhatSounds(true);
    this.#tellUntoldChat();
    await Promise.all([this.#ask(this.#known.homes), readMissedChat(this.#replica, this.#deps)]);
  }

  /** A process is no longer alive: what its participants hold ends, but they may still resume. */
  homeGone(processId: string): void {
    if (this.#known.isGone(processId)) return;
    this.#known.setGone(processId, true);
    for (const [number, { entry, occupant }] of this.#known) {
      if (occupant === undefined && entry.home === processId) this.#replica.releaseNotes(number);
    }
    // It may have stored chat, and have told only its own participants.
    void readMissedChat(this.#replica, this.#deps);
  }

  /** It is alive after all. */
  homeBack(processId: string): void {
    if (!this.#known.isGone(processId)) return;
    this.#known.setGone(processId, false);
    // It may have taken this process for gone, too, and then has heard nothing of it, or still does.
    this.#messages.tellWhatSounds(true);
    void this.#ask([processId]);
  }

  /** The participants of a process that has been gone for too long leave. */
  giveUp(processId: string): void {
    for (const [number, { entry, text }] of [...this.#known]) {
      if (entry.home !== processId) continue;
      const requires = { field: fieldOf.participant(number), text };
      const remove = fieldsOfLeaving(this.room, [number]);
      this.#commits.fire({ kind: 'left', leaving: lost(number) }, { admits: true, requires, remove });
    }
  }

  get hasListeners(): boolean {
    return this.#known.hasListeners;
  }

  get decides(): boolean {
    return this.#known.isFirst;
  }

  get admissions(): number {
    return this.#decisions.admissions;
  }

  isElsewhere(sender: number): boolean {
    return this.#known.get(sender)?.occupant === undefined;
  }

  send(frame: Buffer): void {
    this.#notes.add(frame);
  }

  isReplaced({ number }: Participant, sinceUs: number): boolean {
    const session = this.#known.get(number)?.entry.session ?? '';
    if (session === '') return false;
    for (const [other, { entry }] of this.#known) {
      if (other !== number && entry.session === session && entry.joinedUs > sinceUs) return true;
    }
    return false;
  }

  join(arrival: Arrival): Promise<boolean> {
    return this.#joins.join(arrival);
  }

  async remove(
    isMeant: (participant: Participant) => boolean,
    reason: LeaveReason,
    { note, by }: { readonly note: string; readonly by: number },
  ): Promise<boolean> {
    this.#decisions.checkReachable();
    const meant = [...this.room.participants.values()].filter(isMeant);
    // Even if nobody is meant: somebody who is joining at this moment may be.
    if (meant.length === 0) await this.#commits.commit(undefined, { admits: true }, {});
    for (const { number } of meant) {
      const leaving = { number, reason, note, by };
      await this.#commits.commit(
        { kind: 'left', leaving },
        { admits: true, remove: fieldsOfLeaving(this.room, [number]) },
        {},
      );
    }
    return meant.length > 0;
  }

  addressesOf(userId: string): string[] {
    return Array.from(this.#known, ([, { entry }]) => entry)
      .filter(({ info }) => info.userId === userId)
      .map(({ from }) => from);
  }

  left({ number, info, personId }: Participant, reason: LeaveReason, by: number, note: string): void {
    const known = this.#known.get(number);
    // Of those who leave by a change of the room, it knows no more.
    if (known === undefined) return;
    this.#known.delete(number);
    this.#notes.flush();
    const field = fieldOf.participant(number);
    const remove = fieldsOfLeaving(this.room, [number]);
    // When they come back, storage says if they are muted.
    for (const userId of new Set([info.userId, personId])) {
      if (userId !== '' && !this.#isInside(userId)) remove.push(fieldOf.mute(userId));
    }
    const change = { kind: 'left', leaving: { number, reason, note, by } } as const;
    const commit = { admits: true, requires: { field, text: known.text }, remove };
    this.#commits.fire(change, commit, (untold) => this.#deps.tellLater(this.#roomId, untold));
  }

  updated({ number, info }: Participant): void {
    const known = this.#known.get(number);
    if (known?.occupant === undefined) return;
    const entry = { ...known.entry, info, isDetached: !known.occupant.isAttached };
    const text = JSON.stringify(entry);
    if (text === known.text) return;
    const field = fieldOf.participant(number);
    // Another process may have gone on with their connection while this one was stopped: they are no longer here, then.
    const requires = { field, text: known.text };
    known.entry = entry;
    known.text = text;
    this.#commits.fire({ kind: 'updated', entry }, { requires, put: new Map([[field, text]]) });
  }

  typing({ number }: Participant, typing: boolean): void {
    if (!this.hasListeners) return;
    this.#deps.bus.send(this.#roomId, asMessage(messageKinds.typing, { number, typing }));
  }

  signal({ number }: Participant, to: number, frame: Uint8Array): void {
    const body = { number, to, frame: Buffer.from(frame).toString('base64') };
    this.#deps.bus.send(this.#roomId, asMessage(messageKinds.signal, body));
  }

  addressOf(number: number): string | undefined {
    return this.#known.get(number)?.entry.from;
  }

  quality({ number }: Participant, figures: QualityFigures): void {
    if (!this.hasListeners) return;
    this.#deps.bus.send(this.#roomId, asMessage(messageKinds.quality, { number, figures }));
  }

  data({ number }: Participant, { data, ...rest }: DataMessage): void {
    if (!this.hasListeners) return;
    if (!rest.lossy) this.#decisions.checkReachable();
    // It comes after the notes so far, as it does here.
    this.#notes.flush();
    const body: SentData = { ...rest, number, data: Buffer.from(data).toString('base64') };
    this.#deps.bus.send(this.#roomId, asMessage(messageKinds.data, body));
  }

  change(change: RoomChange, requester?: Requester): Promise<boolean> {
    return this.#decisions.change(change, requester);
  }

  changeTurns(change: TurnsChange, requester?: Requester): Promise<boolean> {
    return this.#decisions.changeTurns(change, requester);
  }

  changeRecord(requester?: Requester): Promise<boolean> {
    return this.#decisions.changeRecord(requester);
  }

  onNews(version: Version, text: string): void {
    this.#order.arrived(version, text);
  }

  onMessage(from: string, message: Buffer): void {
    if (this.#order.isInStep && !this.#known.isGone(from)) this.#messages.take(from, message);
  }

  get #roomId(): string {
    return this.room.record.roomId;
  }

  #take(text: string): void {
    const news = parsed<News>(text);
    if (news === undefined) return;
    const { id, change } = news;
    const pending = this.#commits.pendingOf(id);
    const isOwn = this.#commits.isOwn(id);
    this.#decisions.taken(news);
    try {
      if (change?.kind === 'chatSince') void readMissedChat(this.#replica, this.#deps, { since: change.position });
      else if (change !== undefined) this.#replica.apply(change, isOwn, pending);
      pending?.resolve();
    } catch (error) {
      if (pending !== undefined) pending.reject(error);
      else this.#deps.log.error({ err: error, roomId: this.#roomId }, 'a change of a shared room failed');
    }
  }

  #catchUp(state: SharedState, { epoch }: Version): void {
    const { version, fields } = state;
    const isLost = epoch !== '' && epoch !== version.epoch;
    this.#decisions.caughtUp(state);
    catchUp(this.#replica, this.#commits, { ...readFields(fields), loops: readLoops(fields) }, isLost);
    // The shared state has been lost: it is put together again from the copies of all processes.
    if (isLost) this.#deps.scheduler.after(sharedAgainMs, () => void this.#leaveUnshared());
  }

  /** Everybody then reads it from storage. */
  #tellUntoldChat(): void {
    const position = this.#untoldSince;
    if (position === Number.POSITIVE_INFINITY) return;
    this.#untoldSince = Number.POSITIVE_INFINITY;
    this.#commits.fire({ kind: 'chatSince', position }, {}, (untold) => this.#deps.tellLater(this.#roomId, untold));
  }

  /** Those whose processes have not shared them again are gone. */
  async #leaveUnshared(): Promise<void> {
    if (!this.#order.isInStep) return;
    try {
      const { entries } = readFields((await this.#deps.bus.read(this.#roomId)).fields);
      for (const [number, { occupant }] of [...this.#known]) {
        if (occupant !== undefined || entries.has(number)) continue;
        this.#replica.leave(lost(number));
      }
    } catch {
      // The connection is lost again, and so resync() follows.
    }
  }

  /** True if a user, or a bot of theirs, is inside. */
  #isInside(userId: string): boolean {
    for (const [, { entry }] of this.#known) if (isOfUser(entry, userId)) return true;
    return false;
  }

  /** Asks processes what sounds; resolves when they have answered, or soon. */
  async #ask(homes: Iterable<string>): Promise<void> {
    const alive = [...homes].filter((home) => !this.#known.isGone(home));
    if (alive.length === 0) return;
    this.#deps.bus.send(this.#roomId, [headOf(messageKinds.ask)]);
    await this.#awaited.answers(alive, soundingMs);
  }
}

/** All processes have shared their participants again within this time. */
const sharedAgainMs = 5_000;
/** The pause before a room is read again that could not be read. */
const againMs = 1_000;
