import { maxMidiFileBytes, midiFileName } from '../midi-file.ts';
import { contentId } from './content-id.ts';
import { type FactsOrProblem, factsOf } from './file-facts.ts';
import type { LibraryMark, LibraryPage, LibraryQuery, LibraryStatus, LibraryWork } from './library.ts';
import { type IndexedFile, LibraryIndex, type Marks } from './library-index.ts';
import { libraryLimits } from './library-limits.ts';

/** A file that a scan has found. */
export interface Candidate {
  /** Undefined for a file that is known by its content alone. */
  readonly id: string | undefined;
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Resolves with no more than a byte above maxMidiFileBytes; rejects if the file cannot be read. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Everything in a folder, or files that the user has chosen. */
export interface Scan {
  /** "" for files that belong to no folder. */
  readonly folderId: string;
  /** The name of the folder, which rows show before those below it. */
  readonly folderName: string;
  /** True if the library has to keep the bytes, because it cannot read the file again. */
  readonly keepsBytes: boolean;
  /** True if files of this folder that were not found are gone. */
  readonly isWhole: () => boolean;
  readonly candidates: () => AsyncIterable<Candidate>;
}

/** A file to store; with its bytes if they have to be kept. */
export interface StoredFile {
  readonly file: IndexedFile;
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** Keeps the index. Writing rejects with a StorageFullError if there is no more space. */
export interface LibraryStorage {
  load(): Promise<{ readonly files: readonly IndexedFile[]; readonly marks: readonly (readonly [string, Marks])[] }>;
  put(files: readonly StoredFile[]): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
  setMarks(contentId: string, marks: Marks): Promise<void>;
}

export class StorageFullError extends Error {}

export interface LibraryCoreParts {
  readonly storage: LibraryStorage;
  /** ms since 1970. */
  readonly nowMs: () => number;
  /** Called some time after something has changed, with a function that returns the status. */
  readonly onChange: () => void;
  readonly report: (problem: string, error: unknown) => void;
}

/** Files that are read at a time. */
const readsAtATime = 4;
/** Files that are stored at a time; so many are read again after a crash. */
const batchFiles = 64;

/** The library without what is peculiar to disks and browsers: indexing in the background, and answers from memory. */
export class LibraryCore {
  readonly index = new LibraryIndex();
  readonly #parts: LibraryCoreParts;
  /** The first one is under way. */
  readonly #scans: Scan[] = [];
  #work: LibraryWork | null = null;
  #full: LibraryStatus['full'] = null;
  #keepsNothing = false;
  #keptBytes = 0;
  /** Of the scans that are under way: what is done is not read again after a pause. */
  readonly #finished = new WeakSet<Candidate>();
  #run: Promise<void> | undefined;
  #isCancelled = false;

  constructor(parts: LibraryCoreParts) {
    this.#parts = parts;
  }

  /** Loads what was stored. Without it the library is empty, and works all the same. */
  async load(): Promise<void> {
    try {
      const { files, marks } = await this.#parts.storage.load();
      for (const file of files) {
        this.index.put(file);
        if (file.folderId === '') this.#keptBytes += file.sizeBytes;
      }
      for (const [id, own] of marks) this.index.setMarks(id, own);
    } catch (error) {
      this.#failed('the library could not be loaded', error);
    }
    this.#parts.onChange();
  }

  query(query: LibraryQuery): LibraryPage {
    return this.index.query(query);
  }

