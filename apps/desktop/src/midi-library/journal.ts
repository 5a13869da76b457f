import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { type LibraryStorage, StorageFullError, type StoredFile } from '../shared/library/library-core.ts';
import type { IndexedFile, Marks } from '../shared/library/library-index.ts';

/** A folder that the user has chosen. */
export interface ChosenFolder {
  readonly id: string;
  readonly path: string;
}

/** A line of the journal: one change. The last one about a thing counts. */
type Line =
  | { readonly file: IndexedFile }
  | { readonly gone: readonly string[] }
  | { readonly mark: readonly [string, Marks] }
  | { readonly folder: ChosenFolder }
  | { readonly noFolder: string };

/** With this many more lines than entries, the journal is rewritten. */
const spareLines = 5_000;

/**
 * Keeps the index in a file of JSON lines that only grows, so that each change costs one line whatever is in the library, and a
 * crash loses nothing but a line that was being written. It is rewritten without outdated lines when it is loaded.
 */
export class Journal implements LibraryStorage {
  readonly #path: string;
  readonly #folders = new Map<string, ChosenFolder>();
  /** One write after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Known once it is loaded. */
  get folders(): readonly ChosenFolder[] {
    return [...this.#folders.values()];
  }

  async load(): Promise<{ files: readonly IndexedFile[]; marks: readonly (readonly [string, Marks])[] }> {
    await mkdir(dirname(this.#path), { recursive: true });
    const files = new Map<string, IndexedFile>();
    const marks = new Map<string, Marks>();
    let count = 0;
    for await (const line of linesOf(this.#path)) {
      count++;
      if ('file' in line) files.set(line.file.id, line.file);
      else if ('gone' in line) for (const id of line.gone) files.delete(id);
      else if ('mark' in line) marks.set(line.mark[0], line.mark[1]);
      else if ('folder' in line) this.#folders.set(line.folder.id, line.folder);
      else this.#folders.delete(line.noFolder);
    }
    if (count > files.size + marks.size + this.#folders.size + spareLines) await this.#writeAnew(files, marks);
    return { files: [...files.values()], marks: [...marks] };
  }

  put(files: readonly StoredFile[]): Promise<void> {
    return this.#append(files.map(({ file }) => ({ file })));
  }

  delete(ids: readonly string[]): Promise<void> {
    return this.#append([{ gone: ids }]);
  }

  setMarks(contentId: string, marks: Marks): Promise<void> {
    return this.#append([{ mark: [contentId, marks] }]);
  }

  putFolder(folder: ChosenFolder): Promise<void> {
    this.#folders.set(folder.id, folder);
    return this.#append([{ folder }]);
  }

  deleteFolder(id: string): Promise<void> {
    this.#folders.delete(id);
    return this.#append([{ noFolder: id }]);
  }

  #append(lines: readonly Line[]): Promise<void> {
    // A line break first: the last line may have been cut off.
    const text = lines.map((line) => `\n${JSON.stringify(line)}`).join('');
    const written = this.#writing.then(() => appendFile(this.#path, text, { mode: 0o600 })).catch(explained);
    this.#writing = written.catch(() => {});
    return written;
  }

  /** Into a new file, which then takes the place of the old one. */
  async #writeAnew(files: ReadonlyMap<string, IndexedFile>, marks: ReadonlyMap<string, Marks>): Promise<void> {
    const draft = `${this.#path}.new`;
    try {
      await using file = await open(draft, 'w', 0o600);
      const lines: Line[] = [
        ...[...this.#folders.values()].map((folder) => ({ folder })),
        ...[...marks].map((mark) => ({ mark })),
        ...[...files.values()].map((each) => ({ file: each })),
      ];
      await file.writeFile(lines.map((line) => JSON.stringify(line)).join('\n'));
      await file.sync();
    } catch (error) {
      // The old one is as good, only longer.
      await rm(draft, { force: true });
      explained(error);
    }
    await rename(draft, this.#path);
  }
}

async function* linesOf(path: string): AsyncGenerator<Line> {
  const stream = createReadStream(path, 'utf8');
  try {
    for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = lineOf(text);
      if (line !== undefined) yield line;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** undefined for a line that was cut off by a crash. Nobody else writes the file. */
function lineOf(text: string): Line | undefined {
  if (text === '') return undefined;
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {StorageFullError} if the disk is full. */
function explained(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFullError(String(error));
  throw error;
}
