import { limits, type Room } from '@roomtone/protocol';
import type { LiveRooms } from '../../ports/live-rooms.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { roomBody } from '../connections/wire-bodies.ts';
import type { Recipient } from '../delivery/recipient.ts';
import type { Codec } from '../sockets/codec.ts';

export interface LobbyDeps {
  readonly storage: Pick<Storage, 'listRooms'>;
  readonly codec: Codec;
  readonly rooms: Pick<LiveRooms, 'occupancy' | 'lastActivity' | 'flushActivity'>;
}

/**
 * Tells those who asked for it what becomes of the public list, public and pro rooms (room rules R11). What happens is
 * gathered, and told together by tell(): a room once, as it is by then.
 */
export class Lobby {
  readonly #deps: LobbyDeps;
  readonly #listeners = new Set<Recipient>();
  /** Rooms that some listener has been told of. */
  readonly #known = new Set<string>();
  /** What has happened since the last time; undefined for a room that is gone. */
  readonly #changes = new Map<string, RoomRecord | undefined>();
  /** Listeners about to get the list. */
  #arriving = 0;
  #timesTold = 0;

  constructor(deps: LobbyDeps) {
    this.#deps = deps;
  }

  /** From now on this one hears of the public list; the list as it is now answers the request. */
  async subscribe(recipient: Recipient, requestId: number): Promise<void> {
    const { storage, rooms, codec } = this.#deps;
    const request = { page: 1, limit: limits.lobby.rooms, roomTypes: ['public', 'pro'] } as const;
    this.#arriving++;
    try {
      // Storage sorts by the activity that it knows; where it cannot write now, by older activity.
      await rooms.flushActivity().catch(() => undefined);
      let listed: readonly RoomRecord[];
      let before: number;
      do {
        before = this.#timesTold;
        listed = (await storage.listRooms(request)).rooms;
        // What was told meanwhile may be missing in what was read.
      } while (before !== this.#timesTold);
      for (const { roomId } of listed) this.#known.add(roomId);
      const added = listed.map((record) => this.#body(record));
      recipient.deliver(codec.encode({ kind: 'lobbyUpdate', body: { added, changed: [], removed: [] } }), requestId);
      this.#listeners.add(recipient);
    } finally {
      this.#arriving--;
      this.#restUnwatched();
    }
  }

  /** Nothing happens where it did not listen. */
  unsubscribe(recipient: Recipient): void {
    this.#listeners.delete(recipient);
    this.#restUnwatched();
  }

  /** A room is new, or is not what it was: its record or how many are inside. */
  changed(record: RoomRecord): void {
    // Knowing a private room's id is the invitation to it.
    if (this.#isWatched && record.roomType !== 'private') this.#changes.set(record.roomId, record);
  }

  /** A room is gone. */
  removed(roomId: string): void {
    if (this.#isWatched) this.#changes.set(roomId, undefined);
  }

  /** Tells everybody what has happened since the last time. */
  sendUpdates(): void {
    if (this.#changes.size === 0) return;
    const { codec } = this.#deps;
    this.#timesTold++;
    for (const changes of inParts(this.#changes, limits.lobby.rooms)) {
      const body = this.#updateOf(changes);
      if (body.added.length + body.changed.length + body.removed.length === 0) continue;
      const frame = codec.encode({ kind: 'lobbyUpdate', body });
      for (const recipient of this.#listeners) recipient.deliver(frame, 0);
    }
    this.#changes.clear();
  }

  get #isWatched(): boolean {
    return this.#listeners.size + this.#arriving > 0;
  }

  #restUnwatched(): void {
    if (this.#isWatched) return;
    this.#known.clear();
    this.#changes.clear();
  }

  #updateOf(changes: readonly (readonly [roomId: string, record: RoomRecord | undefined])[]) {
    const update = { added: [] as Room[], changed: [] as Room[], removed: [] as string[] };
    for (const [roomId, record] of changes) {
      if (record === undefined) {
        if (this.#known.delete(roomId)) update.removed.push(roomId);
      } else if (this.#known.has(roomId)) update.changed.push(this.#body(record));
      else {
        this.#known.add(roomId);
        update.added.push(this.#body(record));
      }
    }
    return update;
  }

  #body(record: RoomRecord): Room {
    const { roomId } = record;
    const { rooms } = this.#deps;
    return roomBody(record, { currentUsers: rooms.occupancy(roomId), lastActivity: rooms.lastActivity(roomId) });
  }
}

function* inParts<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let part: T[] = [];
  for (const each of all) {
    part.push(each);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
