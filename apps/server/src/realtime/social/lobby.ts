import { limits, type Room, type RoomLife } from '@roomtone/protocol';
import type { LiveRoomLife, LiveRooms } from '../../ports/live-rooms.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Recipient } from '../delivery/recipient.ts';
import { roomBody } from '../rooms/wire-bodies.ts';
import type { Codec } from '../sockets/codec.ts';
import type { LobbyChanges } from './lobby-changes.ts';

export interface LobbyDeps {
  readonly storage: Pick<Storage, 'listRooms'>;
  readonly codec: Codec;
  readonly rooms: Pick<LiveRooms, 'occupancy' | 'lastActivity' | 'flushActivity' | 'life'>;
  readonly changes: LobbyChanges;
}

/** Keeps the list of public and pro rooms current for its subscribers (room rules R11). */
export class Lobby {
  readonly #deps: LobbyDeps;
  readonly #subscribers = new Set<Recipient>();
  /** Rooms that some subscriber has been told about. */
  readonly #known = new Set<string>();
  /** Subscribers whose list is being read. */
  #arriving = 0;
  /** Their list while it is being read. */
  #list: Promise<Uint8Array> | undefined;
  #updatesSent = 0;

  constructor(deps: LobbyDeps) {
    this.#deps = deps;
  }

  /** Answers the request with the current list; updates follow. */
  async subscribe(recipient: Recipient, requestId: number): Promise<void> {
    this.#arriving++;
    this.#deps.changes.start();
    try {
      // All who ask meanwhile get the same list: the changes since it was read follow as updates.
      this.#list ??= this.#read().finally(() => {
        this.#list = undefined;
      });
      recipient.deliver(await this.#list, requestId);
      this.#subscribers.add(recipient);
    } finally {
      this.#arriving--;
      this.#stopUnwatched();
    }
  }

  async #read(): Promise<Uint8Array> {
    const { storage, rooms, codec } = this.#deps;
    const request = { page: 1, limit: limits.lobby.rooms, roomTypes: ['public', 'pro'] } as const;
    // Storage sorts by the activity that it knows. If it cannot write now, the order is a little older.
    await rooms.flushActivity().catch(() => undefined);
    let listed: readonly RoomRecord[];
    let before: number;
    do {
      before = this.#updatesSent;
      listed = (await storage.listRooms(request)).rooms;
      // The list that was read may lack an update that was sent in the meantime.
    } while (before !== this.#updatesSent);
    for (const { roomId } of listed) this.#known.add(roomId);
    const added = listed.map((record) => this.#body(record));
    return codec.encode({ kind: 'lobbyUpdate', body: { added, changed: [], removed: [] } });
  }

  /** True if somebody follows the list. */
  get isWatched(): boolean {
    return this.#subscribers.size > 0;
  }

  unsubscribe(recipient: Recipient): void {
    this.#subscribers.delete(recipient);
    this.#stopUnwatched();
  }

  /** Sends all subscribers what has changed since the last time. */
  sendUpdates(): void {
    const { codec, changes } = this.#deps;
    if (changes.isEmpty) return;
    this.#updatesSent++;
    for (const part of inParts(changes.take(), limits.lobby.rooms)) {
      const body = this.#updateOf(part);
      if (body.added.length + body.changed.length + body.removed.length === 0) continue;
      const frame = codec.encode({ kind: 'lobbyUpdate', body });
      for (const recipient of this.#subscribers) recipient.deliver(frame, 0);
    }
  }

  #stopUnwatched(): void {
    if (this.#subscribers.size + this.#arriving > 0) return;
    this.#known.clear();
    this.#deps.changes.stop();
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
    const now = { currentUsers: rooms.occupancy(roomId), lastActivity: rooms.lastActivity(roomId) };
    const life = rooms.life(roomId);
    return {
      ...roomBody(record, now),
      moderators: [],
      players: [],
      stand: '',
      ...(life !== undefined && { life: lifeBody(life) }),
    };
  }
}

function lifeBody({ players, tempo, pulse }: LiveRoomLife): RoomLife {
  return {
    players: players.map(({ username, displayName, avatarUrl, color, instrument }) => ({
      username,
      displayName,
      avatarUrl,
      color,
      instrument,
    })),
    tempo,
    pulse,
  };
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
