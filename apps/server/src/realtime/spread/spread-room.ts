import { LeaveReason } from '@roomtone/protocol';
import type { QualityFigures } from '../../domain/quality.ts';
import type { Participant } from '../../domain/room.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Commit, Follower, RoomBus, SharedState, Version } from '../../ports/room-bus.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { Log } from '../log.ts';
import { displacedNote } from '../rooms/displaced.ts';
import type { Arrival, Elsewhere } from '../rooms/elsewhere.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Entry, Leaving, RoomChange } from '../rooms/room-change.ts';
import type { TurnsChange } from '../rooms/room-turns.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Codec } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/event-loop-turn.ts';
import { AwaitedSounds } from './awaited-sounds.ts';
import { catchUp, lost, readMissedChat } from './catch-up.ts';
import { type Known, KnownParticipants } from './known-participants.ts';
import { asMessage, headOf, messageKinds } from './message-kinds.ts';
import { OutgoingNotes } from './outgoing-notes.ts';
import { Replica } from './replica.ts';
import { isUnreachable, RoomCommits, unreachable } from './room-commits.ts';
import { RoomMessages } from './room-messages.ts';
import { changedFields, fieldOf, type News, parsed, readFields } from './shared-fields.ts';
import { type LoopsChange, loopsCommit, readLoops } from './shared-loops.ts';
import { stepTo } from './version-steps.ts';

export interface SpreadRoomDeps {
  readonly bus: RoomBus;
  readonly storage: Pick<Storage, 'recentChat'>;
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
export class SpreadRoom implements Elsewhere, Follower {
  readonly room: LiveRoom;
  readonly #deps: SpreadRoomDeps;
  readonly #known: KnownParticipants;
  readonly #notes: OutgoingNotes;
  readonly #awaited: AwaitedSounds;
  readonly #messages: RoomMessages;
  #version: Version = { epoch: '', number: 0 };
  #admissions = 0;
  /** The shared count of the changes of loops and metronome; "" if there was none yet. */
  #loopsKnown = '';
  readonly #onNews = new Set<() => void>();
  /** News that has arrived while it is out of step; undefined while it is in step. */
  #waiting: { readonly version: Version; readonly news: string }[] | undefined = [];
  #isReading = false;
  readonly #commits: RoomCommits;
  readonly #replica: Replica;

