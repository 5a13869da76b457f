import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Take, TakeChunk } from './take.ts';
import { mergedPlayers } from './take-players.ts';

interface Schema extends DBSchema {
  takes: { key: string; value: Take };
  chunks: { key: number; value: TakeChunk & { takeId: string }; indexes: { takeId: string } };
}

/** Data that is added in one transaction. */
export interface Addition {
  /** The takes that get the chunk; new ones start with it. */
  readonly takes: readonly { readonly take: Take; readonly isNew: boolean }[];
  readonly chunk: TakeChunk;
}

/** Stores takes in this browser's IndexedDB. Every method rejects with a DOMException if the browser stores nothing. */
export class RecordingDatabase {
  readonly #name: string;
  #database: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(name = 'roomtone.takes') {
    this.#name = name;
  }

  /** Adds a chunk to takes. A kept take that was deleted in the meantime stays deleted. */
  async add({ takes, chunk }: Addition): Promise<void> {
    const transaction = (await this.#open()).transaction(['takes', 'chunks'], 'readwrite');
    const [database, chunks] = [transaction.objectStore('takes'), transaction.objectStore('chunks')];
    for (const { take, isNew } of takes) {
      const before = await database.get(take.id);
      if (before === undefined && take.kind === 'kept' && !isNew) continue;
      // The take may have been renamed or cut while it is being recorded.
      const { name, startUs, eventCount } = before ?? { name: take.name, startUs: chunk.startUs, eventCount: 0 };
      await database.put({ ...take, name, startUs, eventCount: eventCount + chunk.timesUs.length });
      await chunks.add({ ...chunk, takeId: take.id });
    }
    await transaction.done;
  }

  /** Deletes the chunks of a rolling take that ended before a time, and the take itself if none is left. */
  async cut(takeId: string, beforeUs: number): Promise<void> {
    const transaction = (await this.#open()).transaction(['takes', 'chunks'], 'readwrite');
    const database = transaction.objectStore('takes');
    const take = await database.get(takeId);
    let startUs: number | undefined;
    let eventCount = take?.eventCount ?? 0;
    for await (const cursor of transaction.objectStore('chunks').index('takeId').iterate(takeId)) {
      if (cursor.value.endUs >= beforeUs) {
        startUs = cursor.value.startUs;
        break;
      }
      eventCount -= cursor.value.timesUs.length;
      await cursor.delete();
    }
    if (take !== undefined && startUs === undefined) await database.delete(takeId);
    else if (take !== undefined && startUs !== undefined) await database.put({ ...take, startUs, eventCount });
    await transaction.done;
  }

  /**
   * Copies takes, one after another and from a given time on, into a new kept take. Resolves to that take, or to
   * undefined if there is nothing to copy.
   */
  async keep(takeIds: readonly string[], fromUs: number, as: Pick<Take, 'id' | 'name'>): Promise<Take | undefined> {
    const transaction = (await this.#open()).transaction(['takes', 'chunks'], 'readwrite');
    const [database, store] = [transaction.objectStore('takes'), transaction.objectStore('chunks')];
    const takes = (await Promise.all(takeIds.map((id) => database.get(id)))).filter((take) => take !== undefined);
    const { players, indexes } = mergedPlayers(takes.map((take) => take.players));
    const chunks: TakeChunk[] = [];
    for (const [at, { id }] of takes.entries()) {
      const own = (await store.index('takeId').getAll(id)).filter((chunk) => chunk.endUs >= fromUs);
      const newNumber = (player: number) => indexes[at]?.[player] ?? player;
      for (const { timesUs, data, opening, ...chunk } of own) {
        const moved = opening.map(([player, state]) => [newNumber(player), state] as const);
        const { startUs, endUs } = chunk;
        chunks.push({ startUs, endUs, timesUs, data, opening: moved, players: chunk.players.map(newNumber) });
      }
    }
    const [latest, first, last] = [takes.at(-1), chunks[0], chunks.at(-1)];
    if (latest === undefined || first === undefined || last === undefined) return undefined;
    const tempos = takes.flatMap((take) => take.tempos);
    const pieces = takes.flatMap((take) => take.pieces ?? []);
    const eventCount = chunks.reduce((sum, chunk) => sum + chunk.timesUs.length, 0);
    const { startUs, endUs } = { startUs: first.startUs, endUs: last.endUs };
    const kept: Take = { ...latest, ...as, kind: 'kept', startUs, endUs, eventCount, players, tempos, pieces };
    await database.put(kept);
    for (const chunk of chunks) await store.add({ ...chunk, takeId: kept.id });
    await transaction.done;
    return kept;
  }

  /** All takes, newest first. */
  async takes(): Promise<Take[]> {
    return (await (await this.#open()).getAll('takes')).sort((a, b) => b.endUs - a.endUs);
  }

  /** A take's chunks in the order they were recorded. */
  async chunks(takeId: string): Promise<TakeChunk[]> {
    return (await this.#open()).getAllFromIndex('chunks', 'takeId', takeId);
  }

  async rename(takeId: string, name: string): Promise<void> {
    const transaction = (await this.#open()).transaction('takes', 'readwrite');
    const take = await transaction.store.get(takeId);
    if (take !== undefined) await transaction.store.put({ ...take, name });
    await transaction.done;
  }

  async delete(takeId: string): Promise<void> {
    const transaction = (await this.#open()).transaction(['takes', 'chunks'], 'readwrite');
    await transaction.objectStore('takes').delete(takeId);
    for await (const cursor of transaction.objectStore('chunks').index('takeId').iterate(takeId)) await cursor.delete();
    await transaction.done;
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#database ??= openDB<Schema>(this.#name, 1, {
      upgrade: (database) => {
        database.createObjectStore('takes', { keyPath: 'id' });
        const chunks = database.createObjectStore('chunks', { autoIncrement: true });
        chunks.createIndex('takeId', 'takeId');
      },
    });
    // A failure such as a full disk may be gone the next time.
    this.#database.catch(() => {
      this.#database = undefined;
    });
    return this.#database;
  }
}
