import { limits, RoomtoneError } from '@roomtone/protocol';
import type { ChatFlood } from '../domain/chat.ts';
import type { Clock, LiveParticipant, LiveRooms, RoomRecord, Storage } from '../ports.ts';
import { chatBody } from './bodies.ts';
import type { Codec } from './codec.ts';
import { RoomHost } from './room-host.ts';

export interface RoomDirectoryDeps {
  readonly storage: Pick<Storage, 'roomById' | 'recentChat' | 'addChat' | 'touchRooms'>;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly flood: ChatFlood;
}

/** Longer ones are not asked storage about. */
const maxRoomIdLength = 64;

interface Entry {
  readonly host: RoomHost;
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
  /** Where a room's numbering goes on after it was empty: numbers are never reused (room rules R3.1). */
  readonly #nextNumbers = new Map<string, number>();
  /** Activity that storage does not know yet: room → wall clock, ms. */
  readonly #activity = new Map<string, number>();

  constructor(deps: RoomDirectoryDeps) {
    this.#deps = deps;
  }

  /**
   * The room's host, held until release(). `fresh` is the room's record where the caller has just made it.
   * @throws {RoomtoneError} ROOM_NOT_FOUND with `room_id`.
   */
  async acquire(roomId: string, fresh?: RoomRecord): Promise<RoomHost> {
    for (;;) {
      const entry = this.#entries.get(roomId);
      if (entry !== undefined) {
        entry.holds++;
        return entry.host;
      }
      // Once more round: another one who waited for the same load may have come and gone since.
      await this.#loaded(roomId, fresh);
    }
  }

  /** Holds a host that is held already once more. */
  hold(host: RoomHost): void {
    const entry = this.#entries.get(host.record.roomId);
    if (entry !== undefined) entry.holds++;
  }

  /** Undoes one acquire() or hold(). */
  release(host: RoomHost): void {
    const { roomId } = host.record;
    const entry = this.#entries.get(roomId);
    if (entry === undefined) return;
    entry.holds--;
    if (entry.holds > 0) return;
    this.#entries.delete(roomId);
    this.#nextNumbers.set(roomId, host.nextNumber);
  }

  occupancy(roomId: string): number {
    return this.#entries.get(roomId)?.host.members.size ?? 0;
  }

  occupiedRoomIds(): readonly string[] {
    const occupied: string[] = [];
    for (const [roomId, entry] of this.#entries) if (entry.host.members.size > 0) occupied.push(roomId);
    return occupied;
  }

  participants(roomId: string): readonly LiveParticipant[] {
    const members = this.#entries.get(roomId)?.host.members;
    return members === undefined ? [] : Array.from(members.values(), (member) => member.participant);
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
    await Promise.all(Array.from(this.#entries.values(), (entry) => entry.host.settled()));
  }

  /** Resolves when the room has been read; those who ask meanwhile share one reading. */
  #loaded(roomId: string, fresh: RoomRecord | undefined): Promise<void> {
    let load = this.#loads.get(roomId);
    if (load === undefined) {
      load = this.#load(roomId, fresh).finally(() => this.#loads.delete(roomId));
      this.#loads.set(roomId, load);
    }
    return load;
  }

  async #load(roomId: string, fresh: RoomRecord | undefined): Promise<void> {
    const { storage, clock, codec, flood } = this.#deps;
    const record = fresh ?? (roomId.length <= maxRoomIdLength ? await storage.roomById(roomId) : undefined);
    if (record === undefined) {
      throw new RoomtoneError('ROOM_NOT_FOUND', 'There is no such room.', { room_id: roomId });
    }
    const chat = fresh === undefined ? await storage.recentChat(roomId, limits.chatHistory.onJoin) : [];
    const onActivity = (nowMs: number) => {
      this.#activity.set(roomId, nowMs);
    };
    const from = { nextNumber: this.#nextNumbers.get(roomId) ?? 1, chat: chat.map(chatBody) };
    const host = new RoomHost(record, from, { storage, clock, codec, flood, onActivity });
    this.#entries.set(roomId, { host, holds: 0 });
  }
}
