import { constants } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { contentId } from '../shared/library/content-id.ts';
import type { Candidate, Scan } from '../shared/library/library-core.ts';
import { libraryLimits } from '../shared/library/library-limits.ts';
import { maxMidiFileBytes, midiFileName } from '../shared/midi-file.ts';
import type { ChosenFolder } from './journal.ts';

/** A search of a folder, and what it has found of folders. */
export class DiskScan implements Scan {
  readonly folderId: string;
  readonly folderName: string;
  readonly keepsBytes = false;
  readonly #root: string;
  readonly #onFolders: (paths: readonly string[]) => void;
  #isWhole = false;

  /** @param onFolders called with the paths of all folders, the root first, when the search is over. */
  constructor({ id, path }: ChosenFolder, onFolders: (paths: readonly string[]) => void) {
    this.folderId = id;
    this.#root = path;
    this.folderName = nameOf(path);
    this.#onFolders = onFolders;
  }

  /** False if a part could not be searched, perhaps because a disk is not connected: its files stay in the library. */
  isWhole(): boolean {
    return this.#isWhole;
  }

  /**
   * Links are not followed: they could lead in circles, or out of what the user has chosen. Neither are folders below the
   * depth that the limits allow.
   */
  async *candidates(): AsyncGenerator<Candidate> {
    this.#isWhole = true;
    const searched: string[] = [];
    const waiting: (readonly string[])[] = [[]];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const folder = join(this.#root, ...at);
      searched.push(folder);
      for (const { name, isFolder } of await this.#childrenOf(folder)) {
        const path = [...at, name];
        if (isFolder) {
          if (path.length <= libraryLimits.depth) waiting.push(path);
        } else {
          const candidate = await this.#candidateAt(path);
          if (candidate !== undefined) yield candidate;
        }
      }
    }
    this.#onFolders(searched);
  }

  async #childrenOf(folder: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]> {
    const children: { name: string; isFolder: boolean }[] = [];
    try {
      for await (const child of await opendir(folder)) {
        const isFolder = child.isDirectory();
        if (isFolder || (child.isFile() && midiFileName.test(child.name)))
          children.push({ name: child.name, isFolder });
      }
    } catch {
      this.#isWhole = false;
    }
    return children;
  }

  /** undefined if it is gone already. */
  async #candidateAt(path: readonly string[]): Promise<Candidate | undefined> {
    const where = join(this.#root, ...path);
    try {
      const { size, mtimeMs } = await lstat(where);
      return {
        id: contentId(new TextEncoder().encode([this.folderId, ...path].join('/'))),
        path,
        sizeBytes: size,
        modifiedMs: Math.floor(mtimeMs),
        read: () => readFileAt(where),
      };
    } catch {
      return undefined;
    }
  }
}

/** The last part of a path; the path itself for the root of a disk. */
export function nameOf(path: string): string {
  return basename(path) || path.replaceAll(sep, '') || path;
}

/**
 * Reads a file, but at most a byte more than the largest that is played.
 * @throws {Error} if it is not a file by now, or may not be read.
 */
export async function readFileAt(path: string): Promise<Uint8Array<ArrayBuffer>> {
  // A link or a pipe that has taken the place of the file is not followed, and does not block.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const found = await file.stat();
  if (!found.isFile()) throw new Error('not a file');
  const bytes = new Uint8Array(Math.min(found.size, maxMidiFileBytes + 1));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.slice(0, length);
}
