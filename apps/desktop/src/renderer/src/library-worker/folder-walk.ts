import { contentId } from '../../../shared/library/content-id.ts';
import type { Candidate, Scan } from '../../../shared/library/library-core.ts';
import { libraryLimits } from '../../../shared/library/library-limits.ts';
import { midiFileName } from '../../../shared/midi-file.ts';
import type { StoredFolder } from './library-database.ts';

/** Searches a folder of the user's disk. */
export function folderScan({ id, name, handle }: StoredFolder): Scan {
  const walk = new FolderWalk(id, handle);
  return {
    folderId: id,
    folderName: name,
    keepsBytes: false,
    isWhole: () => walk.isWhole,
    candidates: () => walk.candidates(),
  };
}

interface WaitingFolder {
  readonly folder: FileSystemDirectoryHandle;
  readonly path: readonly string[];
}

class FolderWalk {
  readonly #id: string;
  readonly #handle: FileSystemDirectoryHandle;
  /** False if something could not be read: what was in it stays in the library for now. */
  isWhole = true;

  constructor(id: string, handle: FileSystemDirectoryHandle) {
    this.#id = id;
    this.#handle = handle;
  }

  async *candidates(): AsyncGenerator<Candidate> {
    this.isWhole = true;
    const waiting: WaitingFolder[] = [{ folder: this.#handle, path: [] }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const child of await this.#childrenOf(next.folder)) {
        const path = [...next.path, child.name];
        if (child instanceof FileSystemDirectoryHandle) {
          if (path.length <= libraryLimits.depth) waiting.push({ folder: child, path });
        } else if (child instanceof FileSystemFileHandle && midiFileName.test(child.name)) {
          const candidate = await candidateOf(this.#id, path, child);
          if (candidate === undefined) this.isWhole = false;
          else yield candidate;
        }
      }
    }
  }

  async #childrenOf(folder: FileSystemDirectoryHandle): Promise<readonly FileSystemHandle[]> {
    const children: FileSystemHandle[] = [];
    try {
      for await (const child of folder.values()) children.push(child);
    } catch {
      this.isWhole = false;
    }
    return children;
  }
}

/** A file of a folder by its path; undefined if it is not there any more. */
export async function fileAt(folder: FileSystemDirectoryHandle, path: readonly string[]): Promise<File | undefined> {
  try {
    let at = folder;
    for (const name of path.slice(0, -1)) at = await at.getDirectoryHandle(name);
    return await (await at.getFileHandle(path.at(-1) ?? '')).getFile();
  } catch {
    return undefined;
  }
}

async function candidateOf(
  folderId: string,
  path: readonly string[],
  handle: FileSystemFileHandle,
): Promise<Candidate | undefined> {
  try {
    const { size, lastModified } = await handle.getFile();
    return {
      id: contentId(new TextEncoder().encode([folderId, ...path].join('/'))),
      path,
      sizeBytes: size,
      modifiedMs: lastModified,
      read: async () => new Uint8Array(await (await handle.getFile()).arrayBuffer()),
    };
  } catch {
    return undefined;
  }
}
