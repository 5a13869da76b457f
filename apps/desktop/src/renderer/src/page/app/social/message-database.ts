import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { Line } from './lines.ts';

interface Schema extends DBSchema {
  lines: { key: [string, string]; value: Line; indexes: { ownerId: string } };
}

type WritableLines = IDBPObjectStore<Schema, ['lines'], 'lines', 'readwrite'>;

/**
 * Stores direct messages in this browser's IndexedDB. Every method rejects with a DOMException if it stores nothing.
 */
export class MessageDatabase {
  readonly #name: string;
  #database: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(name = 'roomtone.messages') {
    this.#name = name;
  }

  /** All lines of an account, sorted by time. */
  async all(ownerId: string): Promise<readonly Line[]> {
    const lines = await (await this.#open()).getAllFromIndex('lines', 'ownerId', ownerId);
    return lines.sort((a, b) => a.atMs - b.atMs);
  }

  /** Stores lines, and replaces those with the same ids. */
  async put(lines: readonly Line[]): Promise<void> {
    await this.#write((store) => lines.map((line) => store.put(line)));
  }

  async remove(lines: readonly Line[]): Promise<void> {
    await this.#write((store) => lines.map(({ ownerId, id }) => store.delete([ownerId, id])));
  }

  async #write(request: (store: WritableLines) => readonly Promise<unknown>[]): Promise<void> {
    const transaction = (await this.#open()).transaction('lines', 'readwrite');
    const results = request(transaction.store);
    // Without waiting for the results: an open transaction would be lost if the page closed.
    transaction.commit();
    await Promise.all([...results, transaction.done]);
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#database ??= openDB<Schema>(this.#name, 1, {
      upgrade: (database) => {
        database.createObjectStore('lines', { keyPath: ['ownerId', 'id'] }).createIndex('ownerId', 'ownerId');
      },
    });
    return this.#database;
  }
}
