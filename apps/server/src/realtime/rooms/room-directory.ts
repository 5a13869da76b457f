import { limits, type RoomCloseReason } from '@roomtone/protocol';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import { roomNotFound } from '../../domain/permissions.ts';
import { MatchedPlayout } from '../../domain/playout-mode.ts';
import type { ChatChecks } from '../../domain/speaking.ts';
import { transportAtFirst } from '../../domain/transport.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveParticipant, LiveRooms } from '../../ports/live-rooms.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { chatBody } from '../connections/wire-bodies.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Codec } from '../sockets/codec.ts';
import type { SharedTurn } from '../sockets/event-loop-turn.ts';
import { LiveRoom, type RoomTime } from './live-room.ts';
import { ParticipantNumbers } from './participant-numbers.ts';

export interface RoomDirectoryDeps {
  readonly storage: Pick<Storage, 'roomById' | 'recentChat' | 'takeNumbers' | 'addChat' | 'touchRooms'>;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly chatChecks: ChatChecks;
  readonly counters: RealtimeCounters;
  /** A room is not what lists say: its record, or how many are inside. */
  readonly onChange: (record: RoomRecord) => void;
  readonly onClosed: (roomId: string) => void;
}

/** Longer ones are not asked storage about. */
const maxRoomIdLength = 64;

interface Entry {
  readonly room: LiveRoom;
  /** Those who need it: everybody inside, and every join and chat message under way. */
  holds: number;
}

/**
 * The rooms that somebody is in or about to enter. A room is read from storage once, when the first one needs it, and let
 * go with the last.
 */
export class RoomDirectory implements LiveRooms {
  readonly #deps: RoomDirectoryDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #loads = new Map<string, Promise<void>>();
  /** What became of rooms while they were being read. */
  readonly #meanwhile = new Map<string, RoomRecord | 'closed'>();
  /** Kept when a room is empty: the numbers that are left are for those who come next. */
  readonly #numbers = new Map<string, ParticipantNumbers>();
  /** Kept when a room is empty, too: those who come back find the metronome as they left it (room rules R9.2). */
  readonly #times = new Map<string, RoomTime>();
  /** Activity that storage does not know yet: room → wall clock, ms. */
  readonly #activity = new Map<string, number>();

  constructor(deps: RoomDirectoryDeps) {
    this.#deps = deps;
  }

  /**
   * The room's host, held until release().
   * @throws {RoomtoneError} ROOM_NOT_FOUND with `room_id`.
   */
  async acquire(roomId: string): Promise<LiveRoom> {
    for (;;) {
      const entry = this.#entries.get(roomId);
      if (entry !== undefined) {
        entry.holds++;
        return entry.room;
      }
      // Once more round: another one who waited for the same load may have come and gone since.
      await this.#loaded(roomId);
    }
  }

  /** Holds a host that is held already once more. */
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
    if (entry.holds === 0) this.#entries.delete(roomId);
  }

  /** The room has changed in storage: see RoomHost.update(). */
  update(record: RoomRecord): void {
    const { roomId } = record;
    if (this.#loads.has(roomId)) this.#meanwhile.set(roomId, record);
    const room = this.#entries.get(roomId)?.room;
    if (room === undefined) this.#deps.onChange(record);
    else room.update(record);
  }

  /** The room is gone from storage: see RoomHost.close(). Undefined when nobody is inside or about to be. */
  close(roomId: string, reason: RoomCloseReason): LiveRoom | undefined {
    if (this.#loads.has(roomId)) this.#meanwhile.set(roomId, 'closed');
    const room = this.#entries.get(roomId)?.room;
    this.#entries.delete(roomId);
    this.#numbers.delete(roomId);
    this.#times.delete(roomId);
    this.#activity.delete(roomId);
    room?.close(reason);
    this.#deps.onClosed(roomId);
    return room;
  }

  /** An account is gone: see RoomChat.forgetUser(). */
  forgetUser(userId: string): void {
    for (const { room } of this.#entries.values()) room.history.forgetUser(userId);
  }

  *liveRooms(): Generator<LiveRoom> {
    for (const { room } of this.#entries.values()) yield room;
  }

  /** Rooms that somebody is in or about to enter. */
  liveRoomIds(): readonly string[] {
    return [...this.#entries.keys(), ...this.#loads.keys()];
  }

  /** Those whose words are shown in some room. */
  speakers(): readonly string[] {
    const all = new Set<string>();
    for (const { room } of this.#entries.values()) for (const userId of room.history.speakers) all.add(userId);
    all.delete('');
    return [...all];
  }

  occupancy(roomId: string): number {
    return this.#entries.get(roomId)?.room.participants.size ?? 0;
  }

  occupiedRoomIds(): readonly string[] {
    const occupied: string[] = [];
    for (const [roomId, entry] of this.#entries) if (entry.room.participants.size > 0) occupied.push(roomId);
    return occupied;
  }

  participants(roomId: string): readonly LiveParticipant[] {
    const participants = this.#entries.get(roomId)?.room.participants;
    return participants === undefined ? [] : Array.from(participants.values(), ({ info }) => info);
  }

  lastActivity(roomId: string): number {
    return this.#activity.get(roomId) ?? 0;
  }

  /** Tells storage of the activity since the last time; what it does not take is told again next time. */
  async flushActivity(): Promise<void> {
    if (this.#activity.size === 0) return;
    const told = Array.from(this.#activity, ([roomId, lastActivity]) => ({ roomId, lastActivity }));
    await this.#deps.storage.touchRooms(told);
    for (const { roomId, lastActivity } of told) {
      if (this.#activity.get(roomId) === lastActivity) this.#activity.delete(roomId);
    }
  }

  /** Resolves when no chat is under way in any room. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.#entries.values(), (entry) => entry.room.history.settled()));
  }

  /** Resolves when the room has been read; those who ask meanwhile share one reading. */
  #loaded(roomId: string): Promise<void> {
    let load = this.#loads.get(roomId);
    if (load === undefined) {
      load = this.#load(roomId).finally(() => {
        this.#loads.delete(roomId);
        this.#meanwhile.delete(roomId);
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
    const [chat] = await Promise.all([reading, numbers.hasNext ? undefined : numbers.more()]);
    const record = this.#meanwhile.get(roomId) ?? read;
    if (record === 'closed') throw roomNotFound(roomId);
    const onActivity = (nowMs: number) => {
      this.#activity.set(roomId, nowMs);
    };
    const time = this.#times.get(roomId) ?? { transport: transportAtFirst, playout: new MatchedPlayout() };
    this.#times.set(roomId, time);
    const from = { numbers, chat: chat.map(chatBody), time };
    const room = new LiveRoom(record, from, { ...this.#deps, onActivity });
    this.#entries.set(roomId, { room, holds: 0 });
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
