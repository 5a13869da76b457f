import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LibraryFile, LibraryStatus } from '../shared/library/library.ts';
import { answersOf, statusOf } from '../shared/library/library-answers.ts';
import { LibraryCore } from '../shared/library/library-core.ts';
import { libraryLimits } from '../shared/library/library-limits.ts';
import type { AnswersTo } from '../shared/library/library-questions.ts';
import type { LibraryQuestionKind, LibraryQuestions } from '../shared/library-messages.ts';
import { maxMidiFileBytes } from '../shared/midi-file.ts';
import { DiskScan, nameOf, readFileAt } from './disk-scan.ts';
import { FolderWatch } from './folder-watch.ts';
import type { ChosenFolder, Journal } from './journal.ts';

export interface FolderLibraryParts {
  readonly journal: Journal;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Node's name for the system. */
  readonly platform: string;
  readonly onChange: () => void;
  readonly report: (problem: string, error: unknown) => void;
}

/** The library of folders on disk: only those that the user has chosen, and only files that were found in them. */
export class FolderLibrary {
  readonly #parts: FolderLibraryParts;
  readonly #core: LibraryCore;
  readonly #answers: AnswersTo<LibraryQuestions>;
  readonly #watches = new Map<string, FolderWatch>();
  readonly #missing = new Set<string>();
  #loaded: Promise<void> | undefined;
  /** The last folder was one too many. */
  #refusesFolder = false;

  constructor(parts: FolderLibraryParts) {
    this.#parts = parts;
    const { journal: storage, nowMs, onChange, report } = parts;
    this.#core = new LibraryCore({ storage, nowMs, onChange, report });
    this.#answers = this.#answersOf(this.#core);
  }

  get status(): LibraryStatus {
    const folders = this.#parts.journal.folders.map(({ id, path }) => {
      const state = this.#missing.has(id) ? ('missing' as const) : ('ready' as const);
      return { id, name: nameOf(path), path, state };
    });
    return statusOf(this.#core, folders, this.#refusesFolder);
  }

  /** Resolves when nothing is being indexed. */
  idle(): Promise<void> {
    return this.#core.idle();
  }

  /** Stops watching. */
  close(): void {
    this.#core.cancel();
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
  }

  async answer<Kind extends LibraryQuestionKind>(
    kind: Kind,
    asked: LibraryQuestions[Kind]['asked'],
  ): Promise<LibraryQuestions[Kind]['answer']> {
    this.#loaded ??= this.#core.load();
    await this.#loaded;
    // Each answer has the type of its question.
    return (await this.#answers[kind](asked as never)) as LibraryQuestions[Kind]['answer'];
  }

  #answersOf(core: LibraryCore): AnswersTo<LibraryQuestions> {
    return {
      ...answersOf(core),
      open: async () => {
        for (const folder of this.#parts.journal.folders) await this.#scan(folder);
        return this.status;
      },
      read: (id) => this.#read(id),
      addFolder: (path) => this.#addFolder(resolve(path)),
      removeFolder: async (id) => {
        this.#refusesFolder = false;
        this.#watches.get(id)?.close();
        this.#watches.delete(id);
        this.#missing.delete(id);
        await this.#core.forgetFolder(id);
        await this.#parts.journal.deleteFolder(id);
        this.#parts.onChange();
        return null;
      },
    };
  }

  async #addFolder(path: string): Promise<null> {
    const { journal, newId } = this.#parts;
    const known = journal.folders.find((folder) => folder.path === path);
    this.#refusesFolder = known === undefined && journal.folders.length >= libraryLimits.folders;
    this.#parts.onChange();
    if (this.#refusesFolder) return null;
    const folder = known ?? { id: newId(), path };
    if (known === undefined) {
      await journal.putFolder(folder).catch((error) => this.#parts.report('a folder could not be stored', error));
    }
    await this.#scan(folder);
    this.#core.resume();
    return null;
  }

  async #scan(folder: ChosenFolder): Promise<void> {
    const found = await stat(folder.path).catch(() => undefined);
    if (found?.isDirectory() === true) {
      this.#missing.delete(folder.id);
      this.#core.scan(new DiskScan(folder, (paths) => this.#watch(folder, paths)));
    } else this.#missing.add(folder.id);
    this.#parts.onChange();
  }

  #watch(folder: ChosenFolder, paths: readonly string[]): void {
    // It may have been removed while it was searched.
    if (!this.#parts.journal.folders.some(({ id }) => id === folder.id)) return;
    const watch = this.#watches.get(folder.id) ?? new FolderWatch(() => void this.#scan(folder), this.#parts.platform);
    this.#watches.set(folder.id, watch);
    watch.setFolders(paths);
  }

  /** Only files that were found in a chosen folder have an id. */
  async #read(id: string): Promise<LibraryFile | null> {
    const file = this.#core.index.get(id);
    const folder = this.#parts.journal.folders.find((each) => each.id === file?.folderId);
    if (file === undefined || folder === undefined) return null;
    try {
      const bytes = await readFileAt(join(folder.path, ...file.path));
      return bytes.length > maxMidiFileBytes ? null : { name: file.name, bytes };
    } catch {
      return null;
    }
  }
}
