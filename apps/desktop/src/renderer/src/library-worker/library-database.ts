import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type LibraryStorage, StorageFullError, type StoredFile } from '../../../shared/library/library-core.ts';
import type { IndexedFile, Marks } from '../../../shared/library/library-index.ts';

/** A folder on the user's disk, which the browser may let this page read. */
export interface StoredFolder {
  readonly id: string;
  readonly name: string;
  readonly handle: FileSystemDirectoryHandle;
}

interface Schema extends DBSchema {
  files: { key: string; value: IndexedFile };
  /** Apart from the files, so that loading the index loads no music. */
  bytes: { key: string; value: Uint8Array<ArrayBuffer> };
  marks: { key: string; value: Marks };
  folders: { key: string; value: StoredFolder };
}

/** Keeps the library in this browser's IndexedDB. */
export class LibraryDatabase implements LibraryStorage {
  readonly #name: string;
  #database: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(name = 'roomtone.library') {
    this.#name = name;
  }

  async load(): Promise<{ files: readonly IndexedFile[]; marks: readonly (readonly [string, Marks])[] }> {
    const database = await this.#open();
    const [files, ids, marks] = await Promise.all([
      database.getAll('files'),
      database.getAllKeys('marks'),
      database.getAll('marks'),
    ]);
    return { files, marks: ids.flatMap((id, at) => (marks[at] === undefined ? [] : [[id, marks[at]] as const])) };
  }

  async folders(): Promise<readonly StoredFolder[]> {
    return (await this.#open()).getAll('folders');
  }

  /** undefined if the bytes are not kept here. */
  async bytesOf(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return (await this.#open()).get('bytes', id);
  }

  put(files: readonly StoredFile[]): Promise<void> {
    return this.#write(['files', 'bytes'], async (store) => {
      for (const { file, bytes } of files) {
        void store('files').put(file);
        if (bytes !== undefined) void store('bytes').put(bytes, file.id);
      }
    });
  }

  delete(ids: readonly string[]): Promise<void> {
    return this.#write(['files', 'bytes'], async (store) => {
      for (const id of ids) {
        void store('files').delete(id);
        void store('bytes').delete(id);
      }
    });
  }

  setMarks(contentId: string, marks: Marks): Promise<void> {
    return this.#write(['marks'], async (store) => void store('marks').put(marks, contentId));
  }

  putFolder(folder: StoredFolder): Promise<void> {
    return this.#write(['folders'], async (store) => void store('folders').put(folder));
  }

  deleteFolder(id: string): Promise<void> {
    return this.#write(['folders'], async (store) => void store('folders').delete(id));
  }

  async #write<Name extends 'files' | 'bytes' | 'marks' | 'folders'>(
    stores: Name[],
    write: (store: <Own extends Name>(name: Own) => WriteStore<Own>) => Promise<void>,
  ): Promise<void> {
    const transaction = (await this.#open()).transaction(stores, 'readwrite');
    try {
      // Failures of single requests end the transaction, which reports them.
      await write((name) => transaction.objectStore(name) as unknown as WriteStore<typeof name>);
      await transaction.done;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError')
        throw new StorageFullError(error.message);
      throw error;
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#database ??= openDB<Schema>(this.#name, 1, {
      upgrade: (database) => {
        database.createObjectStore('files', { keyPath: 'id' });
        database.createObjectStore('bytes');
        database.createObjectStore('marks');
        database.createObjectStore('folders', { keyPath: 'id' });
      },
    });
    // A failure such as a full disk may be gone the next time.
    this.#database.catch(() => {
      this.#database = undefined;
    });
    return this.#database;
  }
}

/** The part that is used of an object store. */
interface WriteStore<Name extends 'files' | 'bytes' | 'marks' | 'folders'> {
  put(value: Schema[Name]['value'], key?: string): Promise<string>;
  delete(key: string): Promise<void>;
}
