import { LeaveReason, limits, type RoomCloseReason } from '@roomtone/protocol';
import type { Commit } from '../../ports/room-bus.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { RoomSharing, RoomSummary } from '../rooms/room-sharing.ts';
import type { Scheduler } from '../scheduler.ts';
import { ClusterRoom, type ClusterRoomDeps } from './cluster-room.ts';
import { RoomSummaries } from './room-summaries.ts';
import { fieldOf, type News, readFields } from './shared-fields.ts';
import { isSameRecord, shareRecord } from './shared-record.ts';

export interface ClusterRoomsDeps extends Omit<ClusterRoomDeps, 'tellLater'> {
  readonly scheduler: Pick<Scheduler, 'after' | 'every'>;
}

/** Calls from the shared rooms to this process. */
export interface ClusterRoomsEvents {
  /** Another process has changed a room in storage. */
  updated(record: RoomRecord): void;
  /** Another process has removed rooms from storage. */
  closed(roomIds: readonly string[], reason: RoomCloseReason): void;
  /** The lobby shows a room differently, of which this process has no participant. */
  looksDifferent(record: RoomRecord): void;
  /** Wall clock, ms: when something was last done in a room. */
  lastActivity(roomId: string): number;
}

/** How often processes are looked after. */
const livenessMs = 500;
/** A process that has only just started may be in a room before this one has heard that it is alive. */
const unknownMs = 3_000;
const summariesMs = 500;

/** The rooms of this process that are shared, and the processes that share them (decision 025). */
export class ClusterRooms implements RoomSharing {
  readonly #deps: ClusterRoomsDeps;
  readonly #rooms = new Map<string, ClusterRoom>();
  readonly #summaries: RoomSummaries;
  readonly #changed = new Set<string>();
  /** Since when processes are gone, service clock, µs. */
  readonly #goneSince = new Map<string, number>();
  /** Processes that have been alive, and those of which nothing was heard yet, since when. */
  readonly #heardOf = new Set<string>();
  readonly #unknownSince = new Map<string, number>();
  /** News that the others have not been told. */
  #untold: { readonly roomId: string; readonly commit: Commit }[] = [];
  /** Rooms that this process has changed in storage, of which they have not been told. */
  readonly #untoldRecords = new Set<string>();
  #events: ClusterRoomsEvents | undefined;
  #isLooking = false;
  #stops: (() => void)[] = [];