  get status(): Omit<LibraryStatus, 'folders'> {
    const { revision, counts, tags } = this.index.summary();
    return { revision, counts, tags, work: this.#work, full: this.#full, keepsNothing: this.#keepsNothing };
  }

  /** Resolves when nothing is being indexed. */
  async idle(): Promise<void> {
    while (this.#run !== undefined) await this.#run;
  }

  /** Indexes in the background, after what is being indexed. */
  scan(scan: Scan): void {
    const waiting = this.#scans.findIndex(
      ({ folderId }, at) => at > 0 && folderId === scan.folderId && folderId !== '',
    );
    if (waiting > 0) this.#scans[waiting] = scan;
    else this.#scans.push(scan);
    this.#full = null;
    if (!this.#isCancelled) this.#start();
  }

  /** Stops indexing. What has been indexed stays, and what has not waits for resume(). */
  cancel(): void {
    if (this.#run === undefined) return;
    this.#isCancelled = true;
  }

  resume(): void {
    this.#isCancelled = false;
    this.#full = null;
    this.#start();
  }

  /** Forgets the files of a folder, and stops indexing it. */
  async forgetFolder(folderId: string): Promise<void> {
    const left = this.#scans.filter((scan) => scan.folderId !== folderId);
    this.#scans.splice(0, this.#scans.length, ...left);
    await this.remove([...this.index.files()].filter((file) => file.folderId === folderId).map(({ id }) => id));
    if (this.#scans.length === 0 && this.#isCancelled) this.#end();
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = this.index.get(id);
      if (file?.folderId === '') this.#keptBytes -= file.sizeBytes;
      this.index.delete(id);
    }
    if (ids.length > 0) await this.#stored('files could not be removed', this.#parts.storage.delete(ids));
    this.#parts.onChange();
  }

  async mark(mark: LibraryMark): Promise<void> {
    const change = this.index.marked(mark, this.#parts.nowMs());
    if (change === undefined) return;
    this.index.setMarks(change.contentId, change.marks);
    this.#parts.onChange();
    await this.#stored('a mark could not be stored', this.#parts.storage.setMarks(change.contentId, change.marks));
  }

  #start(): void {
    if (this.#run !== undefined || this.#scans.length === 0) return;
    this.#run = this.#runAll().finally(() => {
      this.#run = undefined;
      this.#parts.onChange();
    });
  }

  async #runAll(): Promise<void> {
    for (let scan = this.#scans[0]; scan !== undefined; scan = this.#scans[0]) {
      try {
        await this.#runScan(scan);
      } catch (error) {
        this.#parts.report('a folder could not be indexed', error);
      }
      if (this.#isCancelled) {
        this.#show({ ...(this.#work ?? { done: 0, found: 0, isSearching: false }), state: 'cancelled' });
        return;
      }
      if (this.#scans[0] === scan) this.#scans.shift();
    }
    this.#end();
  }

  #end(): void {
    this.#isCancelled = false;
    this.#work = null;
    this.#parts.onChange();
  }

  #mustStop(scan: Scan): boolean {
    return this.#isCancelled || this.#scans[0] !== scan || this.#full !== null;
  }

