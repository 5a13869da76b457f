import type { LibraryFile, LibraryFolder, LibraryStatus } from '../../../shared/library/library.ts';
import { answersOf, statusOf } from '../../../shared/library/library-answers.ts';
import { LibraryCore, type Scan } from '../../../shared/library/library-core.ts';
import { libraryLimits } from '../../../shared/library/library-limits.ts';
import type { AnswersTo } from '../../../shared/library/library-questions.ts';
import { midiFileName } from '../../../shared/midi-file.ts';
import type { ChosenFile, LibraryQuestionKind, LibraryQuestions } from '../contract/library-messages.ts';
import { fileAt, folderScan } from './folder-walk.ts';
import type { LibraryDatabase, StoredFolder } from './library-database.ts';

export interface BrowserLibraryParts {
  readonly database: LibraryDatabase;
  readonly nowMs: () => number;
  readonly newId: () => string;
  readonly onChange: () => void;
}

/** The library of a browser: files kept in it, and folders that it lets this page read. */
export class BrowserLibrary {
  readonly #parts: BrowserLibraryParts;
  readonly #core: LibraryCore;
  readonly #answers: AnswersTo<LibraryQuestions>;
  readonly #folders = new Map<string, StoredFolder & { state: LibraryFolder['state'] }>();
  #loaded: Promise<void> | undefined;
  /** The last folder was one too many. */
  #refusesFolder = false;

  constructor(parts: BrowserLibraryParts) {
    this.#parts = parts;
    this.#core = new LibraryCore({
      storage: parts.database,
      nowMs: parts.nowMs,
      onChange: parts.onChange,
      // The user sees it in the status.
      report: () => {},
    });
    this.#answers = this.#answersOf(this.#core);
  }

  get status(): LibraryStatus {
    const folders = [...this.#folders.values()].map(({ id, name, state }) => ({ id, name, path: '', state }));
    return statusOf(this.#core, folders, this.#refusesFolder);
  }

  /** Resolves when nothing is being indexed. */
  idle(): Promise<void> {
    return this.#core.idle();
  }

  async answer<Kind extends LibraryQuestionKind>(
    kind: Kind,
    asked: LibraryQuestions[Kind]['asked'],
  ): Promise<LibraryQuestions[Kind]['answer']> {
    this.#loaded ??= this.#load();
    await this.#loaded;
    // Each answer has the type of its question.
    return (await this.#answers[kind](asked as never)) as LibraryQuestions[Kind]['answer'];
  }

  #answersOf(core: LibraryCore): AnswersTo<LibraryQuestions> {
    return {
      ...answersOf(core),
      open: async () => {
        for (const folder of this.#folders.values()) await this.#scanFolder(folder);
        return this.status;
      },
      read: (id) => this.#read(id),
      addFiles: (files) => {
        // Of a folder only what looks like MIDI; a file that was chosen by itself is at least told to be none.
        const wanted = files.filter(({ path }) => path.length === 1 || midiFileName.test(path.at(-1) ?? ''));
        this.#core.scan(chosenFiles(wanted));
        this.#core.resume();
        return null;
      },
      addFolder: (handle) => this.#addFolder(handle),
      handleOf: (id) => this.#folders.get(id)?.handle ?? null,
      removeFolder: async (id) => {
        this.#refusesFolder = false;
        if (!this.#folders.delete(id)) return null;
        await this.#core.forgetFolder(id);
        await this.#parts.database.deleteFolder(id);
        return null;
      },
      removeFile: async (id) => {
        // A file of a folder would come back with the next scan.
        if (this.#core.index.get(id)?.folderId === '') await this.#core.remove([id]);
        return null;
      },
    };
  }

  async #load(): Promise<void> {
    await this.#core.load();
    const folders = await this.#parts.database.folders().catch(() => []);
    for (const folder of folders) this.#folders.set(folder.id, { ...folder, state: 'ready' });
  }

  async #addFolder(handle: FileSystemDirectoryHandle): Promise<null> {
    for (const known of this.#folders.values()) {
      if (!(await known.handle.isSameEntry(handle))) continue;
      await this.#scanFolder(known);
      return null;
    }
    this.#refusesFolder = this.#folders.size >= libraryLimits.folders;
    this.#parts.onChange();
    if (this.#refusesFolder) return null;
    const folder = { id: this.#parts.newId(), name: handle.name, handle };
    // Without storage it is there until the page is closed.
    await this.#parts.database.putFolder(folder).catch(() => {});
    const shown = { ...folder, state: 'ready' as const };
    this.#folders.set(folder.id, shown);
    await this.#scanFolder(shown);
    this.#core.resume();
    return null;
  }

  async #scanFolder(folder: StoredFolder & { state: LibraryFolder['state'] }): Promise<void> {
    folder.state = await stateOf(folder.handle);
    if (folder.state === 'ready') this.#core.scan(folderScan(folder));
    this.#parts.onChange();
  }

  async #read(id: string): Promise<LibraryFile | { ask: string } | null> {
    const file = this.#core.index.get(id);
    if (file === undefined) return null;
    const { name, folderId, path } = file;
    if (folderId === '') {
      const bytes = await this.#parts.database.bytesOf(id);
      return bytes === undefined ? null : { name, bytes };
    }
    const folder = this.#folders.get(folderId);
    if (folder === undefined) return null;
    folder.state = await stateOf(folder.handle);
    if (folder.state === 'ask') {
      this.#parts.onChange();
      return { ask: folderId };
    }
    const found = await fileAt(folder.handle, path);
    return found === undefined ? null : { name, bytes: new Uint8Array(await found.arrayBuffer()) };
  }
}

async function stateOf(handle: FileSystemDirectoryHandle): Promise<LibraryFolder['state']> {
  try {
    return (await handle.queryPermission({ mode: 'read' })) === 'granted' ? 'ready' : 'ask';
  } catch {
    return 'missing';
  }
}

function chosenFiles(files: readonly ChosenFile[]): Scan {
  const candidates = files.map(({ file, path }) => ({
    id: undefined,
    path,
    sizeBytes: file.size,
    modifiedMs: file.lastModified,
    read: async () => new Uint8Array(await file.arrayBuffer()),
  }));
  return {
    folderId: '',
    folderName: '',
    keepsBytes: true,
    isWhole: () => false,
    candidates: async function* () {
      yield* candidates;
    },
  };
}