  constructor(deps: ClusterRoomsDeps) {
    this.#deps = deps;
    this.#summaries = new RoomSummaries(deps, {
      onSummary: (roomId, summary) => {
        const room = this.#rooms.get(roomId);
        if (room === undefined) {
          if (summary !== undefined) this.#events?.looksDifferent(summary.record);
        } else if (summary === undefined && room.room.participants.size > 0) this.#changed.add(roomId);
      },
      onRecord: (roomId, isShared) => void this.#readRecord(roomId, isShared),
      onClosed: (roomIds, reason) => this.#events?.closed(roomIds, reason),
    });
  }

  /** Starts to follow what the other processes do. @throws {BusUnavailable} */
  async open(events: ClusterRoomsEvents): Promise<void> {
    this.#events = events;
    const { bus, scheduler } = this.#deps;
    bus.onChange = () => this.#connectionChanged();
    await this.#summaries.open();
    this.#stops = [
      scheduler.every(livenessMs, () => void this.#lookAfterProcesses()),
      scheduler.every(summariesMs, () => this.#tellSummaries()),
    ];
  }

  /** Follows nothing any more. */
  close(): void {
    for (const stop of this.#stops) stop();
    this.#tellSummaries();
    this.#summaries.close();
  }

  async share(room: LiveRoom): Promise<void> {
    const tellLater = (id: string, commit: Commit) => this.#untold.push({ roomId: id, commit });
    const shared = new ClusterRoom(room, { ...this.#deps, tellLater });
    const { roomId } = room.record;
    this.#rooms.set(roomId, shared);
    try {
      await shared.open();
    } catch (error) {
      this.dropped(room);
      throw error;
    }
    for (const processId of this.#goneSince.keys()) shared.homeGone(processId);
  }

  dropped(room: LiveRoom): void {
    const { roomId } = room.record;
    const shared = this.#rooms.get(roomId);
    if (shared?.room !== room) return;
    this.#rooms.delete(roomId);
    shared.close();
    this.#changed.delete(roomId);
    if (room.participants.size === 0 && this.#summaries.all.has(roomId)) this.#summaries.remove(roomId);
  }

  changed(room: LiveRoom): void {
    this.#changed.add(room.record.roomId);
  }

  async recordChanged({ roomId }: Pick<RoomRecord, 'roomId'>, requester?: Requester): Promise<boolean> {
    const outcome = await this.#shareRecord(roomId, requester);
    if (this.#deps.bus.isUp) this.#summaries.recordChanged(roomId, outcome !== 'not shared');
    else this.#untoldRecords.add(roomId);
    return outcome === 'in force';
  }

  async #shareRecord(
    roomId: string,
    requester: Requester | undefined,
  ): Promise<'in force' | 'not live here' | 'not shared'> {
    const shared = this.#rooms.get(roomId);
    try {
      if (shared !== undefined) return (await shared.changeRecord(requester)) ? 'in force' : 'not shared';
      if (!this.#summaries.all.has(roomId)) return 'not shared';
      await shareRecord(roomId, this.#deps);
      return 'not live here';
    } catch (error) {
      if (this.#deps.bus.isUp) this.#deps.log.warn({ err: error, roomId }, 'a change of a room could not be shared');
      return 'not shared';
    }
  }

  /** This process has removed rooms from storage. */
  closed(roomIds: readonly string[], reason: RoomCloseReason): void {
    this.#summaries.closed(roomIds, reason);
  }

  async isInside(roomId: string, userId: string): Promise<boolean> {
    const { entries } = readFields((await this.#deps.bus.read(roomId)).fields);
    return [...entries.values()].some(({ entry }) => entry.info.userId === userId);
  }

  summaryOf(roomId: string): RoomSummary | undefined {
    return this.#summaries.all.get(roomId);
  }

  occupiedInOthers(): Iterable<string> {
    return this.#summaries.all.keys();
  }

  #connectionChanged(): void {
    if (!this.#deps.bus.isUp) {
      for (const room of this.#rooms.values()) room.cutOff();
      return;
    }
    const untold = this.#untold;
    this.#untold = [];
    for (const { roomId, commit } of untold) {
      this.#deps.bus.commit(roomId, commit).catch(() => this.#untold.push({ roomId, commit }));
    }
    const records = [...this.#untoldRecords];
    this.#untoldRecords.clear();
    for (const roomId of records) void this.recordChanged({ roomId });
    void this.#summaries.resync();
    for (const [roomId, room] of this.#rooms) {
      this.#changed.add(roomId);
      void room.resync();
      void this.#readRecord(roomId, false);
    }
  }

  /** @param isShared true if a live room gets the change in its order: then only the password is missing. */
  async #readRecord(roomId: string, isShared: boolean): Promise<void> {
    try {
      let known: RoomRecord | undefined;
      let record: RoomRecord | undefined;
      // Changes made while it was read may be newer.
      do {
        known = this.#rooms.get(roomId)?.room.record;
        record = await this.#deps.storage.roomById(roomId);
      } while (this.#rooms.get(roomId)?.room.record !== known);
      if (record === undefined) return;
      if (known === undefined) this.#events?.updated(record);
      else {
        const isKnown = isShared && this.#rooms.get(roomId)?.isInStep === true;
        const now = isKnown ? { ...known, passwordHash: record.passwordHash } : record;
        // A new time of activity alone is no change.
        if (!isSameRecord(now, known)) this.#events?.updated(now);
      }
    } catch (error) {
      this.#deps.log.warn({ err: error, roomId }, 'a room that was changed elsewhere could not be read');
    }
  }

  #tellSummaries(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const roomId of changed) {
      const shared = this.#rooms.get(roomId);
      if (shared === undefined || !this.#deps.bus.isUp) continue;
      const { room, homes, decides } = shared;
      if (room.participants.size === 0) {
        if (this.#summaries.all.has(roomId)) this.#summaries.remove(roomId);
      } else if (decides) {
        const all = [...new Set([this.#deps.bus.processId, ...homes])].sort();
        this.#summaries.put(room, all, this.#events?.lastActivity(roomId) ?? 0);
      }
    }
  }

  async #lookAfterProcesses(): Promise<void> {
    const { bus, clock, log } = this.#deps;
    if (this.#isLooking || !bus.isUp) return;
    this.#isLooking = true;
    try {
      const homes = new Set<string>();
      for (const room of this.#rooms.values()) for (const home of room.homes) homes.add(home);
      for (const summary of this.#summaries.all.values()) for (const home of summary.homes) homes.add(home);
      homes.delete(bus.processId);
      const living = await bus.living([...homes]);
      const nowUs = clock.serviceUs();
      for (const home of homes) {
        const isAlive = living.has(home);
        if (isAlive) this.#heardOf.add(home);
        if (isAlive || !this.#mayHaveStarted(home, nowUs)) this.#judge(home, isAlive, nowUs);
      }
      for (const known of [this.#goneSince, this.#unknownSince, this.#heardOf]) {
        for (const home of known.keys()) if (!homes.has(home)) known.delete(home);
      }
      await this.#cleanUp(nowUs);
    } catch (error) {
      if (bus.isUp) log.warn({ err: error }, 'it could not be found out which processes are alive');
    } finally {
      this.#isLooking = false;
    }
  }

  #mayHaveStarted(home: string, nowUs: number): boolean {
    if (this.#heardOf.has(home)) return false;
    const sinceUs = this.#unknownSince.get(home) ?? nowUs;
    this.#unknownSince.set(home, sinceUs);
    return nowUs - sinceUs < unknownMs * 1000;
  }

  #judge(home: string, isAlive: boolean, nowUs: number): void {
    const sinceUs = this.#goneSince.get(home);
    if (isAlive && sinceUs !== undefined) {
      this.#goneSince.delete(home);
      for (const room of this.#rooms.values()) room.homeBack(home);
    } else if (!isAlive && sinceUs === undefined) {
      this.#goneSince.set(home, nowUs);
      this.#deps.log.warn({ processId: home }, 'another process of the service is gone');
      for (const room of this.#rooms.values()) room.homeGone(home);
    } else if (!isAlive && this.#isOver(home, nowUs)) {
      for (const room of this.#rooms.values()) room.giveUp(home);
    }
  }

  #isOver(home: string, nowUs: number): boolean {
    const sinceUs = this.#goneSince.get(home);
    return sinceUs !== undefined && nowUs - sinceUs >= limits.resumeWindowMs * 1000;
  }

  /** Rooms whose processes are all gone have nobody who takes out their participants. */
  async #cleanUp(nowUs: number): Promise<void> {
    for (const [roomId, { homes }] of this.#summaries.all) {
      if (this.#rooms.has(roomId) || homes.length === 0) continue;
      if (homes.every((home) => this.#isOver(home, nowUs))) await this.#empty(roomId, new Set(homes));
    }
  }

  async #empty(roomId: string, homes: ReadonlySet<string>): Promise<void> {
    const { bus } = this.#deps;
    const { entries } = readFields((await bus.read(roomId)).fields);
    for (const [number, { entry, text }] of entries) {
      if (!homes.has(entry.home)) continue;
      const requires = { field: fieldOf.participant(number), text };
      const leaving = { number, reason: LeaveReason.LOST, note: '', by: number };
      const news: News = { id: '', admits: true, change: { kind: 'left', leaving } };
      await bus.commit(roomId, { admits: true, requires, remove: [requires.field], news: JSON.stringify(news) });
    }
    this.#summaries.remove(roomId);
  }
}