  async #runScan(scan: Scan): Promise<void> {
    const found: Candidate[] = [];
    const seen = new Set<string>();
    // A folder that is looked through again shows nothing, unless there is something to read.
    const isFirst = ![...this.index.files()].some(({ folderId }) => folderId === scan.folderId && folderId !== '');
    for await (const candidate of scan.candidates()) {
      if (this.#mustStop(scan)) return;
      if (candidate.id !== undefined) seen.add(candidate.id);
      found.push(candidate);
      if (isFirst) this.#show({ state: 'running', done: 0, found: found.length, isSearching: true });
    }
    if (scan.folderId !== '' && scan.isWhole()) {
      const gone = [...this.index.files()].filter(({ id, folderId }) => folderId === scan.folderId && !seen.has(id));
      await this.remove(gone.map(({ id }) => id));
    }
    const unread = found.filter((candidate) => !this.#isKnown(candidate));
    if (unread.length > 0) await this.#readAll(scan, unread);
  }

  async #readAll(scan: Scan, unread: readonly Candidate[]): Promise<void> {
    let done = 0;
    let next = 0;
    let batch: StoredFile[] = [];
    const store = async () => {
      const files = batch;
      batch = [];
      if (files.length > 0) await this.#put(files);
    };
    const readOn = async () => {
      for (let candidate = unread[next++]; candidate !== undefined; candidate = unread[next++]) {
        if (this.#mustStop(scan)) return;
        const read = await this.#read(scan, candidate);
        // The folder may have been removed meanwhile.
        if (read !== undefined && this.#scans[0] === scan) batch.push(read);
        this.#finished.add(candidate);
        if (batch.length >= batchFiles) await store();
        done++;
        this.#show({ state: 'running', done, found: unread.length, isSearching: false });
      }
    };
    await Promise.all(Array.from({ length: readsAtATime }, readOn));
    if (this.#scans[0] === scan) await store();
  }

  /** True if the file has been read, and has not changed since. */
  #isKnown(candidate: Candidate): boolean {
    const { id, sizeBytes, modifiedMs } = candidate;
    if (this.#finished.has(candidate)) return true;
    const known = id === undefined ? undefined : this.index.get(id);
    // What could not be read may be readable now.
    if (known === undefined || known.problem === 'unreadable') return false;
    return known.sizeBytes === sizeBytes && known.modifiedMs === modifiedMs;
  }

  async #read(scan: Scan, candidate: Candidate): Promise<StoredFile | undefined> {
    const { path, sizeBytes, modifiedMs } = candidate;
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    let outcome: FactsOrProblem = { problem: 'too-large' };
    try {
      if (sizeBytes <= maxMidiFileBytes) bytes = await candidate.read();
      if (bytes !== undefined) outcome = await this.#factsOf(bytes);
    } catch {
      outcome = { problem: 'unreadable' };
    }
    const ownId = bytes === undefined ? '' : contentId(bytes);
    const id = candidate.id ?? (ownId === '' ? contentId(new TextEncoder().encode(path.join('/'))) : ownId);
    if (candidate.id === undefined && this.index.get(id)?.problem === null) return undefined;
    const { facts, problem } = { facts: null, problem: null, ...outcome };
    const file: IndexedFile = {
      id,
      folderId: scan.folderId,
      path,
      name: (path.at(-1) ?? '').replace(midiFileName, ''),
      folder: [...(scan.folderName === '' ? [] : [scan.folderName]), ...path.slice(0, -1)].join(' / '),
      sizeBytes,
      modifiedMs,
      addedMs: this.index.get(id)?.addedMs ?? this.#parts.nowMs(),
      contentId: ownId,
      facts,
      problem,
    };
    return { file, bytes: scan.keepsBytes && problem === null ? bytes : undefined };
  }

  /** A mistake of the reader's must not have the file read again and again. */
  async #factsOf(bytes: Uint8Array): Promise<FactsOrProblem> {
    try {
      return await factsOf(bytes);
    } catch (error) {
      this.#parts.report('a file could not be described', error);
      return { problem: 'damaged' };
    }
  }

  async #put(files: readonly StoredFile[]): Promise<void> {
    const taken: StoredFile[] = [];
    for (const stored of files) {
      const isNew = this.index.get(stored.file.id) === undefined;
      if (isNew && this.index.size + taken.length >= libraryLimits.files) this.#full = 'files';
      else if (this.#keptBytes + (stored.bytes?.length ?? 0) > libraryLimits.keptBytes) this.#full = 'storage';
      else {
        this.#keptBytes += stored.bytes?.length ?? 0;
        taken.push(stored);
      }
    }
    try {
      await this.#parts.storage.put(taken);
    } catch (error) {
      if (error instanceof StorageFullError) {
        this.#full = 'storage';
        return;
      }
      this.#failed('files could not be stored', error);
      // A file whose bytes are not kept could not be played.
      if (taken.some(({ bytes }) => bytes !== undefined)) return;
    }
    for (const { file } of taken) this.index.put(file);
  }

  #show(work: LibraryWork): void {
    this.#work = work;
    this.#parts.onChange();
  }

  async #stored(problem: string, writing: Promise<void>): Promise<void> {
    try {
      await writing;
    } catch (error) {
      if (error instanceof StorageFullError) this.#full = 'storage';
      else this.#failed(problem, error);
      this.#parts.onChange();
    }
  }

  #failed(problem: string, error: unknown): void {
    this.#keepsNothing = true;
    this.#parts.report(problem, error);
  }
}