  constructor(room: LiveRoom, deps: SpreadRoomDeps) {
    this.room = room;
    this.#deps = deps;
    this.#known = new KnownParticipants(deps.bus.processId);
    this.#commits = new RoomCommits(this.#roomId, deps.bus);
    this.#replica = new Replica(room, this.#known, deps);
    this.#notes = new OutgoingNotes(this.#roomId, deps);
    this.#awaited = new AwaitedSounds(deps.scheduler);
    const { bus, clock, codec } = deps;
    const [known, notes, awaited] = [this.#known, this.#notes, this.#awaited];
    this.#messages = new RoomMessages({ room, known, notes, awaited, bus, clock, codec });
  }

  /**
   * Takes over what the others share; resolves when the room here is as it is there, what sounds included.
   * @throws {RoomtoneError} SERVER_ERROR if they cannot be reached.
   */
  async open(): Promise<void> {
    try {
      this.#catchUp(await this.#deps.bus.follow(this.#roomId, this));
    } catch (error) {
      throw unreachable(error);
    }
    this.room.share(this);
    await this.#ask(this.#known.homes);
  }

  close(): void {
    this.#deps.bus.unfollow(this.#roomId);
    this.#awaited.clear();
  }

  get homes(): ReadonlySet<string> {
    return this.#known.homes;
  }

  /** The order among the states of the room. */
  get version(): Version {
    return this.#version;
  }

  /** The others cannot be reached: their notes end, and nothing of theirs counts until resync(). */
  cutOff(): void {
    this.#waiting = [];
    this.#awaited.clear();
    for (const [number, { occupant }] of this.#known) if (occupant === undefined) this.#replica.releaseNotes(number);
    this.#commits.rejectAll();
    this.#wake();
  }

  /** Reads anew what is shared, and makes up for what was missed. Never rejects. */
  async resync(): Promise<void> {
    this.cutOff();
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      this.#catchUp(await this.#deps.bus.read(this.#roomId));
    } catch (error) {
      this.#deps.log.warn({ err: error, roomId: this.#roomId }, 'a shared room could not be read');
      // If the connection is lost again, this is called once it is back.
      if (this.#deps.bus.isUp) this.#deps.scheduler.after(againMs, () => void this.resync());
      return;
    } finally {
      this.#isReading = false;
    }
    // What was played here in the meantime has not reached the others, and what they asked has not reached this process.
    this.#messages.tellWhatSounds(true);
    await Promise.all([this.#ask(this.#known.homes), readMissedChat(this.#replica, this.#deps)]);
  }

  /** A process is no longer alive: what its participants hold ends, but they may still resume. */
  homeGone(processId: string): void {
    if (this.#known.isGone(processId)) return;
    this.#known.setGone(processId, true);
    for (const [number, { entry, occupant }] of this.#known) {
      if (occupant === undefined && entry.home === processId) this.#replica.releaseNotes(number);
    }
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
      this.#commits.fire({ kind: 'left', leaving: lost(number) }, { admits: true, requires, remove: [requires.field] });
    }
  }

  get hasListeners(): boolean {
    return this.#known.hasListeners;
  }

  get decides(): boolean {
    return this.#known.isFirst;
  }

  get admissions(): number {
    return this.#admissions;
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

  async join({ occupant, visitor, requestId, admissions }: Arrival): Promise<boolean> {
    if (!occupant.isOpen) return true;
    this.#checkReachable();
    const before = this.#known.ofConnection(occupant.connection);
    if (before !== undefined) return this.#goOn(before, { occupant, visitor, requestId });
    const { room } = this;
    const former = this.#known.detachedOf(occupant.session)?.entry.info.number;
    let displaced: Participant | undefined;
    try {
      displaced = room.checkJoin(visitor, former === undefined ? undefined : room.participants.get(former));
    } catch (error) {
      // Somebody may have left elsewhere, of which this process has not heard yet.
      if (await this.#hearsMore(admissions)) return false;
      throw error;
    }
    const participant = room.prepare(visitor);
    const leaving: Leaving[] = [];
    if (former !== undefined) leaving.push(lost(former));
    if (displaced !== undefined) {
      leaving.push({ number: displaced.number, reason: LeaveReason.KICKED, note: displacedNote, by: 0 });
    }
    const { clock, bus } = this.#deps;
    const { info, address, mute } = participant;
    const { session, connection, isAttached } = occupant;
    const common = {
      session,
      connection,
      from: occupant.address,
      joinedUs: clock.serviceUs(),
      isDetached: !isAttached,
    };
    const entry: Entry = { info, address, mute, home: bus.processId, ...common };
    const text = JSON.stringify(entry);
    const enter = () => {
      this.#known.set(info.number, { entry, text, occupant });
      if (!occupant.isOpen) {
        this.left(participant, LeaveReason.LOST, info.number, '');
        return;
      }
      occupant.enter(() => {
        room.admit(participant, { recipient: occupant.recipient, requestId });
        return participant;
      });
      // Its socket may have been lost since.
      this.updated(participant);
    };
    const put = new Map([[fieldOf.participant(info.number), text]]);
    const remove = leaving.map(({ number }) => fieldOf.participant(number));
    const commit = { admissions, admits: true, put, remove };
    if (await this.#commits.commit({ kind: 'joined', entry, leaving }, commit, { enter })) return true;
    // What has been decided in the meantime is on its way here.
    while (this.#admissions === admissions && this.#waiting === undefined) await this.#untilNews();
    return false;
  }

  /** A connection that was in another process goes on here, as the same participant. Resolves with false if they have left. */
  async #goOn(before: Known, { occupant, visitor, requestId }: Omit<Arrival, 'admissions'>): Promise<boolean> {
    const { number } = before.entry.info;
    const moved = { home: this.#deps.bus.processId, from: occupant.address, isDetached: !occupant.isAttached };
    const entry = { ...before.entry, ...moved };
    const text = JSON.stringify(entry);
    const field = fieldOf.participant(number);
    const enter = () => {
      const participant = this.room.participants.get(number);
      if (participant === undefined) return;
      // What they held there has ended with their socket.
      this.#replica.releaseNotes(number);
      participant.blocks = visitor.blocks;
      this.#known.set(number, { entry, text, occupant });
      if (!occupant.isOpen) {
        this.room.leave(participant, LeaveReason.LOST);
        return;
      }
      this.room.notes.countOn(participant);
      occupant.enter(() => {
        this.room.connect(participant, occupant.recipient, requestId);
        return participant;
      });
      this.updated(participant);
    };
    const commit = { requires: { field, text: before.text }, put: new Map([[field, text]]) };
    if (await this.#commits.commit({ kind: 'updated', entry }, commit, { enter })) return true;
    // They have left, or something about them has changed: either is on its way here.
    await this.#untilNews();
    return false;
  }

  async remove(
    isMeant: (participant: Participant) => boolean,
    reason: LeaveReason,
    { note, by }: { readonly note: string; readonly by: number },
  ): Promise<boolean> {
    this.#checkReachable();
    const meant = [...this.room.participants.values()].filter(isMeant);
    // Even if nobody is meant: somebody who is joining at this moment may be.
    if (meant.length === 0) await this.#commits.commit(undefined, { admits: true }, {});
    for (const { number } of meant) {
      const leaving = { number, reason, note, by };
      await this.#commits.commit(
        { kind: 'left', leaving },
        { admits: true, remove: [fieldOf.participant(number)] },
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

  left({ number, info }: Participant, reason: LeaveReason, by: number, note: string): void {
    const known = this.#known.get(number);
    // Of those who leave by a change of the room, it knows no more.
    if (known === undefined) return;
    this.#known.delete(number);
    this.#notes.flush();
    const field = fieldOf.participant(number);
    const remove = [field];
    // When they come back, storage says if they are muted.
    if (info.userId !== '' && !this.#isInside(info.userId)) remove.push(fieldOf.mute(info.userId));
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

  quality({ number }: Participant, figures: QualityFigures): void {
    if (!this.hasListeners) return;
    this.#deps.bus.send(this.#roomId, asMessage(messageKinds.quality, { number, figures }));
  }

  async change(change: RoomChange, requester?: Requester): Promise<boolean> {
    try {
      this.#checkReachable();
      if (change.kind === 'loops' || change.kind === 'transport') return await this.#changeLoops(change, requester);
      await this.#commits.commit(change, changedFields(change, this.#deps.clock.serviceUs()), { requester });
    } catch (error) {
      if (change.kind !== 'chat' || !isUnreachable(error)) throw error;
      // It is stored: those who are connected here get it now, and the others as soon as they can be reached.
      this.#replica.carryOut(change, requester);
    }
    return true;
  }

  async #changeLoops(change: LoopsChange, requester: Requester | undefined): Promise<boolean> {
    const known = this.#loopsKnown;
    const commit = loopsCommit(change, this.room.loops.all, known);
    if (await this.#commits.commit(change, commit, { requester })) return true;
    // What has been decided in the meantime is on its way here.
    while (this.#loopsKnown === known && this.#waiting === undefined) await this.#untilNews();
    return false;
  }

  async changeTurns(change: TurnsChange, requester?: Requester): Promise<boolean> {
    this.#checkReachable();
    const commit = changedFields(change, this.#deps.clock.serviceUs());
    if (await this.#commits.commit(change, commit, { requester })) return true;
    // Other turns are on their way here.
    while (this.room.turns.turns === change.before && this.#waiting === undefined) await this.#untilNews();
    return false;
  }

  onNews(version: Version, text: string): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push({ version, news: text });
      return;
    }
    const step = stepTo(version, this.#version);
    if (step === 'gap') void this.resync();
    if (step !== 'next') return;
    this.#version = version;
    const news = parsed<News>(text);
    if (news !== undefined) this.#take(news);
  }

  onMessage(from: string, message: Buffer): void {
    if (this.#waiting === undefined && !this.#known.isGone(from)) this.#messages.take(from, message);
  }

  get #roomId(): string {
    return this.room.record.roomId;
  }

  #checkReachable(): void {
    if (this.#waiting !== undefined || !this.#deps.bus.isUp) throw unreachable();
  }

  #take({ id, admits, change }: News): void {
    const pending = this.#commits.pendingOf(id);
    const isOwn = this.#commits.isOwn(id);
    if (admits) this.#admissions++;
    if (change?.kind === 'loops' || change?.kind === 'transport') this.#loopsKnown = String(change.revision);
    try {
      if (change !== undefined) this.#replica.apply(change, isOwn, pending);
      pending?.resolve();
    } catch (error) {
      if (pending !== undefined) pending.reject(error);
      else this.#deps.log.error({ err: error, roomId: this.#roomId }, 'a change of a shared room failed');
    }
    this.#wake();
  }

  #catchUp({ version, admissions, fields }: SharedState): void {
    const isLost = this.#version.epoch !== '' && this.#version.epoch !== version.epoch;
    this.#version = version;
    this.#admissions = admissions;
    this.#wake();
    this.#loopsKnown = fields.get(fieldOf.loops) ?? '';
    catchUp(this.#replica, this.#commits, { ...readFields(fields), loops: readLoops(fields) }, isLost);
    // What is shared has been lost: it is put together again from what each process has.
    if (isLost) this.#deps.scheduler.after(sharedAgainMs, () => void this.#leaveUnshared());
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const { version: later, news } of waiting) this.onNews(later, news);
  }

  /** Those whose processes have not shared them again are gone. */
  async #leaveUnshared(): Promise<void> {
    if (this.#waiting !== undefined) return;
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

  #isInside(userId: string): boolean {
    for (const [, { entry }] of this.#known) if (entry.info.userId === userId) return true;
    return false;
  }

  /** Resolves once everything that was changed so far has arrived: with true if that changes who may join. */
  async #hearsMore(admissions: number): Promise<boolean> {
    if (this.#admissions !== admissions) return true;
    await this.#commits.commit(undefined, {}, {}).catch(() => false);
    return this.#admissions !== admissions;
  }

  /** Resolves with the next change that arrives, or when the others cannot be reached. */
  async #untilNews(): Promise<void> {
    await new Promise<void>((resolve) => this.#onNews.add(resolve));
  }

  #wake(): void {
    for (const resolve of this.#onNews) resolve();
    this.#onNews.clear();
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
