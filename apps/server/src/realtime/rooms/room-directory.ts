import { limits, type RoomCloseReason } from '@roomtone/protocol';
import { type ChatChecks, type RoomLoops, roomNotFound, transportAtFirst } from '@roomtone/room';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import { RoomPlayout } from '../../domain/playout-mode.ts';
import type { Awaitable } from '../../ports/awaitable.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveParticipant, LiveRoomLife, LiveRooms } from '../../ports/live-rooms.ts';
import type { LoopRecord, RoomRecord, TempoRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { ServiceEvents } from '../../ports/webhooks.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Codec } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/event-loop-turn.ts';
import { LiveRoom, type LiveRoomDeps } from './live-room.ts';
import { ParticipantNumbers } from './participant-numbers.ts';
import type { RoomTime } from './room-life.ts';
import type { RoomSharing } from './room-sharing.ts';
import { loopRecord, loopsFrom, remembered } from './stored-loops.ts';
import { forgetLoopMaker } from './use-loops.ts';
import { chatBody } from './wire-bodies.ts';

export interface RoomDirectoryDeps {
  readonly storage: Pick<
    Storage,
    'roomById' | 'recentChat' | 'takeNumbers' | 'addChat' | 'touchRooms' | 'setTempos' | 'setLoops' | 'loopsOf'
  >;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly paced: LiveRoomDeps['paced'];
  readonly turn: SharedTurn;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly chatChecks: ChatChecks;
  readonly counters: RealtimeCounters;
  /** A room's record or its number of participants has changed. */
  readonly onChange: (record: RoomRecord) => void;
  readonly onClosed: (roomId: string) => void;
  readonly events: ServiceEvents;
  /** Undefined where one process has all rooms. */
  readonly sharing?: RoomSharing | undefined;
}

/** Longer ids are not looked up in storage. */
const maxRoomIdLength = 64;

interface Entry {
  readonly room: LiveRoom;
  /** How many need the live room: participants, and joins and commands that are under way. */
  holds: number;
}

/** The live rooms. A room is read from storage when it is first needed, and dropped when nobody holds it any longer. */
export class RoomDirectory implements LiveRooms {
  readonly #deps: RoomDirectoryDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #loads = new Map<string, Promise<void>>();
  /** Changes to rooms while they are being read. */
  readonly #changedWhileLoading = new Map<string, RoomRecord | 'closed'>();
  /** Kept when a room is empty, so that the remaining numbers are used. */
  readonly #numbers = new Map<string, ParticipantNumbers>();
  /** Kept when a room is empty, so that the metronome stays as it was (room rules R9.2). */
  readonly #times = new Map<string, RoomTime>();
  /** Activity that is not in storage yet: room → wall clock, ms. */
  readonly #activity = new Map<string, number>();

  /** Tempos that are not in storage yet. */
  readonly #tempos = new Map<string, TempoRecord>();

  /** Loops that are not in storage yet, by room and slot. */
  readonly #loops = new Map<string, Map<number, LoopRecord>>();

  constructor(deps: RoomDirectoryDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a live room, held until release().
   * @throws {RoomtoneError} ROOM_NOT_FOUND with `room_id`.
   */
  async acquire(roomId: string): Promise<LiveRoom> {
    for (;;) {
      const entry = this.#entries.get(roomId);
      if (entry !== undefined) {
        entry.holds++;
        return entry.room;
      }
      // Checks again: another caller that waited for the same load may have released the room in the meantime.
      await this.#loaded(roomId);
    }
  }

  /** Holds a live room that is already held once more. */
  hold(room: LiveRoom): void {
    const entry = this.#entries.get(room.record.roomId);
    if (entry?.room === room) entry.holds++;
  }

  /** Undoes one acquire() or hold(). */
  release(room: LiveRoom): void {
    const { roomId } = room.record;
    const entry = this.#entries.get(roomId);
    if (entry?.room !== room) return;
    entry.holds--;
    if (entry.holds > 0) return;
    this.#entries.delete(roomId);
    room.keepPlace();
    room.time.loops = remembered(room.loops.all);
    this.#deps.sharing?.dropped(room);
  }

  /** This process has changed the room in storage: see LiveRoom.update(). Resolves when that is in force here. */
  update(record: RoomRecord, requester?: Requester): Awaitable<void> {
    const { sharing } = this.#deps;
    if (sharing === undefined) this.updated(record, requester);
    else return this.#updateEverywhere(sharing, record, requester);
  }

  /** The room has changed in storage. */
  updated(record: RoomRecord, requester?: Requester): void {
    const { roomId } = record;
    if (this.#loads.has(roomId)) this.#changedWhileLoading.set(roomId, record);
    const room = this.#entries.get(roomId)?.room;
    if (room === undefined) this.#deps.onChange(record);
    else room.update(record, requester);
  }

  /** The room was removed from storage: see LiveRoom.close(). Returns undefined for a room that is not live. */
  close(roomId: string, reason: RoomCloseReason): LiveRoom | undefined {
    if (this.#loads.has(roomId)) this.#changedWhileLoading.set(roomId, 'closed');
    const room = this.#entries.get(roomId)?.room;
    this.#entries.delete(roomId);
    this.#numbers.delete(roomId);
    this.#times.delete(roomId);
    this.#activity.delete(roomId);
    this.#tempos.delete(roomId);
    this.#loops.delete(roomId);
    room?.close(reason);
    if (room !== undefined) this.#deps.sharing?.dropped(room);
    this.#deps.onClosed(roomId);
    return room;
  }

  /** A user was deleted: see ChatHistory.forgetUser() and forgetLoopMaker(). */
  forgetUser(userId: string): void {
    for (const { room } of this.#entries.values()) {
      room.history.forgetUser(userId);
      // If the others cannot be told now, storage tells them.
      forgetLoopMaker(room, userId).catch(() => {});
    }
  }

  *liveRooms(): Generator<LiveRoom> {
    for (const { room } of this.#entries.values()) yield room;
  }

  /** Rooms that somebody is in, here or elsewhere, or is joining here. */
  liveRoomIds(): readonly string[] {
    const elsewhere = this.#deps.sharing?.occupiedInOthers() ?? [];
    return [...new Set([...this.#entries.keys(), ...this.#loads.keys(), ...elsewhere])];
  }

  /** Users with messages in the chat history of a live room, or with loops. */
  speakers(): readonly string[] {
    const all = new Set<string>();
    for (const { room } of this.#entries.values())
      for (const userId of [...room.history.speakers, ...room.loops.makers]) all.add(userId);
    all.delete('');
    return [...all];
  }

  /** The live room, if it is one. It is not held. */
  find(roomId: string): LiveRoom | undefined {
    return this.#entries.get(roomId)?.room;
  }

  occupancy(roomId: string): number {
    return this.#entries.get(roomId)?.room.participants.size ?? this.participants(roomId).length;
  }

  occupiedRoomIds(): readonly string[] {
    const occupied = new Set(this.#deps.sharing?.occupiedInOthers());
    for (const [roomId, entry] of this.#entries) {
      if (entry.room.participants.size > 0) occupied.add(roomId);
      else occupied.delete(roomId);
    }
    return [...occupied];
  }

  life(roomId: string): LiveRoomLife | undefined {
    const room = this.#entries.get(roomId)?.room;
    return room === undefined ? this.#deps.sharing?.summaryOf(roomId)?.life : room.life.shown;
  }

  participants(roomId: string): readonly LiveParticipant[] {
    const participants = this.#entries.get(roomId)?.room.participants;
    if (participants === undefined) return this.#deps.sharing?.summaryOf(roomId)?.participants ?? [];
    return Array.from(participants.values(), ({ info }) => info);
  }

  isInside(roomId: string, userId: string): Awaitable<boolean> {
    const room = this.#entries.get(roomId)?.room;
    return room?.isInside(userId) ?? this.#deps.sharing?.isInside(roomId, userId) ?? false;
  }

  lastActivity(roomId: string): number {
    return this.#activity.get(roomId) ?? this.#deps.sharing?.summaryOf(roomId)?.lastActivity ?? 0;
  }

  /** Stores the tempos that were set since the last time, and where metronomes that run have come to. If that fails, they are stored the next time. */
  async flushTempos(): Promise<void> {
    for (const room of this.liveRooms()) room.keepPlace();
    if (this.#tempos.size === 0) return;
    const batch = [...this.#tempos];
    await this.#deps.storage.setTempos(batch.map(([roomId, tempo]) => ({ roomId, ...tempo })));
    for (const [roomId, tempo] of batch) if (this.#tempos.get(roomId) === tempo) this.#tempos.delete(roomId);
  }

  /** Stores the loops that have changed since the last time. If that fails, they are stored the next time. */
  async flushLoops(): Promise<void> {
    const batch = [...this.#loops.values()].flatMap((ofRoom) => [...ofRoom.values()]);
    if (batch.length === 0) return;
    await this.#deps.storage.setLoops(batch);
    for (const record of batch) {
      const ofRoom = this.#loops.get(record.roomId);
      if (ofRoom?.get(record.slot) === record) ofRoom.delete(record.slot);
      if (ofRoom?.size === 0) this.#loops.delete(record.roomId);
    }
  }

  /** Stores the activity since the last time. If that fails, it is stored the next time. */
  async flushActivity(): Promise<void> {
    if (this.#activity.size === 0) return;
    const batch = Array.from(this.#activity, ([roomId, lastActivity]) => ({ roomId, lastActivity }));
    await this.#deps.storage.touchRooms(batch);
    for (const { roomId, lastActivity } of batch) {
      if (this.#activity.get(roomId) === lastActivity) this.#activity.delete(roomId);
    }
  }

  /** Resolves when no chat message is on its way in any room. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.#entries.values(), (entry) => entry.room.history.settled()));
  }

  async #updateEverywhere(sharing: RoomSharing, record: RoomRecord, requester?: Requester): Promise<void> {
    if (!(await sharing.recordChanged(record, requester))) this.updated(record, requester);
  }

  /** Resolves when the room has been read. Concurrent calls share one read. */
  #loaded(roomId: string): Promise<void> {
    let load = this.#loads.get(roomId);
    if (load === undefined) {
      load = this.#load(roomId).finally(() => {
        this.#loads.delete(roomId);
        this.#changedWhileLoading.delete(roomId);
      });
      this.#loads.set(roomId, load);
    }
    return load;
  }

  async #load(roomId: string): Promise<void> {
    const { storage } = this.#deps;
    const read = roomId.length <= maxRoomIdLength ? await storage.roomById(roomId) : undefined;
    if (read === undefined) throw roomNotFound(roomId);
    const numbers = this.#numbersOf(roomId);
    const reading = storage.recentChat(roomId, limits.chatHistory.onJoin);
    const waiting = () => this.#loops.get(roomId)?.values() ?? [];
    // They may be stored while an earlier state is read.
    const waitedBefore = [...waiting()];
    const [chat, stored] = await Promise.all([
      reading,
      storage.loopsOf(roomId),
      numbers.hasNext ? undefined : numbers.more(),
    ]);
    const record = this.#changedWhileLoading.get(roomId) ?? read;
    if (record === 'closed') throw roomNotFound(roomId);
    const onActivity = (nowMs: number) => {
      this.#activity.set(roomId, nowMs);
    };
    const onTempo = (tempo: TempoRecord) => {
      this.#tempos.set(roomId, tempo);
    };
    const onLoop = (slot: number, { revision, bySlot }: RoomLoops, isOwn: boolean) => {
      const ofRoom = this.#loops.get(roomId) ?? new Map<number, LoopRecord>();
      // The others store their changes; what waits here must not undo them.
      if (!isOwn && !ofRoom.has(slot)) return;
      this.#loops.set(roomId, ofRoom);
      ofRoom.set(slot, loopRecord(roomId, slot, revision, bySlot.get(slot)));
    };
    const time: RoomTime = this.#times.get(roomId) ?? {
      transport: { ...transportAtFirst, ...record.tempo, beatsBefore: beatsAtFirst(record) },
      playout: new RoomPlayout(),
    };
    this.#times.set(roomId, time);
    const loops = loopsFrom([...waitedBefore, ...stored, ...waiting()], time.loops);
    const from = { numbers, chat: chat.map(chatBody), time, loops };
    const onChange = (changed: RoomRecord) => {
      this.#deps.onChange(changed);
      this.#deps.sharing?.changed(room);
    };
    const room = new LiveRoom(record, from, { ...this.#deps, onActivity, onTempo, onLoop, onChange });
    if (this.#deps.sharing !== undefined) await this.#share(this.#deps.sharing, room);
    this.#entries.set(roomId, { room, holds: 0 });
  }

  /** The others' state is part of the room before anybody joins it here. */
  async #share(sharing: RoomSharing, room: LiveRoom): Promise<void> {
    const { roomId } = room.record;
    await sharing.share(room);
    const record = this.#changedWhileLoading.get(roomId);
    if (record === 'closed') {
      sharing.dropped(room);
      throw roomNotFound(roomId);
    }
    if (record !== undefined && record !== room.record) room.update(record);
  }

  #numbersOf(roomId: string): ParticipantNumbers {
    let numbers = this.#numbers.get(roomId);
    if (numbers === undefined) {
      numbers = new ParticipantNumbers(async (size) => {
        const first = await this.#deps.storage.takeNumbers(roomId, size);
        if (first === undefined) throw roomNotFound(roomId);
        return first;
      });
      this.#numbers.set(roomId, numbers);
    }
    return numbers;
  }
}

/** The open sheet may have been put somewhere else since the beats were stored. */
function beatsAtFirst({ tempo, stand }: RoomRecord): number {
  return Math.max(tempo?.beatsBefore ?? 0, stand?.beat ?? 0);
}
